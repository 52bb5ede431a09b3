"""Signals for other packages and apps; each is sent after the commit, without rows."""

from django.dispatch import Signal

# Something was posted in a pool: pool_id.
pool_posted = Signal()
# The derived rows of a pool were brought up to date: pool_id, number.
pool_computed = Signal()
# An officer approved a proposal, a list waits to be built: approval_id.
list_approved = Signal()
# A FIDE list was uploaded and waits to be read: upload_id.
fide_list_uploaded = Signal()
# A report changed its state: report_id, state.
report_state_changed = Signal()
resemblances_wanted = Signal()  # a look through the register is requested
# A file of history waits for a worker: file_id.
import_waits = Signal()
# An experiment waits for a worker: experiment_id.
experiment_requested = Signal()
