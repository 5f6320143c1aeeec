import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'

/** A proxy to a service that can break every connection at any byte. */
export interface BrittleWay {
  url: string
  /** Sets the target: the address of a service, or null for none. */
  leadTo(url: string | null): void
  /** Breaks every connection. Returns how many there were. */
  breakAll(): number
  close(): void
}

export async function aBrittleWay(target: string): Promise<BrittleWay> {
  let port: number | null = Number(new URL(target).port)
  const sockets = new Set<Socket>()
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
    close: () => {
      breakAll()
      server.close()
    },
  }
}
