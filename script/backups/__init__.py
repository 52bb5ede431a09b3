"""Back-up and restore of a whole office: `script/backup` and `script/restore`."""
