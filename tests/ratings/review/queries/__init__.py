"""Tests of `ratings.review.queries`."""
