import { setTimeout as delay } from 'node:timers/promises'
import type { mongo } from 'mongoose'
import type { Logger } from 'pino'
import { type Clock, MAX_CLOCK_DIFFERENCE_MS } from '../../clock.js'
import { groupBy } from '../../lib/collections/group-by.js'
import { Batcher } from '../../lib/concurrency/batcher.js'
import { allInParallel } from '../../lib/concurrency/in-parallel.js'
import { Semaphore } from '../../lib/concurrency/semaphore.js'
import { withTimeout } from '../../lib/concurrency/time-limit.js'
import type { DeadLetters } from './dead-letters.js'
import type { Claimed, Lease, WorkRow } from './work-row.js'
import { MAX_CRASHES, newToken, type RowRef, refOf, type WorkRows } from './work-rows.js'

const MAX_BATCH = 500
const MAX_ERROR_CHARS = 1_000
/** A row with this many crashes is a suspect: it may have crashed its whole process. */
const SUSPECT_CRASHES = 2
/** Most suspects handled at a time. One with a single chance left is handled alone. */
const SUSPECTS_AT_A_TIME = 8
const RECORD_AGAIN_MS = 500
/** A claim that takes longer than this has failed, in ms. */
const CLAIM_TIMEOUT_MS = 20_000
/** How long it is tried to undo a crash that did not happen, while the ledger is away, in ms. */
const UNDO_WITHIN_MS = 600_000
/** Rows that are released with due times this close together share a write, in ms. */
const STEP_MS = 200

/** What fails with the ledger is tried again, or told by whoever needs it next. */
const ignore = () => undefined

export interface ClaimsOptions<T extends WorkRow> {
  rows: WorkRows<T>
  /** Name of the topic that the rows' hints travel on. */
  kind: string
  /** The claimant: the name of this run of this process. */
  by: string
  leaseMs: number
  deadLetters: DeadLetters
  clock: Clock
  log: Logger
  /** Whether an error says that the ledger is away, so that the row is not to blame. By default none does. */
  isOutage?: (error: unknown) => boolean
  /** Further fields to set with the claim, as an aggregation expression. */
  changes?: Record<string, unknown>
}

/** A due row that was not claimed with the others, because of its crashes. */
class Suspect {
  readonly crashes: number

  constructor(crashes: number) {
    this.crashes = crashes
  }
}

/**
 * Claims rows for the handlers of one worker. Those that are asked for together are claimed by one write.
 *
 * A row that crashes its process takes the claims of its neighbours down with it. So rows that have crashed more than
 * once are not claimed with others: they are claimed one by one, a few at a time, and the last time alone. A row that
 * has crashed too often is not claimed but parked as a dead letter.
 *
 * While the ledger is away, claims end although their worker is alive. Once it is back, such a worker undoes the crashes that were
 * counted in advance: otherwise a few outages in a row would park rows with nothing wrong about them.
 */
export class Claims<T extends WorkRow> {
  readonly #options: ClaimsOptions<T>
  readonly #group: Batcher<RowRef, Claimed<T> | Suspect | null>
  /** For rows that do not wait for those of {@link #group}. */
  readonly #firsts: Batcher<RowRef, Claimed<T> | Suspect | null>
  readonly #renewals: Batcher<Claimed<T>, boolean>
  readonly #releases: Batcher<{ row: Claimed<T>; dueAt: number }, undefined>
  readonly #undone: Batcher<Claimed<T>, undefined>
  readonly #suspects = new Semaphore(SUSPECTS_AT_A_TIME)
  /** Token of all rows that are written claimed. A row is written once, so it cannot meet the token again. */
  readonly #newToken = newToken()

