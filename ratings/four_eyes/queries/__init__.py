"""Questions about proposals that need two people."""
