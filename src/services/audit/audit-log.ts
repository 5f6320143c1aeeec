import type { Actor, AuditEntry } from '../../contract/audit-log.js'
import type { PageRequest } from '../../contract/fields.js'
import { idTime } from '../../ids.js'
import { Group } from '../../lib/group.js'
import type { AuditEntryDoc } from '../../models/audit-entry.js'
import { insertUnordered } from '../../models/insert-unordered.js'
import { isLedgerAway, STORE_TIMEOUT_MS } from '../../models/ledger-away.js'
import type { OperatorDeps } from '../deps.js'
import { newestFirst, type Page } from '../pages.js'
import { isoTime } from '../timestamps.js'

/** A performed operation. */
export interface Deed {
  accountId: string
  actor: Actor
  /** Name of the operation. */
  operation: string
  /** Id of the changed resource. */
  target: string | null
}

export type AuditLogDeps = Pick<OperatorDeps, 'models' | 'newId'> & {
  /** Called with an operation whose entry could not be written. */
  onUnnoted: (deed: Deed, error: unknown) => void
}

const MAX_GROUP_ITEMS = 500

/** Records who changed what, and when. */
export class AuditLog {
  readonly #deps: AuditLogDeps
  readonly #inserts: Group<AuditEntryDoc, undefined>

  constructor(deps: AuditLogDeps) {
    this.#deps = deps
    this.#inserts = new Group((entries) => this.#insertMany(entries), {
      maxItems: MAX_GROUP_ITEMS,
      failsWaiting: isLedgerAway,
    })
  }

  /**
   * Writes an entry. When this resolves, the entry is durable or `complain` was called. It never throws: the operation
   * has succeeded either way, and its caller must not think otherwise.
   */
  async record(deed: Deed): Promise<void> {
    const { accountId, actor, operation, target } = deed
    const entry = { _id: this.#deps.newId('auditEntry'), account_id: accountId, actor, operation, target }
    await this.#inserts.add(entry).catch((error: unknown) => this.#deps.onUnnoted(deed, error))
  }

  /** The entries of an account, newest first. */
  list(accountId: string, page: PageRequest): Promise<Page<AuditEntry>> {
    const query = this.#deps.models.auditEntries.find({ account_id: accountId })
    return newestFirst(query, 'auditEntry', page, present)
  }

  async #insertMany(entries: AuditEntryDoc[]): Promise<(undefined | Error)[]> {
    const failures = await insertUnordered(this.#deps.models.auditEntries.collection, entries, STORE_TIMEOUT_MS)
    return entries.map((_entry, index) => failures.get(index))
  }
}

function present({ _id, actor, operation, target }: AuditEntryDoc): AuditEntry {
  return {
    id: _id,
    actor: { type: actor.type, id: actor.id },
    operation,
    target,
    created_at: isoTime(idTime(_id)),
  }
}
