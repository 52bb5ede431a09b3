"""Commands for whoever runs the office."""
