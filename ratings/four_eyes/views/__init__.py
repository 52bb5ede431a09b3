"""Pages of what two people agree on."""
