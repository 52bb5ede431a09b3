"""Tests of `federation.domain`."""
