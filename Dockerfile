# The image of the action: build headgate, then put it beside the Go toolchain that will build and
# run the benchmarks. Both stages are Debian 12, so the libraries fit.

FROM debian:bookworm-slim AS build
RUN apt-get update -q \
 && apt-get install -y -q --no-install-recommends \
      g++ cmake ninja-build pkg-config ca-certificates npm \
      libboost1.81-dev libgit2-dev libyaml-cpp-dev libcli11-dev libfmt-dev nlohmann-json3-dev libre2-dev \
      libtree-sitter-dev libssl-dev libcurl4-openssl-dev \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY CMakeLists.txt CMakePresets.json ./
COPY scripts/cmake scripts/cmake
COPY src src
RUN cmake --preset release -DHEADGATE_TESTS=OFF \
 && cmake --build --preset release --target headgate \
 && strip build/release/headgate

FROM golang:1.26-bookworm
RUN apt-get update -q \
 && apt-get install -y -q --no-install-recommends \
      libgit2-1.5 libyaml-cpp0.7 libfmt9 libre2-9 libtree-sitter0 libssl3 libcurl4 \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build /src/build/release/headgate /usr/local/bin/headgate
# Ends the build here, not the user's job, when a library is missing.
RUN headgate --version
# The runner needs root (it owns neither the workspace nor the command files otherwise) and sets the
# working directory itself; headgate drops to unprivileged users for everything it starts.
ENTRYPOINT ["/usr/local/bin/headgate", "action"]
