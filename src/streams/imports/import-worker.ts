import type { AccountDoc } from '../../models/account.js'
import type { ContactImportDoc } from '../../models/contact-import.js'
import { type LookUp, lookUpById, WORKER_BATCHING } from '../../models/look-up.js'
import type { ContactImporter } from '../../services/audience/contacts/contact-importer.js'
import { releaseErased } from '../../services/audience/contacts/erased-imports.js'
import { ClaimPrefetcher } from '../engine/claim-prefetcher.js'
import type { Claims } from '../engine/claims.js'
import type { Hint } from '../engine/hint.js'
import { SHARED_PERMITS_SLOTS, SharedPermits } from '../engine/shared-permits.js'
import type { Claimed } from '../engine/work-row.js'
import { Worker } from '../engine/worker.js'
import type { WorkKind } from '../topics.js'
import { claimsOf, type WorkerDeps } from '../worker-deps.js'

/*
 * Imports contacts from long files. An import is worked on for a few seconds at a time, many portions, and is then due
 * again, so that others get their turn.
 */

type Import = Claimed<ContactImportDoc>

export interface ImportDeps extends WorkerDeps {
  contactImporter: Pick<ContactImporter, 'work'>
}

/** Imports contacts. */
export class ImportWorker {
  readonly #deps: ImportDeps
  readonly #claims: Claims<ContactImportDoc>
  readonly #ahead: ClaimPrefetcher<ContactImportDoc>
  readonly #findAccount: LookUp<string, AccountDoc | null>
  readonly #worker: Worker<WorkKind>
  readonly #permits: SharedPermits<ContactImportDoc>
  /** How long an import is worked on at a time, in ms. */
  readonly #workMs: number
  #isStopping = false

  constructor(deps: ImportDeps) {
    const { models, work, conveyor } = deps
    this.#deps = deps
    this.#workMs = conveyor.catalog.imports.handlerMs
    this.#claims = claimsOf(deps, 'imports', work.imports)
    this.#ahead = new ClaimPrefetcher(this.#claims, { workMs: this.#workMs })
    this.#permits = new SharedPermits(this.#claims, { workMs: this.#workMs })
    this.#findAccount = lookUpById<AccountDoc>(models.accounts.collection, WORKER_BATCHING)
    this.#worker = new Worker({
      ...deps,
      topic: 'imports',
      slotsByLane: { main: SHARED_PERMITS_SLOTS * conveyor.partitions },
      handle: (hint) => this.#handle(hint),
    })
  }

  start(): void {
    this.#worker.start()
    this.#permits.start()
  }

  /** Stops taking imports, and leaves those in progress after the portion that they are at. */
  async close(timeoutMs: number): Promise<void> {
    this.#isStopping = true
    this.#permits.close()
    await this.#worker.close(timeoutMs)
  }

  async #handle(hint: Hint): Promise<void> {
    if (await this.#isSuspended(hint)) {
      await this.#deps.work.imports.pause([hint], hint.accountId)
      return
    }
    const knownAt = performance.now()
    await this.#claims.run(hint, async (row) => {
      await this.#ahead.work(row, {
        ...{ known: 'not suspended', knownAt },
        acquire: () => this.#permits.acquire(row),
        lookAgain: async () => ((await this.#isSuspended(hint)) ? null : 'not suspended'),
        work: () => this.#import(row),
      })
      await releaseErased(this.#deps.models, row)
    })
  }

  async #isSuspended({ accountId }: Hint): Promise<boolean> {
    return Boolean((await this.#findAccount(accountId))?.suspended_at)
  }

  async #import(row: Import): Promise<void> {
    const { clock, contactImporter } = this.#deps
    const deadline = clock.now().getTime() + this.#workMs
    await contactImporter.work(row, () => this.#isStopping || clock.now().getTime() > deadline)
  }
}
