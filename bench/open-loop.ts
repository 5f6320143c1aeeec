import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { mailTo } from './accepted-row.js'
import { serveCommands } from './commands.js'
import { percentile } from './percentile.js'

/*
 * Sends that do not wait for responses, in a process of its own: one is due at its time, whatever became of those before it.
 * What each took counts from the time when it was due. HTTP is spoken as plainly as possible, because the load shares the
 * cores with what it measures.
 */

/**
 * Connections, which are open before the load begins. What is due while all are busy is not sent, and counted. More would
 * measure how the system queues new connections.
 */
const CONNECTIONS = 3_000
const CONNECTIONS_AT_A_TIME = 100
const GIVE_UP_MS = 60_000

/** What became of the requests of one run. */
export interface OpenLoopFigures {
  seconds: number
  due: number
  /** Due while all connections were busy. */
  unsent: number
  /** Cut connections, and responses that did not come. */
  failed: number
  accepted: Took
  refused: Took
  /** Responses by status. */
  byStatus: Record<string, number>
  /** Refusals with a Retry-After of at least a second. */
  withRetryAfter: number
  /** The status of each request in turn; 0 if there is none. Two bytes each, in base64. */
  statuses: string
  /** Most requests that waited for their responses at a time. */
  mostOpen: number
  /** How late the load itself has been at most: what it has not sent in time counts, too. */
  lateMs: number
}

/** How many, and how long they took. */
export interface Took {
  count: number
  p50Ms: number
  p99Ms: number
  maxMs: number
}

const { TARGET_URL, TARGET_KEY, TARGET_EMAIL = 'delivered@example.com' } = process.env as Record<string, string>
const { hostname, port } = new URL(TARGET_URL!)

interface Asked {
  index: number
  dueAt: number
}

class Run {
  readonly #statuses: Uint16Array
  readonly #took: { accepted: number[]; refused: number[] } = { accepted: [], refused: [] }
  readonly #byStatus: Record<string, number> = {}
  readonly #free: Connection[] = []
  readonly #all = new Set<Connection>()
  readonly #prefix: string
  #unsent = 0
  #failed = 0
  #open = 0
  #mostOpen = 0
  #lateMs = 0
  #withRetryAfter = 0

  constructor(due: number, run: number) {
    this.#statuses = new Uint16Array(due)
    this.#prefix = `run-${run}-`
  }

  async connect(): Promise<void> {
    while (this.#all.size < CONNECTIONS) {
      const opening = Array.from({ length: CONNECTIONS_AT_A_TIME }, () => this.#connect())
      await Promise.all(opening.map((connection) => connection.opened))
      this.#free.push(...opening)
    }
  }

  ask(index: number, dueAt: number): void {
    this.#lateMs = Math.max(this.#lateMs, performance.now() - dueAt)
    const connection = this.#free.pop()
    if (!connection) {
      this.#unsent += 1
      return
    }
    this.#open += 1
    this.#mostOpen = Math.max(this.#mostOpen, this.#open)
    connection.ask({ index, dueAt }, requestText(this.#prefix + String(index).padStart(9, '0')))
  }

  #connect(): Connection {
    const connection = new Connection(
      ({ index, dueAt }, status, hasRetryAfter) => {
        this.#statuses[index] = status
        this.#byStatus[status] = (this.#byStatus[status] ?? 0) + 1
        this.#took[status < 300 ? 'accepted' : 'refused'].push(performance.now() - dueAt)
        if (hasRetryAfter) this.#withRetryAfter += 1
        this.#open -= 1
        this.#free.push(connection)
      },
      (asked) => {
        this.#all.delete(connection)
        const index = this.#free.indexOf(connection)
        if (index >= 0) this.#free.splice(index, 1)
        if (!asked) return
        this.#failed += 1
        this.#open -= 1
      },
    )
    this.#all.add(connection)
    return connection
  }

  async end(seconds: number): Promise<OpenLoopFigures> {
    const giveUpAt = performance.now() + GIVE_UP_MS
    while (this.#open > 0 && performance.now() < giveUpAt) await delay(20)
    for (const connection of [...this.#all]) connection.close()
    return {
      ...{ seconds, due: this.#statuses.length, unsent: this.#unsent, failed: this.#failed },
      ...{ accepted: tookOf(this.#took.accepted), refused: tookOf(this.#took.refused) },
      ...{ byStatus: this.#byStatus, withRetryAfter: this.#withRetryAfter, mostOpen: this.#mostOpen },
      lateMs: this.#lateMs,
      statuses: Buffer.from(this.#statuses.buffer).toString('base64'),
    }
  }
}

/** A connection that carries one request at a time. */
class Connection {
  /** Resolves when it is open, or has failed. */
  readonly opened: Promise<unknown>
  readonly #socket: Socket
  readonly #onAnswer: (asked: Asked, status: number, hasRetryAfter: boolean) => void
  #asked: Asked | null = null
  #text = ''

  constructor(onAnswer: Connection['onAnswerType'], onEnd: (asked: Asked | null) => void) {
    this.#onAnswer = onAnswer
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true })
    this.opened = new Promise((resolve) => this.#socket.once('connect', resolve).once('close', resolve))
    this.#socket.setEncoding('latin1')
    this.#socket.on('data', (text: string) => this.#read(text))
    this.#socket.on('error', () => undefined)
    this.#socket.once('close', () => onEnd(this.#asked))
  }

  declare readonly onAnswerType: (asked: Asked, status: number, hasRetryAfter: boolean) => void

  ask(asked: Asked, text: string): void {
    this.#asked = asked
    this.#socket.write(text, 'latin1')
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(text: string): void {
    this.#text += text
    const headEnd = this.#text.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const head = this.#text.slice(0, headEnd).toLowerCase()
    const length = Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1])
    if (this.#text.length < headEnd + 4 + length) return
    this.#text = ''
    const asked = this.#asked!
    this.#asked = null
    this.#onAnswer(asked, Number(head.slice(9, 12)), /\r\nretry-after: [1-9]/.test(head))
  }
}

const KEY = 'the-key'
const [BODY_START, BODY_END] = JSON.stringify(mailTo(TARGET_EMAIL, KEY)).split(KEY) as [string, string]

function requestText(key: string): string {
  const length = BODY_START.length + key.length + BODY_END.length
  return `POST /v1/send HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${TARGET_KEY}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${BODY_START}${key}${BODY_END}`
}

function tookOf(times: number[]): Took {
  if (times.length === 0) return { count: 0, p50Ms: 0, p99Ms: 0, maxMs: 0 }
  const sorted = Float64Array.from(times).sort() as unknown as number[]
  return {
    count: sorted.length,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    maxMs: sorted[sorted.length - 1]!,
  }
}

await serveCommands({
  async load({ perSecond, seconds, run }) {
    const due = Math.round(perSecond! * seconds!)
    const loading = new Run(due, run!)
    await loading.connect()
    const startedAt = performance.now()
    let asked = 0
    while (asked < due) {
      const now = Math.min(due, Math.floor(((performance.now() - startedAt) * perSecond!) / 1_000))
      for (; asked < now; asked += 1) loading.ask(asked, startedAt + (asked * 1_000) / perSecond!)
      await delay(1)
    }
    return loading.end((performance.now() - startedAt) / 1_000)
  },
})
