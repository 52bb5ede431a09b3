"""Files that people bring or take away: tables, archives, spellings, workbooks."""
