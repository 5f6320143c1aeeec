import { isDeepStrictEqual } from 'node:util'
import type { mongo } from 'mongoose'
import {
  type BulkThreadChange,
  type BulkThreadResult,
  type BulkThreadResults,
  MAX_BULK_THREADS,
  UNDO_MS,
} from '../../../contract/mail-bulk.js'
import { ApiError } from '../../../errors.js'
import type { MailThreadDoc } from '../../../models/mail-thread.js'
import type { ChangedThread } from '../../../models/mail-undo.js'
import type { Caller } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import { type MailReach, type MailViewer, reachOf } from '../../platform/mail-reach.js'
import { isoTime } from '../../platform/timestamps.js'
import { findThreads } from '../filing/filing-view.js'
import { labelIds } from '../labels/label-names.js'
import {
  inSequence,
  type ThreadEdit,
  toAssign,
  toChangeLabels,
  toMove,
  toRead,
  toSnooze,
  toStar,
} from '../organizing/thread-edits.js'
import { reachesThread } from '../reach/within-reach.js'
import type { SpamTraining, TrainingWrite } from '../spam/spam-training.js'
import { completed } from '../threads/thread-state.js'
import { changesBetween, nextSeq, recordChanges, replaceThreads, untilUpToDate } from '../threads/thread-writes.js'
import { fieldsBefore, GROUP, partId } from './undo-rows.js'

/** How long an undo that was cut off can be repeated, in ms. */
const REPEATABLE_MS = 600_000

type BulkCaller = Pick<Caller, 'accountId' | 'testMode' | 'keyId'> & MailViewer
type Outcome = Omit<BulkThreadResult, 'thread_id'>

/** A change of many threads, and how far it is. */
interface Bulk {
  caller: BulkCaller
  reach: MailReach
  /** What is to be different, apart from the labels. */
  decide: ThreadEdit
  /** Names of labels. One may be deleted meanwhile, so that each group looks for them again. */
  labels: Record<'add' | 'remove', readonly string[]>
  training: TrainingWrite | null
  undoId: string
  /** What became of each thread that has been looked at, by its own id. */
  done: Map<string, Outcome>
}

/** A thread as it was and as it is, and how to put it back. */
interface Change {
  was: MailThreadDoc
  is: MailThreadDoc
  undo: ChangedThread
}

/** What becomes of the threads of a group. */
interface Group {
  outcomes: Map<string, Outcome>
  /** The own id of each thread, by the id that names it. */
  rootOf: Map<string, string>
  changes: Change[]
}

/**
 * Changes many threads at once, by groups. If it ends in the middle, some groups are changed; to repeat it does the rest, and
 * changes nothing of what is done.
 */
