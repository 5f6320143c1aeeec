import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Closes connections on which nothing has come yet when the server closes. Browsers and HTTP clients open some in advance,
 * and Node.js, which does not count them as idle, would wait for a request on each.
 */
export function closeUnusedConnections(instance: FastifyInstance): void {
  const unused = new Set<Socket>()
  instance.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  instance.server.on('request', ({ socket }) => unused.delete(socket))
  instance.addHook('preClose', (done) => {
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy()
    done()
  })
}
