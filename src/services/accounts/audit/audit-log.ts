import type { Actor, AuditEntry, AuditFilter } from '../../../contract/audit-log.js'
import { idFloor, idTime } from '../../../ids.js'
import { Batcher } from '../../../lib/concurrency/batcher.js'
import type { AuditEntryDoc } from '../../../models/audit-entry.js'
import { LEDGER_BATCHING, STORE_TIMEOUT_MS } from '../../../models/database-unavailable.js'
import { DuplicateRowError, insertUnordered } from '../../../models/insert-unordered.js'
import type { Client } from '../../caller.js'
import type { OperatorDeps } from '../../deps.js'
import { manyOf } from '../../platform/many.js'
import { emptyPage, newestFirst, type Page } from '../../platform/pages.js'
import { isoTime } from '../../platform/timestamps.js'

/** A performed operation, a sign-in or sign-out, or a refusal. */
export interface AuditedAction {
  accountId: string
  actor: Actor
  /** Name of the operation. */
  operation: string
  /** Id of the changed resource. */
  target: string | null
  /** Where the request came from, for sign-ins, sign-outs and refusals. */
  client?: Client | null
}

/** A refusal names the key as its target. */
export type Refusal = AuditedAction & { target: string }

export type AuditLogDeps = Pick<OperatorDeps, 'models' | 'newId' | 'clock'> & {
  /** Called with an operation whose entry could not be written. */
  onUnrecorded: (action: AuditedAction, error: unknown) => void
}

const MAX_USER_AGENT_CHARS = 512
/** Refusals of one key and operation within this time, in ms, have one entry. */
const REFUSAL_WINDOW_MS = 3_600_000

/** Records who changed what and when, sign-ins and sign-outs, and what was refused. */
export class AuditLog {
  readonly #deps: AuditLogDeps
  readonly #inserts: Batcher<AuditEntryDoc, undefined>

  constructor(deps: AuditLogDeps) {
    this.#deps = deps
    this.#inserts = new Batcher((entries) => this.#insertMany(entries), LEDGER_BATCHING)
  }

  /**
   * Writes an entry. When this resolves, the entry is durable or `onUnrecorded` was called. It never throws: the operation
   * has succeeded either way, and its caller must not think otherwise.
   */
  async record(action: AuditedAction): Promise<void> {
    await this.#write(action, this.#entryOf(action))
  }

  /**
   * Like `record`, for an operation that was refused: its name gets `.refuse` behind it. For each key and operation only
   * the first refusal of an hour is written, so that refused requests cannot fill the log.
   */
  async recordRefusal({ operation, ...rest }: Refusal): Promise<void> {
    const action = { ...rest, operation: `${operation}.refuse` }
    const hour = Math.floor(this.#deps.clock.now().getTime() / REFUSAL_WINDOW_MS)
    await this.#write(action, { ...this.#entryOf(action), once: `${action.target}|${action.operation}|${hour}` })
  }

  /**
   * Writes an entry for something that is recorded again if it fails: of entries with the same `once`, the first is written.
   * @throws errors of the ledger. The entry may be written then.
   */
  async recordOnce(action: AuditedAction, once: string): Promise<void> {
    await this.#insert({ ...this.#entryOf(action), once })
  }

  /** The entries of an account that meet all filters, newest first. */
  async list(accountId: string, filter: AuditFilter): Promise<Page<AuditEntry>> {
    const { collection } = this.#deps.models.auditEntries
    const { actor, operation } = filter
    const who = { account_id: accountId, ...(actor !== undefined && actorIs(actor)) }
    const when = timeIs(filter)
    if (actor === undefined && operation === undefined) {
      return newestFirst({ collection, filter: { ...who, ...when } }, 'auditEntry', filter, present)
    }
    // Of each name, the index has the entries in order. There are few names, and the index skips from one to the next.
    const names = await collection.distinct('operation', {
      ...who,
      ...(operation !== undefined && nameBegins(operation)),
    })
    if (names.length === 0) return emptyPage()
    return newestFirst(
      { collection, filter: { ...who, operation: { $in: names }, ...when } },
      'auditEntry',
      filter,
      present,
    )
  }

  /** Entries of an account by id. Unknown ids are left out. */
  getMany(accountId: string, ids: readonly string[]): Promise<Map<string, AuditEntry>> {
    return manyOf(
      { collection: this.#deps.models.auditEntries.collection, filter: { account_id: accountId } },
      ids,
      present,
    )
  }

  #entryOf({ accountId, actor, operation, target, client }: AuditedAction): AuditEntryDoc {
    const entry = { _id: this.#deps.newId('auditEntry'), account_id: accountId, actor, operation, target }
    if (!client) return entry
    const { address, userAgent } = client
    return { ...entry, address, user_agent: userAgent?.slice(0, MAX_USER_AGENT_CHARS) ?? null }
  }

  async #write(action: AuditedAction, entry: AuditEntryDoc): Promise<void> {
    await this.#insert(entry).catch((error: unknown) => this.#deps.onUnrecorded(action, error))
  }

  async #insert(entry: AuditEntryDoc): Promise<void> {
    await this.#inserts.add(entry).catch((error: unknown) => {
      if (!(error instanceof DuplicateRowError)) throw error
    })
  }

  async #insertMany(entries: AuditEntryDoc[]): Promise<(undefined | Error)[]> {
    const failures = await insertUnordered(this.#deps.models.auditEntries.collection, entries, STORE_TIMEOUT_MS)
    return entries.map((_entry, index) => failures.get(index))
  }
}

/** A key has done what its sessions have. */
const actorIs = (actor: string) =>
  actor === 'cli' || actor === 'service' ? { 'actor.type': actor } : { 'actor.id': actor }

/** A name is an operation itself or the first of its parts. */
const nameBegins = (name: string) => ({ operation: { $gte: name, $lt: `${name}/` } })

/** Ids begin with their time. */
function timeIs({ from, to }: AuditFilter) {
  if (!from && !to) return {}
  const end = to && new Date(to.getTime() + 1)
  return {
    _id: { ...(from && { $gte: idFloor('auditEntry', from) }), ...(end && { $lte: idFloor('auditEntry', end) }) },
  }
}

function present({ _id, actor, operation, target, address, user_agent }: AuditEntryDoc): AuditEntry {
  return {
    id: _id,
    actor: { type: actor.type, id: actor.id },
    operation,
    target,
    address: address ?? null,
    user_agent: user_agent ?? null,
    created_at: isoTime(idTime(_id)),
  }
}
