import { once } from 'node:events'
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Moment = 'before the response' | 'in the middle of the response'

/** A proxy on loopback that forwards requests to the service and cuts the connection to the client. */
export interface CuttingProxy {
  url: string
  /** Cuts the connection of the next requests, and starts counting them. */
  cutNext(count: number, moment: Moment): void
  /** Number of requests since then. */
  requests(): number
  heal(): void
  close(): Promise<void>
}

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  let cuts = 0
  let seen = 0
  let moment: Moment = 'before the response'

  const server = createServer((incoming, outgoing) => {
    seen += 1
    const cut = cuts > 0 ? moment : null
    cuts -= 1
    relay(target, incoming, outgoing, cut)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutNext(count, at) {
      cuts = count
      moment = at
      seen = 0
    },
    requests: () => seen,
    heal() {
      cuts = 0
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function relay(target: string, incoming: IncomingMessage, outgoing: ServerResponse, cut: Moment | null): void {
  const { method, url, headers } = incoming
  const onward = forward(new URL(url!, target), { method, headers }, async (answer) => {
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    if (cut === 'before the response') {
      incoming.socket.destroy()
      return
    }
    outgoing.writeHead(answer.statusCode!, answer.headers)
    if (cut === null) outgoing.end(body)
    else outgoing.write(body.subarray(0, body.length / 2), () => incoming.socket.destroy())
  })
  incoming.pipe(onward)
}
