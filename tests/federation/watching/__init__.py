"""Tests of `federation.watching`."""
