import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer, type ServerOptions } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'

/** A server on a free port of 127.0.0.1, with its connections. */
export interface Endpoint {
  port: number
  /** Every connection ever accepted, oldest first. */
  sockets: Socket[]
  /** Ends all connections and stops listening. */
  close(): Promise<void>
}

/** Starts an HTTP endpoint, or HTTPS with `tls`. */
export function startHttpEndpoint(handler: RequestListener, tls?: ServerOptions): Promise<Endpoint> {
  return start(tls ? createHttpsServer(tls, handler) : createHttpServer(handler))
}

/** Starts an endpoint that sends whatever `onConnection` writes, for invalid responses. */
export function startTcpEndpoint(onConnection: (socket: Socket) => void): Promise<Endpoint> {
  return start(createTcpServer(onConnection))
}

async function start(server: Server): Promise<Endpoint> {
  const sockets: Socket[] = []
  server.on('connection', (socket: Socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  let closed: Promise<void> | null = null
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    close() {
      closed ??= new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      })
      return closed
    },
  }
}
