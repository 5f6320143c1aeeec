# syntax=docker/dockerfile:1

FROM node:22-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages packages
# The build runs below, once its sources are there.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY scripts/build.mjs scripts/
COPY src src
RUN node scripts/build.mjs
# A deployment has servers of its own: the package with the embedded ones is optional, and left out with its dependencies.
RUN npm prune --omit=dev --omit=optional --workspaces=false --ignore-scripts --no-audit --no-fund

FROM node:22-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE ./
COPY deploy/init-replica-set.mjs deploy/
# Everything above belongs to root: the service cannot change its own program.
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
# Every role serves its metrics on loopback; they answer as long as the process lives.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT || 9464}/metrics`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]
