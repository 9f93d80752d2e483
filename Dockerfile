# Kinonym as a container image: docs/howto/container.md says how to use it.
# All kernels are compiled for a portable processor while the image is built, so no run compiles anything.
FROM python:3.13-slim-bookworm AS build

WORKDIR /build
COPY pyproject.toml README.md LICENSE NOTICE ./
COPY tools/build_backend.py tools/compile_hook.py tools/metadata_hook.py tools/
COPY docs/kinonym.1 docs/
COPY src src
ARG EXTRAS=duckdb,excel,stats,web
# Without its hook the wheel has no kernels: the next step compiles all of them.
RUN python -m venv /opt/kinonym \
    && HATCH_BUILD_NO_HOOKS=true /opt/kinonym/bin/pip install --no-cache-dir ".[${EXTRAS}]" \
    && /opt/kinonym/bin/python -m kinonym.warm

FROM python:3.13-slim-bookworm

RUN useradd --create-home --uid 10001 kinonym
COPY --from=build /opt/kinonym /opt/kinonym
ENV PATH=/opt/kinonym/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    KINONYM_LEDGER=/data/kinonym-ledger.jsonl
USER 10001
WORKDIR /data
# No port is exposed: kinonym serve listens on the loopback interface, unless it is given a certificate.
ENTRYPOINT ["kinonym"]
CMD ["--help"]
