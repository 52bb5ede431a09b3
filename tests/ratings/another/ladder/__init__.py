"""A rating system of somebody else, as `docs/rules.md` says how to add one."""
