"""PostgreSQL and Valkey for one checkout: found, prepared, started."""
