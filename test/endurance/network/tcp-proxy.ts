import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net'

/**
 * What a way does with what passes:
 * - `open` passes it on.
 * - `refused` breaks connections and takes no new ones, as when the other process is gone.
 * - `silent` holds everything back, as when packets are lost, and passes it on once the way is open again.
 * - `slow` passes everything on late.
 * - `broken` breaks some connections in the middle of a response.
 */
export type Condition = 'open' | 'refused' | 'silent' | 'slow' | 'broken'

/** How late a slow way passes on what it gets, in ms. */
const DELAY_MS = 300
/** The part of the chunks of responses that a broken way cuts. */
const CUT_SHARE = 0.1

/** The way of one process to a server. */
export class TcpProxy {
  readonly #target: number
  readonly #server: Server
  readonly #pairs = new Set<Pair>()
  #condition: Condition = 'open'

  private constructor(target: number) {
    this.#target = target
    this.#server = createServer((near) => this.#connect(near))
  }

  /** @param target the port of the server on this machine. */
  static async listen(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get condition(): Condition {
    return this.#condition
  }

  set condition(condition: Condition) {
    this.#condition = condition
    for (const pair of this.#pairs) {
      if (condition === 'refused') pair.close()
      else pair.flush()
    }
  }

  close(): void {
    for (const pair of this.#pairs) pair.close()
    this.#server.close()
  }

  #connect(near: Socket): void {
    near.on('error', () => undefined)
    if (this.#condition === 'refused') return void near.destroy()
    const far = dial(this.#target, '127.0.0.1')
    const pair: Pair = new Pair(near, far, () => this.#condition)
    this.#pairs.add(pair)
    near.on('close', () => this.#pairs.delete(pair))
  }
}

/** The two halves of a connection. */
class Pair {
  readonly #near: Socket
  readonly #far: Socket
  readonly #streams: [Stream, Stream]

  constructor(near: Socket, far: Socket, condition: () => Condition) {
    this.#near = near
    this.#far = far
    const close = () => this.close()
    this.#streams = [new Stream(near, far, condition, null), new Stream(far, near, condition, close)]
  }

  flush(): void {
    for (const stream of this.#streams) stream.flush()
  }

  close(): void {
    this.#near.destroy()
    this.#far.destroy()
  }
}

/** What passes in one direction. */
class Stream {
  readonly #from: Socket
  readonly #to: Socket
  readonly #condition: () => Condition
  /** Set for responses, which may be cut. */
  readonly #cut: (() => void) | null
  readonly #held: { chunk: Buffer | null; at: number }[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(from: Socket, to: Socket, condition: () => Condition, cut: (() => void) | null) {
    this.#from = from
    this.#to = to
    this.#condition = condition
    this.#cut = cut
    from.setNoDelay(true)
    from.on('error', () => undefined)
    from.on('data', (chunk: Buffer) => this.#take(chunk))
    from.on('close', () => this.#take(null))
    to.on('drain', () => from.resume())
    to.on('close', () => clearTimeout(this.#timer))
  }

  flush(): void {
    clearTimeout(this.#timer)
    if (this.#condition() === 'silent') return
    for (let next = this.#held[0]; next; next = this.#held[0]) {
      const waitMs = this.#condition() === 'slow' ? next.at + DELAY_MS - performance.now() : 0
      if (waitMs > 0) {
        this.#timer = setTimeout(() => this.flush(), waitMs)
        return
      }
      this.#held.shift()
      this.#pass(next.chunk)
    }
  }

  /** Takes a chunk, or null at the end. */
  #take(chunk: Buffer | null): void {
    this.#held.push({ chunk, at: performance.now() })
    this.flush()
  }

  #pass(chunk: Buffer | null): void {
    if (chunk === null) return void this.#to.destroySoon()
    if (this.#cut && this.#condition() === 'broken' && Math.random() < CUT_SHARE) {
      this.#to.write(chunk.subarray(0, Math.floor(chunk.length / 2)), this.#cut)
      return
    }
    if (!this.#to.write(chunk)) this.#from.pause()
  }
}
