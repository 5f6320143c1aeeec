// Whether the process of this container is well, by its exit code. MongoDB and Redis do not count: restarting
// Postline would not bring them back.
const { ROLES = 'api,worker,scheduler', PORT = '3000', METRICS_PORT } = process.env
const metricsPort = METRICS_PORT || '9464'

/** Without metrics and API there is nothing to ask; a process that ends takes its container along anyway. */
function address() {
  if (!ROLES || ROLES.includes('api')) return `http://127.0.0.1:${PORT || '3000'}/healthz`
  return metricsPort === '0' ? null : `http://127.0.0.1:${metricsPort}/metrics`
}

const url = address()
const isWell =
  url === null ||
  (await fetch(url).then(
    ({ ok }) => ok,
    () => false,
  ))
process.exit(isWell ? 0 : 1)
