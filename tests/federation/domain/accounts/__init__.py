"""Tests of `federation.domain.accounts`."""
