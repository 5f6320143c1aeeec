import { createHash } from 'node:crypto'
import type { Random } from '../../../scripts/fuzz/random.js'
import { type Answer, type Hit, startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.js'

/** The requests about an event. */
export interface Received {
  requests: number
  /** Those that were answered with 200. */
  confirmed: number
  /** Of the first body. */
  digest: string
}

/** A customer's endpoint that fails, hangs and is slow now and then. */
export class Endpoint {
  readonly #receiver: WebhookReceiver
  readonly #random: Random
  /** By event. */
  readonly received = new Map<string, Received>()
  readonly problems: string[] = []
  /** Set when the webhook is made, before the first event. */
  secret = ''
  isUnreliable = false

  private constructor(receiver: WebhookReceiver, random: Random) {
    this.#receiver = receiver
    this.#random = random
    receiver.fallback = (hit) => this.#answer(hit)
  }

  static async start(random: Random): Promise<Endpoint> {
    return new Endpoint(await startWebhookReceiver(), random)
  }

  get url(): string {
    return this.#receiver.url
  }

  close(): Promise<void> {
    return this.#receiver.close()
  }

  #answer(hit: Hit): Answer {
    // The receiver keeps every request, which would be many.
    this.#receiver.hits.length = 0
    const digest = createHash('sha256').update(hit.rawBody).digest('hex')
    const known = this.received.get(hit.eventId) ?? { requests: 0, confirmed: 0, digest }
    this.received.set(hit.eventId, known)
    if (!hit.isSignedWith(this.secret)) this.problems.push(`a request about ${hit.eventId} has a wrong signature`)
    if (known.digest !== digest) this.problems.push(`requests about ${hit.eventId} have different bodies`)
    const answer = this.#next()
    known.requests += 1
    if (!answer.status && !answer.hang && !answer.reset) known.confirmed += 1
    return answer
  }

  #next(): Answer {
    const chance = this.isUnreliable ? this.#random.below(100) : 100
    if (chance < 4) return { status: 500 }
    if (chance < 5) return { status: 429 }
    if (chance < 7) return { reset: true }
    if (chance < 8) return { hang: true }
    return chance < 15 ? { delayMs: chance * 50 } : {}
  }
}
