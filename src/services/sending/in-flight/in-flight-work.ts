import type { mongo } from 'mongoose'
import { idFloor, idTime } from '../../../ids.js'
import { getOrMake } from '../../../lib/collections/get-or-make.js'
import type { BroadcastDoc } from '../../../models/broadcast.js'
import { DISPATCH_INDEX, type MessageDoc } from '../../../models/message.js'
import { WORK_KINDS, type WorkKind } from '../../../streams/topics.js'
import type { OperatorDeps } from '../../deps.js'
import { endHold, findHold, type RestoreHold } from '../../platform/backup/restore-hold.js'

/*
 * What a backup had not finished, and what becomes of it when a restored deployment is resumed.
 *
 * Mail is in flight if it was due before the restore, or a worker had it: it may have left after the backup. Mail that is
 * scheduled for later has not.
 */

/** The error of mail that an operator gives up. */
const ABANDONED = 'abandoned_after_restore'
const BATCH = 500

/** The open work of an account, by kind. Of mail, `in_flight` is the part that may have left after the backup. */
export interface OpenWorkOfAccount {
  account_id: string
  in_flight: number
  open: Partial<Record<WorkKind, number>>
}

/** A mail that may have left after the backup. */
export interface InFlightMail {
  id: string
  account_id: string
  /** `handed_over`: a worker had it. `queued`: it waited for one. */
  state: 'handed_over' | 'queued'
  accepted_at: string
  due_at: string
}

/** What was given up. */
export interface Abandoned {
  messages: number
  broadcasts: number
}

/** Lists what was in flight, and resumes a restored deployment. */
export class InFlightWork {
  readonly #deps: Pick<OperatorDeps, 'models' | 'work' | 'clock'>

  constructor(deps: Pick<OperatorDeps, 'models' | 'work' | 'clock'>) {
    this.#deps = deps
  }

  /** The hold of the deployment; null if it is not held. */
  hold(): Promise<RestoreHold | null> {
    return findHold(this.#deps.models.system.collection)
  }

  /** Accounts with open work, in the order of their ids. */
  async byAccount(hold: RestoreHold): Promise<OpenWorkOfAccount[]> {
    const { models, work } = this.#deps
    const accounts = new Map<string, OpenWorkOfAccount>()
    const rowOf = (account_id: string) =>
      getOrMake(accounts, account_id, (): OpenWorkOfAccount => ({ account_id, in_flight: 0, open: {} }))
    for (const kind of WORK_KINDS) {
      for (const { accountId, count } of await work[kind].backlog.countOpen()) rowOf(accountId).open[kind] = count
    }
    const stages = [{ $match: inFlight(hold) }, { $group: { _id: '$account_id', count: { $sum: 1 } } }]
    const groups = models.messages.collection.aggregate<{ _id: string; count: number }>(stages, {
      hint: DISPATCH_INDEX,
    })
    for await (const { _id, count } of groups) rowOf(_id).in_flight = count
    return [...accounts.values()].sort((one, other) => (one.account_id < other.account_id ? -1 : 1))
  }

  /** The mail in flight, of all accounts or of one, read as it is asked for. */
  async *mail(hold: RestoreHold, accountId?: string): AsyncGenerator<InFlightMail> {
    const filter = { ...inFlight(hold), ...(accountId !== undefined && { account_id: accountId }) }
    const projection = { account_id: 1, lease: 1, dispatch_at: 1 }
    const rows = this.#deps.models.messages.collection.find(filter, { projection, hint: DISPATCH_INDEX })
    for await (const { _id, account_id, lease, dispatch_at } of rows) {
      const accepted_at = idTime(_id).toISOString()
      const state = lease ? 'handed_over' : 'queued'
      yield { id: _id, account_id, state, accepted_at, due_at: dispatch_at!.toISOString() }
    }
  }

  /**
   * Gives up the mail in flight, which then fails instead of being sent, and the broadcasts that were being sent. Can be
   * repeated after a crash.
   */
  async abandon(hold: RestoreHold, onProgress: (messages: number) => void): Promise<Abandoned> {
    const { models, clock } = this.#deps
    const broadcasts = await this.#cancelBroadcasts(hold)
    const rows = models.messages.collection
    const filter = { ...inFlight(hold), abandoned: { $exists: false } }
    let messages = 0
    for (;;) {
      const found = await rows
        .find(filter, { projection: { account_id: 1 }, limit: BATCH, hint: DISPATCH_INDEX })
        .toArray()
      if (found.length === 0) return { messages, broadcasts }
      // Their crashes stay: a worker that had one may have recorded its outcome, which then counts.
      const { modifiedCount } = await rows.updateMany(
        {
          ...filter,
          _id: { $in: found.map(({ _id }) => _id) },
          account_id: { $in: [...new Set(found.map(({ account_id }) => account_id))] },
        },
        { $set: { abandoned: ABANDONED, dispatch_at: clock.now() }, $unset: { lease: 1, enqueued_at: 1 } },
        { hint: { _id: 1 } },
      )
      messages += modifiedCount
      onProgress(messages)
    }
  }

  async #cancelBroadcasts(hold: RestoreHold): Promise<number> {
    const now = this.#deps.clock.now()
    const begun: mongo.Filter<BroadcastDoc> = {
      account_id: { $gte: '' },
      expand_at: { $exists: true },
      ...ofBackup('broadcast', hold),
      $or: [{ status: 'sending' }, { status: 'scheduled', expand_at: { $lte: new Date(hold.restored_at) } }],
    }
    const { modifiedCount } = await this.#deps.models.broadcasts.collection.updateMany(begun, {
      $set: { status: 'canceled', paused_reason: null, finished_at: now, updated_at: now, expand_at: now },
      $unset: { lease: 1, enqueued_at: 1 },
    })
    return modifiedCount
  }

  /** Lets everything go on. Returns whether the deployment was held. */
  async resume(): Promise<boolean> {
    const hold = await this.hold()
    if (hold === null) return false
    await endHold(this.#deps.models.system.collection)
    return true
  }
}

/** What was there before the restore. */
const ofBackup = (kind: 'message' | 'broadcast', { restored_at }: RestoreHold) => ({
  _id: { $lt: idFloor(kind, new Date(restored_at)) },
})

/** Matches the mail in flight, of any account. */
const inFlight = (hold: RestoreHold): mongo.Filter<MessageDoc> => ({
  account_id: { $gte: '' },
  ...ofBackup('message', hold),
  dispatch_at: { $exists: true },
  $or: [{ lease: { $exists: true } }, { dispatch_at: { $lte: new Date(hold.restored_at) } }],
})
