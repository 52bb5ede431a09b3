"""Tests of `ratings.people.queries`."""
