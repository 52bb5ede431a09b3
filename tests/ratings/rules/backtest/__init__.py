"""Tests of `ratings.rules.backtest`."""
