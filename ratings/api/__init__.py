"""What other programs ask: JSON over HTTP, described by OpenAPI."""
