import type { CombinedError, TypedDocumentNode } from '@urql/core'
import { useClient } from 'urql'
import { showToast } from '../../components/toasts'
import type { Folder } from '../../graphql/enums'
import { problemOf } from '../../graphql/problem'
import { counted } from '../../lib/counted'
import { shortTime } from '../../lib/time'
import type { BulkChange } from './bulk/change-many'
import { useChangeMany } from './bulk/use-change-many'
import {
  AssignThreadDocument,
  LabelThreadDocument,
  MarkThreadReadDocument,
  MoveThreadDocument,
  SnoozeThreadDocument,
  StarThreadDocument,
  type ThreadFragment,
} from './mail-operations'
import { type ThreadChanges, useMailbox } from './mailbox'
import { serializeWrite } from './serialize-write'

/** Where a reader can move a thread. */
export type Target = Exclude<Folder, 'SENT'>

/** What moving spam to the inbox is called. It unblocks the sender. */
export const NOT_SPAM = 'Not spam'

const MOVED: Record<Target, string> = {
  INBOX: 'Moved to the inbox.',
  ARCHIVE: 'Archived.',
  SPAM: 'Moved to spam. Later mail of the sender goes there, too.',
  TRASH: 'Moved to the trash.',
}

type Threads = readonly ThreadFragment[]

/** One change of one thread: how it shows, and the request for it. */
interface Step {
  threadId: string
  changes: ThreadChanges
  ask: () => Promise<{ error?: CombinedError | undefined }>
}

/** What a reader has chosen for threads. */
interface Choice {
  /** The request for several threads. */
  bulk: BulkChange
  /** The change of one. */
  toStep: (thread: ThreadFragment) => Step
  /** What undoes it. */
  before: (thread: ThreadFragment) => readonly Step[]
  /** The text of the toast; none if the page shows the change. */
  toast?: string
  /** The text for several threads, if it differs. */
  toastForMany?: string
}

/**
 * The writes of a reader. They show at once, go back, with the reason, if the API refuses, and can be undone. What changes several
 * threads is one request, and one undo.
 */
