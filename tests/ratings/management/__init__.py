"""Tests of `ratings.management`."""
