"""Commands about pools, imports and lists."""
