import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** A TCP server in a thread of its own, which answers while this one does nothing. It sends back what it gets. */
export async function startThreadServer(): Promise<{ port: number; close(): Promise<unknown> }> {
  const source = `
    const { parentPort } = require('node:worker_threads')
    const server = require('node:net').createServer((socket) => socket.pipe(socket).on('error', () => undefined))
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`
  const thread = new Worker(source, { eval: true })
  const [port] = (await once(thread, 'message')) as [number]
  return { port, close: () => thread.terminate() }
}
