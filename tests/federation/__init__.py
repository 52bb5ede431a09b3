"""Tests of `federation`."""
