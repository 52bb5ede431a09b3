"""Lists that were published before the office computed any."""
