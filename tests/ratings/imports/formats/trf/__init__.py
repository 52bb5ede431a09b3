"""Tests of `ratings.imports.formats.trf`."""
