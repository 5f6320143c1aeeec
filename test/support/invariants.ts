import { expect } from 'vitest'
import type { WebhookDeliveryDoc } from '../../src/models/webhook.js'
import type { Deployment } from './deployment.js'
import { ledgerProblems, restlessness } from './ledger-checks.js'
import type { MongooseModels } from './mongoose-models.js'
import { eventually } from './start-app.js'
import type { Hit } from './webhook-receiver.js'

/*
 * Invariants that hold after every fault. Those of a single fault (a shutdown's exit code, a late outcome, poison) are
 * in its own test.
 */

export interface Traces {
  /** Ids of all messages that were answered with a 2xx. */
  accepted: string[]
  /** The webhooks that a receiver got. */
  hits?: Hit[]
  /** How many attempts the faults may have cut off between the request and its record. */
  cutOff?: number
}

/**
 * Waits until no work is left, then checks the ledger and the streams against every invariant.
 * @param timeoutMs time for the work to end: the lease and the claim idle time of the dead, and the work itself.
 */
export async function expectInvariants(deployment: Deployment, traces: Traces, timeoutMs = 60_000): Promise<void> {
  const { models } = deployment.ledger
  await isQuiet(deployment, timeoutMs)
  await everythingAcceptedIsThere(models, traces.accepted)
  expect(await ledgerProblems(models)).toEqual([])
  const deliveries = await models.deliveries.find().lean<WebhookDeliveryDoc[]>()
  if (traces.hits) hitsAreRecorded(deliveries, traces.hits, traces.cutOff ?? 0)
}

/** I1, I7: all work ends and leaves nothing behind. */
async function isQuiet(deployment: Deployment, timeoutMs: number): Promise<void> {
  let left: string | null = null
  try {
    await eventually(
      'everything is at rest',
      async () => {
        left = await restlessness(deployment)
        return left === null
      },
      timeoutMs,
    )
  } catch (error) {
    const logs = deployment.programs.map((program) => program.stderr.slice(-1_500)).join('\n---\n')
    throw new Error(`${(error as Error).message}: ${left}\n${logs}`)
  }
}

/** I2: every message answered with a 2xx is in the ledger. */
async function everythingAcceptedIsThere(models: MongooseModels, accepted: string[]): Promise<void> {
  const found = await models.messages.countDocuments({ _id: { $in: accepted } })
  expect(found, 'accepted messages in the ledger').toBe(accepted.length)
}

/** I4: every event arrives with one id, and not more often than attempts were recorded or interrupted by faults. */
function hitsAreRecorded(deliveries: WebhookDeliveryDoc[], hits: Hit[], cutOff: number): void {
  const attempts = deliveries.reduce((sum, delivery) => sum + delivery.attempt_count, 0)
  expect(hits.length, 'requests at the receiver').toBeLessThanOrEqual(attempts + cutOff)
  const bodies = new Map<string, string>()
  for (const { eventId, rawBody } of hits) {
    const body = rawBody.toString()
    expect(bodies.get(eventId) ?? body, `the body of ${eventId}, in every attempt`).toBe(body)
    bodies.set(eventId, body)
  }
  const delivered = deliveries
    .filter((delivery) => delivery.status === 'succeeded')
    .map((delivery) => delivery.event_id)
  for (const eventId of delivered) expect(bodies.has(eventId), `${eventId} at the receiver`).toBe(true)
}
