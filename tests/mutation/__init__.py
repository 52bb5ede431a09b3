"""Mutation testing: small faults are put into the product, and tests must find them.

docs/testing.md says how it is run, and its results.
"""
