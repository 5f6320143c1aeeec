import { makeSharedQueue } from '../../lib/fair-queue.js'
import type { AccountDoc } from '../../models/account.js'
import type { ContactImportDoc } from '../../models/contact-import.js'
import { type LookUp, lookUpById, WORKER_GUARDS } from '../../models/look-up.js'
import type { ContactImporter } from '../../services/contacts/contact-importer.js'
import type { Claims } from '../engine/claims.js'
import type { Hint } from '../engine/hint.js'
import { Worker } from '../engine/worker.js'
import type { WorkKind } from '../topics.js'
import { claimsOf, type WorkerDeps } from '../worker-deps.js'

/*
 * Imports contacts from long files. An import is worked on for a few seconds at a time, many portions, and is then due
 * again, so that others get their turn. An account never has all places, so the first import of another one begins at once.
 */

/** Imports in progress at most. */
const PLACES = 4
/** An account alone has three of them. */
const TIMES_FREE = 3
/** Imports that are read at a time: those without a place go back at once. */
const SLOTS = 16
/** How long an import without a place waits, in ms. */
const NO_PLACE_WAIT_MS = 500

export interface ImportDeps extends WorkerDeps {
  contactImporter: Pick<ContactImporter, 'work'>
}

/** Imports contacts. */
export class ImportWorker {
  readonly #deps: ImportDeps
  readonly #claims: Claims<ContactImportDoc>
  readonly #findAccount: LookUp<string, AccountDoc | null>
  readonly #worker: Worker<WorkKind>
  readonly #places = makeSharedQueue(PLACES, TIMES_FREE)
  #isStopping = false

  constructor(deps: ImportDeps) {
    this.#deps = deps
    this.#claims = claimsOf(deps, 'imports', deps.work.imports)
    this.#findAccount = lookUpById<AccountDoc>(deps.models.accounts.collection, WORKER_GUARDS)
    this.#worker = new Worker({
      ...deps,
      topic: 'imports',
      slotsByLane: { main: SLOTS },
      handle: (hint) => this.#handle(hint),
    })
  }

  start(): void {
    this.#worker.start()
  }

  /** Stops taking imports, and leaves those in progress after the portion that they are at. */
  close(timeoutMs: number): Promise<void> {
    this.#isStopping = true
    return this.#worker.close(timeoutMs)
  }

  async #handle(hint: Hint): Promise<void> {
    const { work, clock, conveyor, contactImporter } = this.#deps
    const account = await this.#findAccount(hint.accountId)
    if (account?.suspended_at) {
      await work.imports.pause([hint], hint.accountId)
      return
    }
    const place = this.#places.tryEnter(hint)
    if (!place) return work.imports.putOff([hint], new Date(clock.now().getTime() + NO_PLACE_WAIT_MS))
    try {
      await this.#claims.run(hint, async (row) => {
        const deadline = clock.now().getTime() + conveyor.catalog.imports.handlerMs
        await contactImporter.work(row, () => this.#isStopping || clock.now().getTime() > deadline)
      })
    } finally {
      place.leave()
    }
  }
}
