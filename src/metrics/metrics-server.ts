import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { messageOf } from '../lib/errors/unknown-error.js'
import type { BacklogMetrics } from './backlog.js'
import { collectProcessMetrics, type Metrics } from './metrics.js'

export interface MetricsServerOptions {
  host: string
  /** 0 disables it. */
  port: number
  metrics: Metrics
  backlog: BacklogMetrics
  /** Rejects, with a reason that may be shown, while the process cannot do its work. */
  checkReady(): Promise<unknown>
  log: Logger
}

/**
 * Serves `GET /metrics` to Prometheus, and `/healthz` and `/readyz` as the API does: a process of another role has no other
 * port where it could be asked.
 */
export class MetricsServer {
  readonly #options: MetricsServerOptions
  #server: Server | null = null

  constructor(options: MetricsServerOptions) {
    this.#options = options
  }

  /** Starts listening. If that fails, it is only logged: the service runs without metrics. */
  async start(): Promise<void> {
    const { host, port, metrics, log } = this.#options
    if (port === 0) return
    const server = createServer((request, response) => void this.#answer(request, response))
    try {
      server.listen(port, host)
      await once(server, 'listening')
    } catch (error) {
      log.warn(
        { host, port, err: messageOf(error) },
        'metrics are not served: set METRICS_PORT to a free port, or to 0 to disable them, and METRICS_HOST to an address of this machine',
      )
      return
    }
    collectProcessMetrics(metrics.registry)
    this.#server = server
    // Does not keep the process running.
    server.unref()
  }

  async close(): Promise<void> {
    const server = this.#server
    this.#server = null
    if (!server) return
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }

  async #answer({ method, url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('x-content-type-options', 'nosniff')
    const path = method === 'GET' ? url.split('?', 1)[0] : null
    if (path === '/metrics') return this.#answerMetrics(response)
    if (path === '/healthz') return answerJson(response, 200, { status: 'ok' })
    if (path === '/readyz') return this.#answerReady(response)
    response
      .writeHead(404, { 'content-type': 'text/plain' })
      .end('Only GET /metrics, /healthz and /readyz exist here.\n')
  }

  async #answerMetrics(response: ServerResponse): Promise<void> {
    const { metrics, backlog, log } = this.#options
    try {
      await backlog.refresh()
      const text = await metrics.registry.metrics()
      response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text)
    } catch (error) {
      log.error({ err: error }, 'the metrics could not be collected')
      response.writeHead(500).end()
    }
  }

  async #answerReady(response: ServerResponse): Promise<void> {
    try {
      await this.#options.checkReady()
      answerJson(response, 200, { status: 'ready' })
    } catch (error) {
      answerJson(response, 503, { status: 'not ready', reason: messageOf(error) })
    }
  }
}

function answerJson(response: ServerResponse, status: number, body: Record<string, string>): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
