"""Tests of `script.backups`."""
