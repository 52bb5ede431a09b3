"""Tests of `script`."""
