"""Tests of `federation.shared_pages`."""
