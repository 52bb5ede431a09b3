"""Pages of proposals that need two people."""