export class ThreadBulk {
  readonly #deps: Pick<ServiceDeps, 'clock' | 'conveyor' | 'models' | 'newId'> & {
    spamTraining: Pick<SpamTraining, 'ofMove'>
  }

  constructor(
    deps: Pick<ServiceDeps, 'clock' | 'conveyor' | 'models' | 'newId'> & { spamTraining: Pick<SpamTraining, 'ofMove'> },
  ) {
    this.#deps = deps
  }

  /** @throws ApiError `invalid_request` for a snooze that ends in the past or too far away. */
  async change(caller: BulkCaller, { thread_ids, ...change }: BulkThreadChange): Promise<BulkThreadResults> {
    const { models, newId } = this.#deps
    const { add_labels = [], remove_labels = [] } = change
    const bulk: Bulk = {
      caller,
      reach: await reachOf(models, caller),
      decide: this.#decisionOf(change),
      labels: { add: add_labels, remove: remove_labels },
      // What a move teaches is of all mail of the account.
      training: change.folder && !caller.inboxIds ? await this.#deps.spamTraining.ofMove(caller, change.folder) : null,
      undoId: newId('mailUndo'),
      done: new Map(),
    }
    const ids = [...new Set(thread_ids)]
    const rootOf = new Map<string, string>()
    let until: Date | null = null
    for (let part = 0; part < MAX_BULK_THREADS / GROUP && part * GROUP < ids.length; part += 1) {
      const own = ids.slice(part * GROUP, (part + 1) * GROUP)
      const group = await untilUpToDate('a thread', () => this.#changeGroup(bulk, own, part))
      for (const [id, root] of group.rootOf) rootOf.set(id, root)
      until = group.until ?? until
    }
    return {
      results: thread_ids.map((thread_id) => {
        const outcome = bulk.done.get(rootOf.get(thread_id) ?? '') ?? NOT_FOUND
        return { thread_id, ...outcome }
      }),
      undo_id: until && bulk.undoId,
      undo_until: until && isoTime(until),
    }
  }

  #decisionOf({ folder, read, starred, assignee, snoozed_until }: Omit<BulkThreadChange, 'thread_ids'>): ThreadEdit {
    const { clock } = this.#deps
    return inSequence([
      ...(folder === undefined ? [] : [toMove(folder)]),
      ...(snoozed_until === undefined ? [] : [toSnooze(snoozed_until, clock.now(), 'snoozed_until')]),
      ...(read === undefined ? [] : [toRead(read)]),
      ...(starred === undefined ? [] : [toStar(starred)]),
      ...(assignee === undefined ? [] : [toAssign(assignee)]),
    ])
  }

  async #labelling({ caller, labels }: Bulk, session: mongo.ClientSession): Promise<ThreadEdit> {
    const { models } = this.#deps
    const added = await labelIds(models, caller.accountId, labels.add, session)
    const removed = await labelIds(models, caller.accountId, labels.remove, session)
    return toChangeLabels(added, removed)
  }

  /**
   * Changes a group in one transaction. It takes the number first: from then on nobody else can change threads of the account,
   * so what it reads is as it is, however much is going on.
   * @returns what it has found, and until when it can be undone; null for a group that has not changed.
   */
  async #changeGroup(bulk: Bulk, ids: readonly string[], part: number) {
    const { models, clock, conveyor } = this.#deps
    const { caller, training, undoId } = bulk
    const { accountId } = caller
    let group: Group | undefined
    let until: Date | null = null
    await models.connection.transaction(async (session) => {
      const seq = await nextSeq(models, accountId, session)
      const decide = inSequence([bulk.decide, await this.#labelling(bulk, session)])
      group = decideGroup({ ...bulk, decide }, ids, await findThreads(models, accountId, ids, new Map(), session))
      const changes = await taught(group, training, session)
      until = null
      // Without a change there is nothing to record, so the number is given back.
      if (changes.length === 0) return session.abortTransaction()
      await replaceThreads(
        models,
        accountId,
        changes.map(({ was, is }) => [was, { ...is, seq }] as const),
        session,
      )
      const now = clock.now().getTime()
      until = new Date(now + UNDO_MS)
      await models.mailUndos.collection.insertOne(
        {
          ...{ _id: partId(undoId, part), account_id: accountId, key_id: caller.keyId },
          threads: changes.map(({ undo }) => undo),
          ...{ until, expires_at: new Date(now + REPEATABLE_MS) },
        },
        { session },
      )
      const recorded = changes.flatMap(({ was, is }) => changesBetween(was, is))
      await recordChanges(models, { accountId, seq }, recorded, session)
    })
    const { outcomes, rootOf } = group!
    for (const [id, outcome] of outcomes) bulk.done.set(id, outcome)
    if (until) conveyor.announce(accountId)
    return { rootOf, until: until as Date | null }
  }
}

const NOT_FOUND: Outcome = { outcome: 'not_found', message: null }
const UNCHANGED: Outcome = { outcome: 'unchanged', message: null }

/** The changes of a group, with what they teach. A thread that stays as it is, and teaches nothing, has not changed. */
async function taught(
  { outcomes, changes }: Group,
  training: TrainingWrite | null,
  session: mongo.ClientSession,
): Promise<Change[]> {
  const real: Change[] = []
  for (const { was, is, undo } of changes) {
    const learned = await training?.(was, session)
    const isSame = Object.entries(undo.was).every(([field, value]) =>
      isDeepStrictEqual(value, is[field as keyof MailThreadDoc]),
    )
    if (isSame && !learned?.changed.length) outcomes.set(was._id, UNCHANGED)
    else real.push({ was, is, undo: { ...undo, ...(learned && { block_change: learned }) } })
  }
  return real
}

/** What becomes of threads, by the rows as they are. Threads that were merged into others are these. */
function decideGroup({ reach, decide, done }: Bulk, ids: readonly string[], found: readonly MailThreadDoc[]): Group {
  const rows = new Map(found.map((row) => [row._id, row]))
  const group: Group = { outcomes: new Map(), rootOf: new Map(), changes: [] }
  for (const id of ids) {
    let row = rows.get(id)
    while (row?.merged_into !== undefined) row = rows.get(row.merged_into)
    if (!row || !reachesThread(reach, row)) continue
    group.rootOf.set(id, row._id)
    if (done.has(row._id) || group.outcomes.has(row._id)) continue
    group.outcomes.set(row._id, decideThread(row, decide, group))
  }
  return group
}

function decideThread(row: MailThreadDoc, decide: ThreadEdit, { changes }: Group): Outcome {
  try {
    const changed = decide(row)
    if (Object.keys(changed).length === 0) return UNCHANGED
    const undo = { id: row._id, version: row.version + 1, was: fieldsBefore(row, changed) }
    changes.push({ was: row, is: completed({ ...row, ...changed }), undo })
    return { outcome: 'changed', message: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { outcome: 'refused', message: error.message }
  }
}
