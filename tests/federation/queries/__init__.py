"""Tests of `federation.queries`."""
