import { makeSharedQueue, type Place } from '../../lib/concurrency/fair-queue.js'
import type { AccountDoc } from '../../models/account.js'
import type { ContactImportDoc } from '../../models/contact-import.js'
import { type LookUp, lookUpById, WORKER_GUARDS } from '../../models/look-up.js'
import type { ContactImporter } from '../../services/audience/contacts/contact-importer.js'
import { ClaimAhead, type PutOff } from '../engine/claim-ahead.js'
import type { Claims } from '../engine/claims.js'
import type { Hint } from '../engine/hint.js'
import type { Claimed } from '../engine/work-row.js'
import { Worker } from '../engine/worker.js'
import type { WorkKind } from '../topics.js'
import { claimsOf, type WorkerDeps } from '../worker-deps.js'

/*
 * Imports contacts from long files. An import is worked on for a few seconds at a time, many portions, and is then due
 * again, so that others get their turn. An account never has all places, so the first import of another one begins at once.
 *
 * When all places are taken, the next import of each account waits for one, claimed, and accounts take turns. The others of
 * the account are given back, so that the slots of the stream's readers never fill up with the imports of one account.
 */

/** Imports in progress at most. */
const PLACES = 4
/** An account alone has three of them. */
const TIMES_FREE = 3
/** Imports that are read at a time in each partition: more than an account can have in progress and waiting. */
const SLOTS = 16
/** When an import is tried again that found no place, in ms. */
const PUT_OFF_MS = 500
const EXPIRE_EVERY_MS = 100

/** That of an import that takes none. */
const NO_PLACE: Place = { leave: () => undefined }

type Import = Claimed<ContactImportDoc>

export interface ImportDeps extends WorkerDeps {
  contactImporter: Pick<ContactImporter, 'work'>
}

/** Imports contacts. */
export class ImportWorker {
  readonly #deps: ImportDeps
  readonly #claims: Claims<ContactImportDoc>
  readonly #ahead: ClaimAhead<ContactImportDoc>
  readonly #findAccount: LookUp<string, AccountDoc | null>
  readonly #worker: Worker<WorkKind>
  readonly #places = makeSharedQueue(PLACES, TIMES_FREE)
  /** How long an import is worked on at a time, in ms. */
  readonly #workMs: number
  #expiry: NodeJS.Timeout | null = null
  #isStopping = false

  constructor(deps: ImportDeps) {
    const { models, work, conveyor } = deps
    this.#deps = deps
    this.#workMs = conveyor.catalog.imports.handlerMs
    this.#claims = claimsOf(deps, 'imports', work.imports)
    this.#ahead = new ClaimAhead(this.#claims, { workMs: this.#workMs })
    this.#findAccount = lookUpById<AccountDoc>(models.accounts.collection, WORKER_GUARDS)
    this.#worker = new Worker({
      ...deps,
      topic: 'imports',
      slotsByLane: { main: SLOTS * conveyor.partitions },
      handle: (hint) => this.#handle(hint),
    })
  }

  start(): void {
    this.#worker.start()
    this.#expiry ??= setInterval(() => this.#places.expire(Date.now()), EXPIRE_EVERY_MS)
  }

  /** Stops taking imports, and leaves those in progress after the portion that they are at. */
  async close(timeoutMs: number): Promise<void> {
    this.#isStopping = true
    this.#places.close()
    await this.#worker.close(timeoutMs)
    if (this.#expiry) clearInterval(this.#expiry)
  }

  async #handle(hint: Hint): Promise<void> {
    if (await this.#isSuspended(hint)) {
      await this.#deps.work.imports.pause([hint], hint.accountId)
      return
    }
    const knownAt = performance.now()
    await this.#claims.run(hint, (row) =>
      this.#ahead.work(row, {
        ...{ known: 'not suspended', knownAt },
        enter: () => this.#enter(row),
        lookAgain: async () => ((await this.#isSuspended(hint)) ? null : 'not suspended'),
        work: () => this.#import(row),
      }),
    )
  }

  async #isSuspended({ accountId }: Hint): Promise<boolean> {
    return Boolean((await this.#findAccount(accountId))?.suspended_at)
  }

  /**
   * Waits for a place as the only import of its account. One is free after this time, unless others are before it. A suspect
   * does not wait: a process that is killed meanwhile would count against it.
   */
  async #enter(row: Import): Promise<Place | PutOff> {
    if (this.#claims.isSuspect(row)) return NO_PLACE
    const { account_id: accountId } = row
    if (this.#places.ofAccount(accountId).waiting > 0) return { inMs: PUT_OFF_MS }
    const place = await this.#places.enter({ accountId }, Date.now() + this.#workMs)
    return place ?? { inMs: this.#isStopping ? 0 : PUT_OFF_MS }
  }

  async #import(row: Import): Promise<void> {
    const { clock, contactImporter } = this.#deps
    const deadline = clock.now().getTime() + this.#workMs
    await contactImporter.work(row, () => this.#isStopping || clock.now().getTime() > deadline)
  }
}
