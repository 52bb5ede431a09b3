"""Tests of `federation.rules`."""
