"""Tests of `federation.forms`."""
