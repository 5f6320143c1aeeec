import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'

/** A proxy to a service that can break every connection at any byte. */
export interface BrittleWay {
  url: string
  /** Sets the target: the address of a service, or null for none. */
  leadTo(url: string | null): void
  /** Breaks every connection. Returns how many there were. */
  breakAll(): number
  /** Breaks a connection once, instead of passing on the answer to the next request with this text. Resolves then. */
  loseAnswerTo(text: string): Promise<void>
  close(): void
}

export async function aBrittleWay(target: string): Promise<BrittleWay> {
  let port: number | null = Number(new URL(target).port)
  const sockets = new Set<Socket>()
  let lost: { text: string; done: () => void } | null = null
  const server = createServer((near) => {
    near.on('error', () => undefined)
    if (port === null) {
      near.destroy()
      return
    }
    const far = dial(port, '127.0.0.1')
    far.on('error', () => undefined)
    sockets.add(near)
    near.on('close', () => {
      sockets.delete(near)
      far.destroy()
    })
    far.on('close', () => near.destroy())
    let asksFor: typeof lost = null
    near.on('data', (chunk) => {
      if (lost && chunk.includes(lost.text)) [asksFor, lost] = [lost, null]
    })
    far.on('data', () => {
      if (!asksFor) return
      near.destroy()
      asksFor.done()
    })
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const breakAll = () => {
    const count = sockets.size
    for (const socket of sockets) socket.destroy()
    return count
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (url) => {
      port = url === null ? null : Number(new URL(url).port)
    },
    breakAll,
    loseAnswerTo: (text) =>
      new Promise((done) => {
        lost = { text, done }
      }),
    close: () => {
      breakAll()
      server.close()
    },
  }
}
