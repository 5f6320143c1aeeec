// Exits with 0 if the process of this container is healthy. MongoDB and Redis do not count: restarting Postline would
// not bring them back.
const { ROLES = 'api,worker,scheduler,smtp', PORT = '3000', METRICS_HOST, METRICS_PORT } = process.env
const metricsPort = METRICS_PORT || '9464'
const isWildcard = !METRICS_HOST || METRICS_HOST === '0.0.0.0' || METRICS_HOST === '::'
const metricsHost = isWildcard ? '127.0.0.1' : METRICS_HOST

/**
 * Null if the process has neither the API nor the port of the metrics: then nothing can be checked. If the process ends, its
 * container ends anyway.
 */
function address() {
  if (!ROLES || ROLES.includes('api')) return `http://127.0.0.1:${PORT || '3000'}/healthz`
  return metricsPort === '0'
    ? null
    : `http://${metricsHost.includes(':') ? `[${metricsHost}]` : metricsHost}:${metricsPort}/healthz`
}

const url = address()
const isWell =
  url === null ||
  (await fetch(url).then(
    ({ ok }) => ok,
    () => false,
  ))
process.exit(isWell ? 0 : 1)
