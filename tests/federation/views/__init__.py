"""Tests of `federation.views`."""
