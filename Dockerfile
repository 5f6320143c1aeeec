# No production dependency has native code, so one build serves every platform.
FROM --platform=$BUILDPLATFORM node:22.23.2-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages packages
# The build runs below, once its sources are there.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY scripts/build.mjs scripts/build-console.mjs scripts/bundle-service.mjs scripts/
COPY src src
COPY console console
RUN node scripts/build.mjs
# A deployment has servers of its own: the package with the embedded ones is optional, and left out with its dependencies.
RUN npm prune --omit=dev --omit=optional --workspaces=false --ignore-scripts --no-audit --no-fund

FROM node:22.23.2-bookworm-slim
# The flags are those of src/process/node-flags.ts.
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    NODE_OPTIONS=--max-semi-space-size=32
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE ./
COPY docs docs
COPY deploy/init-replica-set.mjs deploy/healthcheck.mjs deploy/
# Everything above belongs to root: the service cannot change its own program.
# The user node, by its number: Kubernetes can then see that it is not root.
USER 1000
EXPOSE 3000 2525
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 CMD ["node", "deploy/healthcheck.mjs"]
CMD ["node", "dist/main.js"]
