import { randomInt } from 'node:crypto'
import { connect, createServer } from 'node:net'
import { EmbeddedServerError } from './errors.js'

// Below the range that systems use for outgoing connections, so that a remembered port usually stays free.
const FIRST_PORT = 21_000
const LAST_PORT = 31_000

/** Whether a server could listen on this port of 127.0.0.1 now. */
function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

/** Whether something accepts connections on this port of 127.0.0.1. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const done = (answer: boolean): void => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => done(true))
    socket.once('error', () => done(false))
  })
}

/** Which port a server should get. */
export interface PortWish {
  /** The port that the caller requires: if it is taken, the start fails. */
  demanded?: number | undefined
  /** The previous port: if it is taken, another one is used. */
  remembered?: number | undefined
}

/**
 * A free port: the demanded one, else the remembered one, else any.
 * @throws EmbeddedServerError that names a demanded port which is taken
 */
export async function choosePort(server: string, wish: PortWish): Promise<number> {
  if (wish.demanded !== undefined) {
    if (await isPortFree(wish.demanded)) return wish.demanded
    throw portTaken(server, wish.demanded)
  }
  if (wish.remembered !== undefined && (await isPortFree(wish.remembered))) return wish.remembered
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = randomInt(FIRST_PORT, LAST_PORT)
    if (await isPortFree(port)) return port
  }
  throw new EmbeddedServerError(`No free port for ${server} was found on 127.0.0.1.`)
}

/** The error for a demanded port that something else listens on. */
export function portTaken(server: string, port: number): EmbeddedServerError {
  return new EmbeddedServerError(`Port ${port} for ${server} is taken on 127.0.0.1. Free it or choose another one.`)
}
