"""Tests of `ratings.review.views`."""