export function useThreadWrites() {
  const client = useClient()
  const changeMany = useChangeMany()
  const { begin, end, lastUndo } = useMailbox()

  function step<Variables extends { id: string }>(
    document: TypedDocumentNode<unknown, Variables>,
    variables: Variables,
    changes: ThreadChanges,
  ): Step {
    return { threadId: variables.id, changes, ask: () => client.mutation(document, variables).toPromise() }
  }
  const reading = ({ id }: ThreadFragment, read: boolean) =>
    step(MarkThreadReadDocument, { id, read }, { hasUnread: !read })
  const starring = ({ id }: ThreadFragment, starred: boolean) =>
    step(StarThreadDocument, { id, starred }, { isStarred: starred })
  const moving = ({ id }: ThreadFragment, folder: Target) =>
    step(MoveThreadDocument, { id, folder }, { folder, snoozedUntil: null })
  const snoozing = ({ id, folder }: ThreadFragment, until: string | null) =>
    step(SnoozeThreadDocument, { id, until }, { snoozedUntil: until, folder: until === null ? folder : 'INBOX' })
  const assigning = ({ id }: ThreadFragment, assignee: string | null) =>
    step(AssignThreadDocument, { id, assignee }, { assignee })
  const labelling = ({ id, labels }: ThreadFragment, name: string, isOn: boolean) => {
    const others = labels.filter((label) => label !== name)
    const change = isOn ? { add: [name], remove: [] } : { add: [], remove: [name] }
    return step(LabelThreadDocument, { id, ...change }, { labels: isOn ? [...others, name].sort() : others })
  }
  /** Where a thread was. Nobody can move one to the sent mail, where it is by itself. */
  const placing = (thread: ThreadFragment): Step[] => {
    if (thread.snoozedUntil !== null) return [snoozing(thread, thread.snoozedUntil)]
    return thread.folder === 'SENT' ? [] : [moving(thread, thread.folder)]
  }

  async function write(steps: readonly Step[]): Promise<boolean> {
    const writes = steps.map(({ threadId, changes }) => begin(threadId, changes))
    const refusal = await serializeWrite(async () => {
      let reason: string | null = null
      for (const [index, { ask }] of steps.entries()) {
        const { error } = await ask()
        end(writes[index]!, !error)
        if (error) reason = problemOf(error).message
      }
      return reason
    })
    if (refusal !== null) showToast(`Not changed: ${refusal}`, { isBad: true })
    return refusal === null
  }

  /**
   * Writes what the reader has chosen.
   * @param before steps that undo it.
   * @param toast the text of the toast; none if the page shows the change.
   */
  async function choose(steps: readonly Step[], before: readonly Step[], toast?: string): Promise<boolean> {
    if (steps.length === 0) return true
    let isOver = false
    const undo = () => {
      if (isOver) return
      isOver = true
      if (lastUndo.current === undo) lastUndo.current = null
      void write(before).then((isDone) => isDone && showToast('Undone.'))
    }
    // While it is being written already: what undoes it comes after it.
    lastUndo.current = before.length > 0 ? undo : null
    const isDone = await write(steps)
    if (isDone && toast) showToast(toast, before.length > 0 && !isOver ? { action: { label: 'Undo', run: undo } } : {})
    return isDone
  }

  /** The same for threads: what changes several of them is one request, and one undo. */
  function change(threads: Threads, { bulk, toStep, before, toast, toastForMany = toast }: Choice): Promise<boolean> {
    if (threads.length > 1) return changeMany(threads, bulk, (thread) => toStep(thread).changes, toastForMany)
    return choose(threads.map(toStep), threads.flatMap(before), toast)
  }

  return {
    /** Notes that the reader has seen a thread, which is nothing to undo. */
    noteRead: (thread: ThreadFragment) => write([reading(thread, true)]),
    markRead: (threads: Threads, read: boolean) =>
      change(threads, {
        bulk: { read },
        toStep: (thread) => reading(thread, read),
        before: (thread) => [reading(thread, !thread.hasUnread)],
        toastForMany: `${counted(threads.length, 'thread')} marked ${read ? 'read' : 'unread'}.`,
      }),
    star: (threads: Threads, starred: boolean) =>
      change(threads, {
        bulk: { starred },
        toStep: (thread) => starring(thread, starred),
        before: (thread) => [starring(thread, thread.isStarred)],
        toastForMany: `${counted(threads.length, 'thread')} ${starred ? 'with' : 'without'} a star.`,
      }),
    /** Gives threads a label, or takes it off. Their other labels stay, whatever others do with them meanwhile. */
    label: (threads: Threads, name: string, isOn: boolean) =>
      change(
        threads.filter(({ labels }) => labels.includes(name) !== isOn),
        {
          bulk: isOn ? { addLabels: [name] } : { removeLabels: [name] },
          toStep: (thread) => labelling(thread, name, isOn),
          before: (thread) => [labelling(thread, name, !isOn)],
        },
      ),
    move: (threads: Threads, folder: Target) =>
      change(threads, {
        bulk: { folder },
        toStep: (thread) => moving(thread, folder),
        before: placing,
        toast: MOVED[folder],
      }),
    /** Takes threads out of the inbox until a time, or brings them back with null. */
    snooze: (threads: Threads, until: string | null) =>
      change(threads, {
        bulk: { snoozedUntil: until },
        toStep: (thread) => snoozing(thread, until),
        before: placing,
        toast: until === null ? 'Back in the inbox.' : `Snoozed until ${shortTime(until, Date.now())}.`,
      }),
    /** Says who takes care of threads, or that nobody does. */
    assign: (threads: Threads, assignee: string | null) =>
      change(threads, {
        bulk: { assignee },
        toStep: (thread) => assigning(thread, assignee),
        before: (thread) => [assigning(thread, thread.assignee)],
        toast: assignee === null ? 'Assigned to nobody.' : `Assigned to ${assignee}.`,
      }),
  }
}
