import { z } from 'zod'
import { cutAbove, id, idParam, optional, timestamp } from './fields.js'
import { labelNames } from './mail-labels.js'
import { AssignThread, MAX_SNOOZE_DAYS, SnoozeThread, TargetFolder } from './mail-threads.js'

/** Most threads to change at once. */
export const MAX_BULK_THREADS = 1_000

/** How long a change of many threads can be undone, in ms. */
export const UNDO_MS = 30_000

const flag = () => optional(z.boolean('must be true or false'))

export const BulkThreadChange = z
  .strictObject({
    thread_ids: cutAbove(
      MAX_BULK_THREADS,
      z
        .array(idParam(), 'must be a list of ids of threads')
        .min(1, 'must not be empty')
        .max(MAX_BULK_THREADS, `must have at most ${MAX_BULK_THREADS.toLocaleString('en')} ids`),
    ).meta({ description: 'The threads to change, at most 1,000.' }),
    folder: optional(TargetFolder).meta({
      description: 'Where to: inbox, archive, trash or spam. It cannot be combined with `snoozed_until`.',
    }),
    read: flag().meta({ description: 'Whether they are marked read, or unread.' }),
    starred: flag().meta({ description: 'Whether they have a star.' }),
    add_labels: optional(labelNames()).meta({
      description: 'Names of labels that they get. Unknown label names are ignored.',
    }),
    remove_labels: optional(labelNames()).meta({ description: 'Names of labels that they lose.' }),
    assignee: AssignThread.shape.assignee.optional().meta({
      description: 'Who takes care of them, in your own words: a name or an address. Null for nobody.',
    }),
    snoozed_until: SnoozeThread.shape.until.optional().meta({
      description: `When they come back to the inbox; null for now. At most ${MAX_SNOOZE_DAYS} days from now.`,
    }),
  })
  .superRefine(({ thread_ids: _ids, ...changes }, context) => {
    if (Object.values(changes).every((value) => value === undefined))
      context.addIssue({ code: 'custom', path: ['folder'], message: NO_CHANGE })
    if (changes.folder !== undefined && changes.snoozed_until !== undefined)
      context.addIssue({ code: 'custom', path: ['snoozed_until'], message: 'cannot be combined with folder' })
  })
export type BulkThreadChange = z.output<typeof BulkThreadChange>

const NO_CHANGE =
  'is required, unless another change is given: read, starred, add_labels, remove_labels, assignee or snoozed_until'

/** What became of a thread. */
export const BulkThreadOutcome = z
  .enum(['changed', 'unchanged', 'refused', 'not_found'])
  .meta({ id: 'BulkThreadOutcome' })

export const BulkThreadResult = z
  .object({
    thread_id: z.string().meta({ description: 'The thread, as the request names it.' }),
    outcome: BulkThreadOutcome.meta({
      description:
        'What became of it. `unchanged`: there was nothing to change. `refused`: the change is not possible; `message` says why.',
    }),
    message: z.string().nullable().meta({ description: 'For `refused`: why; null otherwise.' }),
  })
  .meta({ id: 'BulkThreadResult' })
export type BulkThreadResult = z.output<typeof BulkThreadResult>

export const BulkThreadResults = z
  .object({
    results: z.array(BulkThreadResult).meta({ description: 'One for each thread, in the order of the request.' }),
    undo_id: id('mailUndo').nullable().meta({
      description: 'The id that undoes the change, with the same key; null if nothing has changed.',
    }),
    undo_until: timestamp().nullable().meta({
      description: 'Until when it can be undone: 30 seconds after the change. Null if nothing has changed.',
    }),
  })
  .meta({ id: 'BulkThreadResults' })
export type BulkThreadResults = z.output<typeof BulkThreadResults>

/** The result of an undo for one thread. */
export const UndoneThreadOutcome = z
  .enum(['restored', 'changed_since', 'not_found'])
  .meta({ id: 'UndoneThreadOutcome' })

export const UndoneThread = z
  .object({
    thread_id: id('thread').meta({ description: 'A thread that the change had changed.' }),
    outcome: UndoneThreadOutcome.meta({
      description:
        'What became of it. `changed_since`: somebody, or new mail, has changed it since, so it stays as it is. `not_found`: it is gone.',
    }),
  })
  .meta({ id: 'UndoneThread' })
export type UndoneThread = z.output<typeof UndoneThread>

export const UndoneThreads = z
  .object({
    results: z.array(UndoneThread).meta({ description: 'One for each thread that the change had changed.' }),
  })
  .meta({ id: 'UndoneThreads' })
export type UndoneThreads = z.output<typeof UndoneThreads>
