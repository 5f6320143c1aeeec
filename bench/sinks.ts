import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Endpoints for webhooks on this machine, each with a port of its own. */
export interface Sinks {
  urls: string[]
  /** Requests that were answered so far. */
  hits(): number
  /** Requests per second from the first to the last that was answered. */
  perSecond(): number
  close(): void
}

export interface SinkOptions {
  /** How many of them, the first ones, never answer. */
  hanging?: number
  /** Called with the body of each request that is answered. */
  onBody?: (body: string) => void
}

/** Starts endpoints that read a request and answer it at once. */
export async function startSinks(count: number, { hanging = 0, onBody }: SinkOptions = {}): Promise<Sinks> {
  let hits = 0
  let firstAt = 0
  let lastAt = 0
  const note = (chunks: Buffer[]) => {
    lastAt = performance.now()
    firstAt ||= lastAt
    hits += 1
    onBody?.(Buffer.concat(chunks).toString())
  }
  const start = async (index: number): Promise<Server> => {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => onBody && chunks.push(chunk))
      if (index < hanging) return
      request.on('end', () => {
        note(chunks)
        response.end()
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  const servers = await Promise.all(Array.from({ length: count }, (_none, index) => start(index)))
  return {
    urls: servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    hits: () => hits,
    perSecond: () => (hits * 1_000) / (lastAt - firstAt),
    close() {
      for (const server of servers) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
}