  constructor(options: ClaimsOptions<T>) {
    this.#options = options
    // Claims have their own time limit, after which they are released.
    const claiming = { maxItems: MAX_BATCH, maxRunMs: 2 * CLAIM_TIMEOUT_MS }
    this.#group = new Batcher((refs) => this.#claim(refs), claiming)
    this.#firsts = new Batcher((refs) => this.#claim(refs), claiming)
    this.#renewals = new Batcher((rows) => this.#renew(rows), { maxItems: MAX_BATCH })
    this.#releases = new Batcher((items) => this.#writeReleases(items), { maxItems: MAX_BATCH })
    this.#undone = new Batcher((claimed) => this.#undoCrashes(claimed), { maxItems: MAX_BATCH })
  }

  /** Claims a row. Null if it is done, paused, not due, or claimed by another worker. */
  async add(ref: RowRef): Promise<Claimed<T> | null> {
    const found = await this.#group.add(ref)
    return found instanceof Suspect ? this.#claimSuspect(ref) : found
  }

  /**
   * Claims a row and works on it. If the work throws, the row stores the error and stays claimed until its lease ends.
   * Then it is due again, and the sweep brings it back.
   * @param options.first with other such rows, before the claims that wait.
   * @throws errors of the ledger. Whether the row is claimed is then unknown.
   */
  async run(ref: RowRef, work: (row: Claimed<T>) => Promise<void>, { first = false } = {}): Promise<void> {
    const found = await (first ? this.#firsts : this.#group).add(ref)
    if (!(found instanceof Suspect)) return found ? this.work(found, work) : undefined
    const permits = found.crashes + 1 < MAX_CRASHES ? 1 : SUSPECTS_AT_A_TIME
    await this.#suspects.hold(permits, async () => {
      const row = await this.#claimSuspect(ref)
      if (row) await this.work(row, work)
    })
  }

  /** Works on a claimed row. If the work throws, it is as in {@link run}. Never rejects. */
  async work(row: Claimed<T>, work: (row: Claimed<T>) => Promise<void>): Promise<void> {
    try {
      await work(row)
      // An outcome in time has undone the crash. A later one may have been dropped, as another worker has the row. A short lease
      // is always near its end.
      const nearMs = Math.min(MAX_CLOCK_DIFFERENCE_MS, this.#options.leaseMs / 3)
      if (!this.lasts(row, nearMs)) this.#undoCrash(row)
    } catch (error) {
      await this.#noteFailure(row, error)
    }
  }

  /** A claim of rows that are still to be written: with it, they belong to this worker. Nothing but {@link work} takes them. */
  newLease(): Lease {
    return this.#lease(this.#newToken)
  }

  /**
   * Writes an outcome that cannot be repeated, because something was sent. If that fails, retries for as long as the claim lasts.
   * @param options.outlastsMs how much longer it is tried while the ledger is away: for what counts even if another worker has the
   *   row by then.
   */
  async record(row: Claimed<T>, write: () => Promise<unknown>, { outlastsMs = 0 } = {}): Promise<void> {
    const { isOutage } = this.#options
    for (;;) {
      try {
        await write()
        return
      } catch (error) {
        if (!this.lasts(row, RECORD_AGAIN_MS - (isOutage?.(error) ? outlastsMs : 0))) throw error
      }
      await delay(RECORD_AGAIN_MS)
    }
  }

  /** Gives up a claimed row. It waits as a dead letter until somebody retries it. */
  giveUp(row: Claimed<T>, reason: string): Promise<void> {
    return this.#park([{ ...row, last_error: reason }], (rows) => rows.parkClaimed(row))
  }

  /** Makes a claim last for a whole lease from now. False if it has ended, and another worker has the row. */
  renew(row: Claimed<T>): Promise<boolean> {
    return this.#renewals.add(row)
  }

  /** Renews a claim again and again while its row waits for something. Returns what ends that. */
  keep(row: Claimed<T>): () => void {
    const end = () => clearInterval(timer)
    const renew = () => void this.renew(row).then((isHeld) => isHeld || end(), ignore)
    const timer = setInterval(renew, this.#options.leaseMs / 3)
    return end
  }

  /**
   * Which of the claims still hold their rows. These then last for a whole lease from now. In the transaction of what counts only
   * as long as they do: nobody else claims the rows before that is committed.
   */
  stillHeld(claimed: readonly Claimed<T>[], session?: mongo.ClientSession): Promise<Set<Claimed<T>>> {
    return this.#extend(claimed, this.#leaseEnd(), session)
  }

  /** Makes a claimed row due in so many ms, as if it had not been claimed. */
  async release(row: Claimed<T>, inMs: number): Promise<void> {
    await this.#releases.add({ row, dueAt: this.#options.clock.now().getTime() + inMs })
  }

  /** Whether a claimed row was claimed as a suspect. Few of them are claimed at a time. */
  isSuspect({ crashes }: Claimed<T>): boolean {
    return crashes > SUSPECT_CRASHES
  }

  /** Whether a claim lasts for this many ms more. After it ends, another worker may do the same work. */
  lasts(row: Claimed<T>, ms: number): boolean {
    return row.lease.until.getTime() - this.#options.clock.now().getTime() >= ms
  }

  /** Whether a claim has ended by the clock of another worker, or nearly. */
  mayHaveEnded(row: Claimed<T>): boolean {
    return !this.lasts(row, MAX_CLOCK_DIFFERENCE_MS)
  }

  async #claim(refs: RowRef[]): Promise<(Claimed<T> | Suspect | null)[]> {
    const { rows, changes } = this.#options
    return this.#claiming(refs, async (lease) =>
      this.#sort(refs, await rows.claim(refs, lease, changes, SUSPECT_CRASHES)),
    )
  }

  /** The answer for each row: claimed, a suspect, or null. Parks those that have crashed too often. */
  async #sort(refs: RowRef[], claimed: Claimed<T>[]): Promise<(Claimed<T> | Suspect | null)[]> {
    const { rows } = this.#options
    const found = new Map<string, Claimed<T> | Suspect>(claimed.map((row) => [row._id, row]))
    const missed = refs.filter(({ id }) => !found.has(id))
    if (missed.length > 0) {
      const crashed = await rows.crashed(missed, SUSPECT_CRASHES)
      const poisoned = crashed.filter((row) => row.crashes >= MAX_CRASHES)
      await this.#park(poisoned, (rows) => rows.parkCrashed(poisoned.map(refOf)))
      for (const { _id, crashes } of crashed) if (crashes < MAX_CRASHES) found.set(_id, new Suspect(crashes))
    }
    return refs.map(({ id }) => {
      const row = found.get(id) ?? null
      // If a batch has two hints for a row, only the first may work on it.
      found.delete(id)
      return row
    })
  }

  async #renew(claimed: Claimed<T>[]): Promise<boolean[]> {
    const until = this.#leaseEnd()
    const held = await this.#extend(claimed, until)
    for (const row of held) row.lease = { ...row.lease, until }
    return claimed.map((row) => held.has(row))
  }

  /**
   * A process can have a claim that has ended beside the one that followed it, so a row alone does not show which of
   * them holds it.
   */
  async #extend(claimed: readonly Claimed<T>[], until: Date, session?: mongo.ClientSession): Promise<Set<Claimed<T>>> {
    const { rows } = this.#options
    const byToken = [...groupBy(claimed, ({ lease }) => lease.token)]
    // A transaction takes one command at a time.
    const held = await allInParallel(byToken, session ? 1 : byToken.length, async ([token, own]) => {
      const ids = await rows.renew(own.map(refOf), token, until, session && { session })
      return own.filter(({ _id }) => ids.has(_id))
    })
    return new Set(held.flat())
  }

  async #writeReleases(items: { row: Claimed<T>; dueAt: number }[]): Promise<undefined> {
    // Early rather than late: what is released at once has to be due now.
    const alike = groupBy(items, ({ row, dueAt }) => `${row.lease.token} ${Math.floor(dueAt / STEP_MS)}`)
    await Promise.all(
      [...alike.values()].map((own) => {
        const refs = own.map(({ row }) => refOf(row))
        const dueAt = new Date(Math.min(...own.map((item) => item.dueAt)))
        return this.#options.rows.release(refs, own[0]!.row.lease.token, dueAt)
      }),
    )
    return undefined
  }

  async #claimSuspect(ref: RowRef): Promise<Claimed<T> | null> {
    const { rows, changes } = this.#options
    const [row] = await this.#claiming([ref], (lease) => rows.claim([ref], lease, changes))
    return row ?? null
  }

  /** Claims rows with a new lease. If that fails, nobody works on those that are claimed all the same: they are released. */
  async #claiming<R>(refs: readonly RowRef[], claim: (lease: Lease) => Promise<R>): Promise<R> {
    const { rows, clock } = this.#options
    const lease = this.#lease(newToken())
    const claiming = claim(lease)
    try {
      return await withTimeout(CLAIM_TIMEOUT_MS, claiming)
    } catch (error) {
      const release = () => this.#undoSoon(() => rows.release(refs, lease.token, clock.now()))
      // Of one that takes too long, only its end shows what it has claimed.
      claiming.then(release, release)
      throw error
    }
  }

  #lease(token: string): Lease {
    return { by: this.#options.by, token, until: this.#leaseEnd() }
  }

  #leaseEnd(): Date {
    const { clock, leaseMs } = this.#options
    return new Date(clock.now().getTime() + leaseMs)
  }

  /** Takes a crash back from a row, whoever has it now. */
  #undoCrash(row: Claimed<T>): void {
    this.#undoSoon(() => this.#undone.add(row))
  }

  async #undoCrashes(claimed: Claimed<T>[]): Promise<undefined> {
    const byToken = [...groupBy(claimed, ({ lease }) => lease.token)]
    await Promise.all(byToken.map(([token, own]) => this.#options.rows.undoCrashes(own.map(refOf), token)))
    return undefined
  }

  /** Undoes something once the ledger answers. Nothing waits for it: if the process dies before, it had crashed. */
  #undoSoon(undo: () => Promise<unknown>): void {
    const { kind, log, isOutage } = this.#options
    const until = performance.now() + UNDO_WITHIN_MS
    const attempt = (): void => {
      undo().catch((err) => {
        if (isOutage?.(err) && performance.now() < until) setTimeout(attempt, RECORD_AGAIN_MS).unref()
        else log.warn({ kind, err }, 'a crash that was counted in advance could not be undone')
      })
    }
    attempt()
  }

  async #park(poisoned: T[], park: (rows: WorkRows<T>) => Promise<void>): Promise<void> {
    const { rows, kind, deadLetters, log } = this.#options
    if (poisoned.length === 0) return
    // The dead letter first: a row parked without one would be lost from sight.
    await deadLetters.write(kind, poisoned)
    await park(rows)
    for (const row of poisoned) {
      log.error({ kind, row: row._id, accountId: row.account_id, crashes: row.crashes }, 'parked as a dead letter')
    }
  }

  /** If the ledger stays away, nothing is stored: the row is due again all the same once its lease ends. */
  async #noteFailure(row: Claimed<T>, error: unknown): Promise<void> {
    const { kind, rows, log, isOutage } = this.#options
    const { _id, account_id, crashes } = row
    const known = { kind, row: _id, accountId: account_id }
    log.error({ ...known, crashes, err: error }, 'the work on a row failed')
    const text = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, MAX_ERROR_CHARS)
    const outage = isOutage?.(error)
    let isNoted = false
    const note = async () => {
      isNoted = await (outage ? rows.noteOutage(row, text) : rows.noteError(row, text))
    }
    await this.record(row, note).catch((err) => log.warn({ ...known, err }, 'the error of a row could not be stored'))
    if (outage && !isNoted) this.#undoCrash(row)
  }
}
