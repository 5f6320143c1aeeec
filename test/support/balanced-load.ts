import { setTimeout as delay } from 'node:timers/promises'
import type { Program } from './built-program.js'
import { eventually } from './start-app.js'

/** Sends at a time. */
const SENDERS = 3
/** A sender's rest after each, in ms: the processes that are replaced meanwhile need most of a small machine. */
const REST_MS = 100
/** Requests that are accepted between two steps, at least. */
const BETWEEN_STEPS = 15

/** An API process, behind a load balancer that asks for its readiness. */
export interface Backend {
  program: Program
  url: string
  isReady: boolean
}

/** Sends mail all the time, to the APIs that are ready, and repeats requests whose connection was cut. */
export class BalancedLoad {
  readonly backends: Backend[] = []
  /** The API key that it sends with. */
  key: string
  /** Sends every third mail, if it is set. */
  testKey: string | null = null
  /** Ids of accepted messages by their idempotency keys, which are their subjects. */
  readonly accepted = new Map<string, string>()
  /** Answers other than success. */
  readonly refused: string[] = []
  readonly #request: Record<string, unknown>
  readonly #running: Promise<unknown>[] = []
  #isOver = false
  #sent = 0

  /** @param request what all sends have in common. */
  constructor(key: string, request: Record<string, unknown>) {
    this.key = key
    this.#request = request
  }

  start(): void {
    this.#running.push(this.#balance())
    for (let sender = 0; sender < SENDERS; sender += 1) this.#running.push(this.#send())
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#running)
  }

  /** Waits until some more requests were accepted. */
  async goesOn(): Promise<void> {
    const enough = this.accepted.size + BETWEEN_STEPS
    await eventually('mail is accepted', () => this.accepted.size >= enough || this.refused.length > 0)
  }

  async #balance(): Promise<void> {
    while (!this.#isOver) {
      for (const backend of this.backends) {
        const answer = await fetch(`${backend.url}/readyz`).catch(() => null)
        backend.isReady = answer?.status === 200
      }
      await delay(100)
    }
  }

  async #send(): Promise<void> {
    while (!this.#isOver) {
      this.#sent += 1
      const turn = this.#sent
      const isTest = this.testKey !== null && turn % 3 === 0
      while (!(await this.#isAnswered(turn, isTest))) await delay(20)
      await delay(REST_MS)
    }
  }

  async #isAnswered(turn: number, isTest: boolean): Promise<boolean> {
    const ready = this.backends.filter(({ isReady }) => isReady)
    const backend = ready[turn % ready.length]
    if (!backend) return false
    const subject = `${isTest ? 'test' : 'live'}-${turn}`
    const key = isTest ? this.testKey : this.key
    try {
      const response = await fetch(`${backend.url}/v1/send`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          ...this.#request,
          channel: 'email',
          idempotency_key: subject,
          payload: { subject, body_text: 'A text.' },
        }),
      })
      const text = await response.text()
      if (response.ok) this.accepted.set(subject, JSON.parse(text).id)
      else this.refused.push(`${response.status} ${text}`)
      return true
    } catch {
      return false
    }
  }
}
