"""Mutation testing: small faults are put into the product, and tests must notice.

docs/testing.md says how it is run and what came out.
"""
