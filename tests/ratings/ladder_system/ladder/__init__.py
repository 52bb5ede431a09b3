"""A third party's rating system, added as `docs/rules.md` describes."""
