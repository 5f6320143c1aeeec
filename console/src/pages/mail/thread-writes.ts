import type { TypedDocumentNode } from '@urql/core'
import { useClient } from 'urql'
import { tell } from '../../components/toasts'
import type { Folder } from '../../graphql/enums'
import { problemOf } from '../../graphql/problem'
import { holdPage, releasePage, WRITES } from '../../lib/hold-page'
import {
  LabelThreadDocument,
  MarkThreadReadDocument,
  MoveThreadDocument,
  StarThreadDocument,
  type ThreadFragment,
} from './mail-operations'
import { type ThreadChanges, useMailbox } from './mailbox'

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
/** Names of labels, and whether threads have them. */
export type LabelChoices = readonly (readonly [name: string, isOn: boolean])[]

/** The writes of a reader. They show at once, and go back, with the reason, if the API refuses. */
export function useThreadWrites() {
  const client = useClient()
  const { begin, end } = useMailbox()

  async function write<Variables extends { id: string }>(
    threads: Threads,
    changesOf: (thread: ThreadFragment) => ThreadChanges,
    mutation: TypedDocumentNode<unknown, Variables>,
    variablesFor: (thread: ThreadFragment) => Variables,
  ): Promise<boolean> {
    const writes = threads.map((thread) => begin(thread.id, changesOf(thread)))
    // One after the other: the last choice of the reader is the last that the API gets.
    const refusal = await inTurn(async () => {
      let reason: string | null = null
      for (const [index, thread] of threads.entries()) {
        const { error } = await client.mutation(mutation, variablesFor(thread)).toPromise()
        end(writes[index]!, !error)
        if (error) reason = problemOf(error).message
      }
      return reason
    })
    if (refusal !== null) tell(`Not changed: ${refusal}`, { isBad: true })
    return refusal === null
  }

  return {
    markRead: (threads: Threads, read: boolean) =>
      write(
        threads,
        () => ({ hasUnread: !read }),
        MarkThreadReadDocument,
        ({ id }) => ({ id, read }),
      ),
    star: (threads: Threads, starred: boolean) =>
      write(
        threads,
        () => ({ isStarred: starred }),
        StarThreadDocument,
        ({ id }) => ({ id, starred }),
      ),
    /** Gives threads labels, or takes them off. Their other labels stay. */
    label: (threads: Threads, choices: LabelChoices) =>
      write(
        threads.filter(({ labels }) => choices.some(([name, isOn]) => labels.includes(name) !== isOn)),
        ({ labels }) => ({ labels: labelsWith(labels, choices) }),
        LabelThreadDocument,
        ({ id, labels }) => ({ id, labels: labelsWith(labels, choices) }),
      ),
    move: async (threads: Threads, folder: Target) => {
      const isMoved = await write(
        threads,
        () => ({ folder }),
        MoveThreadDocument,
        ({ id }) => ({ id, folder }),
      )
      if (isMoved) tell(MOVED[folder])
      return isMoved
    },
  }
}

let turn: Promise<unknown> = Promise.resolve()

/** Runs writes one after the other. They never reject. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const run = turn.then(work)
  turn = run
  // What the page shows as done may still be waiting here.
  holdPage(WRITES)
  const release = () => {
    if (turn === run) releasePage(WRITES)
  }
  void run.then(release, release)
  return run
}

function labelsWith(labels: readonly string[], choices: LabelChoices): string[] {
  const all = new Set(labels)
  for (const [name, isOn] of choices) isOn ? all.add(name) : all.delete(name)
  return [...all].sort()
}
