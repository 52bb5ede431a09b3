"""Tests of `federation.formats`."""
