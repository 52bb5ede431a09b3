"""Questions about what two people agree on."""
