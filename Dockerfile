# docker build -t ncleaner .
# docker run -i --rm ncleaner < page.html
# With an extra: docker build -t ncleaner --build-arg EXTRAS='[corpus]' .

FROM python:3.13-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev
WORKDIR /source
COPY LICENSE MANIFEST.in README.md pyproject.toml setup.py ./
COPY src ./src
ARG EXTRAS=
# The environment has no pip of its own, which would only make the image larger.
RUN python -m venv --without-pip /opt/ncleaner \
    && NCLEANER_REQUIRE_COMPILED=1 python -m pip --python /opt/ncleaner/bin/python install --no-cache-dir ".${EXTRAS}"

FROM python:3.13-slim
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin ncleaner
COPY --from=build /opt/ncleaner /opt/ncleaner
ENV PATH="/opt/ncleaner/bin:$PATH" PYTHONUNBUFFERED=1
# Files that a command reads or writes: docker run --rm --user "$(id -u)" -v "$PWD:/work" ncleaner page.html
WORKDIR /work
USER ncleaner
ENTRYPOINT ["ncleaner"]
