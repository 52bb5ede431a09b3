"""Planning next year's tournaments as copies of the last ones."""
