# Guerdon with a Java of its own, Chromium and fonts. It packs a release, so build that first: ./dev release
#
#   docker build -t guerdon .
#   docker buildx build --platform linux/amd64,linux/arm64 -t NAME/guerdon:0.1.0 --push .
#
#   docker run --rm --init --read-only --tmpfs /tmp:exec --user "$(id -u):$(id -g)" -v "$PWD:/work" guerdon run starter
#
# It runs as an ordinary user: the one that --user names, else 10001. It writes to /work and /tmp only. A folder of yours in the place of /work
# lets you write, and not the user 10001: hence --user.

# Linked on the platform that the image is for, from the archive that is the same on all.
FROM eclipse-temurin:25-jdk AS linked
ARG VERSION=0.1.0
COPY build/release/guerdon-${VERSION}.tar.gz bin/packaging/modules.txt /build/
RUN mkdir /opt/guerdon \
    && tar -xzf "/build/guerdon-${VERSION}.tar.gz" --strip-components=1 --no-same-owner -C /opt/guerdon \
    && jlink --add-modules "$(paste -sd, /build/modules.txt)" --no-header-files --no-man-pages --compress zip-6 \
        --output /opt/guerdon/runtime

FROM debian:trixie-slim
ARG VERSION=0.1.0
LABEL org.opencontainers.image.title="Guerdon" \
    org.opencontainers.image.description="The reward layer for LLM agents on the JVM" \
    org.opencontainers.image.licenses="Apache-2.0" \
    org.opencontainers.image.version="${VERSION}"
# The fonts cover Latin, Greek, Cyrillic, East Asian scripts and emoji: a page without fonts shows nothing.
RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        ca-certificates chromium-headless-shell fontconfig fonts-dejavu-core fonts-liberation fonts-noto-cjk fonts-noto-color-emoji \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --create-home guerdon \
    && mkdir /work \
    && chown guerdon /work
COPY --from=linked /opt/guerdon /opt/guerdon
# The first starts make the archives for fast starts, which nobody could write later. One that could not be made is empty.
RUN ln -s /opt/guerdon/bin/guerdon /usr/local/bin/guerdon \
    && guerdon --version \
    && guerdon score --quiet --reward qa_f1_reward --in /opt/guerdon/examples/qa.jsonl \
    && ls -l /opt/guerdon/archive/* \
    && test -z "$(find /opt/guerdon/archive -type f -empty)"
# Chromium's sandbox needs rights that containers rarely give; the container is the sandbox. To use Chromium's own instead, unset this and allow
# user namespaces. What is cached at run time has no other place than /tmp on a read-only file system.
ENV GUERDON_CHROMIUM_SANDBOX=no \
    LANG=C.UTF-8 \
    XDG_CACHE_HOME=/tmp/.cache
USER 10001
WORKDIR /work
ENTRYPOINT ["guerdon"]
CMD ["--help"]
