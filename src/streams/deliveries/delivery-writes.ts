import { groupBy } from '../../lib/collections/group-by.js'
import { Batcher } from '../../lib/concurrency/batcher.js'
import type { WebhookDeliveryDoc } from '../../models/webhook.js'
import type { Claimed } from '../engine/work-row.js'
import type { RowRef } from '../engine/work-rows.js'
import type { WorkerDeps } from '../worker-deps.js'
import type { DeliveryOutcome } from './delivery-outcome.js'

const MAX_BATCH = 500
/** Logged attempts to write together, each of up to 4 KiB: a command has 16 MiB. */
const MAX_ATTEMPTS_KEPT = 2_000
/**
 * How long an outcome waits for others, in ms. The request was made, so nobody waits for it; but if the process dies, it is
 * made again.
 */
const LINGER_MS = 50

/** What becomes of deliveries in the ledger. Those at the same time share commands. */
export class DeliveryWrites {
  readonly #deps: Pick<WorkerDeps, 'work' | 'clock' | 'log'>
  readonly #outcomes: Batcher<{ row: Claimed<WebhookDeliveryDoc>; outcome: DeliveryOutcome }, undefined>
  readonly #deferrals: Batcher<{ ref: RowRef; dueAt: Date }, undefined>
  readonly #pauses: Batcher<{ ref: RowRef; pausedBy: string }, undefined>
  readonly #closes: Batcher<RowRef, undefined>

  constructor(deps: Pick<WorkerDeps, 'work' | 'clock' | 'log'>) {
    const maxItems = MAX_BATCH
    this.#deps = deps
    this.#outcomes = new Batcher((items) => this.#writeOutcomes(items), {
      maxItems,
      lingerMs: LINGER_MS,
      maxWeight: MAX_ATTEMPTS_KEPT,
      weigh: ({ outcome }) => outcome.changes.attempts?.length ?? 0,
    })
    this.#deferrals = new Batcher((items) => deps.work.deliveries.defer(items).then(() => undefined), { maxItems })
    this.#pauses = new Batcher((items) => this.#writePauses(items), { maxItems })
    this.#closes = new Batcher((refs) => deps.work.deliveries.end(refs).then(() => undefined), { maxItems })
  }

  /** Writes the outcome of a claimed row, unless it has a newer owner. */
  async complete(row: Claimed<WebhookDeliveryDoc>, outcome: DeliveryOutcome): Promise<void> {
    await this.#outcomes.add({ row, outcome })
  }

  /** Postpones a row that nobody has claimed. */
  async defer(ref: RowRef, inMs: number): Promise<void> {
    await this.#deferrals.add({ ref, dueAt: new Date(this.#deps.clock.now().getTime() + inMs) })
  }

  /** Takes a row that nobody has claimed off the conveyor until a pause is over. */
  async pause(ref: RowRef, pausedBy: string): Promise<void> {
    await this.#pauses.add({ ref, pausedBy })
  }

  /** Ends a row whose endpoint is gone. */
  async close(ref: RowRef): Promise<void> {
    await this.#closes.add(ref)
  }

  async #writeOutcomes(items: { row: Claimed<WebhookDeliveryDoc>; outcome: DeliveryOutcome }[]): Promise<undefined> {
    const { work, log } = this.#deps
    const outcomes = items.map(({ row, outcome: { changes, nextAt } }) => ({ row, set: changes, dueAt: nextAt }))
    const written = await work.deliveries.writeOutcomes(outcomes)
    const dropped = items.length - written
    if (dropped > 0) log.info({ dropped }, 'outcomes dropped: the rows have newer owners')
    return undefined
  }

  async #writePauses(items: { ref: RowRef; pausedBy: string }[]): Promise<undefined> {
    const pauses = groupBy(items, ({ pausedBy }) => pausedBy)
    await Promise.all(
      [...pauses].map(([pausedBy, rows]) =>
        this.#deps.work.deliveries.pause(
          rows.map(({ ref }) => ref),
          pausedBy,
        ),
      ),
    )
    return undefined
  }
}
