"""The register, sign-in, permissions, audit log and outbox; settings and Celery."""
