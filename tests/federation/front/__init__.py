"""Tests of `federation.front`."""
