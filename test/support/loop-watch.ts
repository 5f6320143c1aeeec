import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import type { Program } from './built-program.js'

/*
 * Asks a service for its health all the time, and so finds out how long it lets others wait. On a busy machine the
 * answer is late although the service is not to blame: where the system tells it, only the time counts for which its
 * event loop had the processor meanwhile.
 */

/** Time between two questions, in ms. */
const EVERY_MS = 5

/** Watches a process of the service. */
export class LoopWatch {
  readonly #question: () => Promise<void>
  readonly #program: Pick<Program, 'pid'>
  readonly #agent = new Agent({ keepAlive: true })
  #heldMs = 0
  /** Settles with the answer to the question that is asked now. */
  #asking: Promise<void> = Promise.resolve()
  #isOver = false
  readonly #watching: Promise<void>

  /** @param asked the address of the service, or another question that its event loop answers. */
  constructor(asked: string | (() => Promise<void>), program: Pick<Program, 'pid'>) {
    this.#question = typeof asked === 'string' ? () => this.#askHealth(asked) : asked
    this.#program = program
    this.#watching = this.#watch()
  }

  /** The longest wait since this was asked last, with that of a question which has no answer yet. */
  async takeHeldMs(): Promise<number> {
    await this.#asking
    const heldMs = this.#heldMs
    this.#heldMs = 0
    return heldMs
  }

  /** The most memory that the process has had, in MiB; null where the system does not tell. */
  residentMiB(): number | null {
    const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(read(`/proc/${this.#program.pid}/status`)) ?? []
    return kib ? Number(kib) / 1024 : null
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#watching
    this.#agent.destroy()
  }

  async #watch(): Promise<void> {
    while (!this.#isOver) {
      this.#asking = this.#ask()
      await this.#asking
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    }
  }

  async #ask(): Promise<void> {
    const [askedAt, cpuMs] = [performance.now(), this.#cpuMs()]
    await this.#question()
    const waitedMs = performance.now() - askedAt
    this.#heldMs = Math.max(this.#heldMs, cpuMs === null ? waitedMs : Math.min(waitedMs, this.#cpuMs()! - cpuMs))
  }

  #askHealth(url: string): Promise<void> {
    return new Promise((resolve, reject) => {
      get(`${url}/healthz`, { agent: this.#agent }, (response) => response.resume().once('end', resolve)).once(
        'error',
        reject,
      )
    })
  }

  /** Processor time of the thread that runs the event loop, in ms; null where the system does not tell. */
  #cpuMs(): number | null {
    const { pid } = this.#program
    const [nanoseconds] = read(`/proc/${pid}/task/${pid}/schedstat`).split(' ')
    return nanoseconds ? Number(nanoseconds) / 1e6 : null
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
