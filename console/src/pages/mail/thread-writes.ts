import type { TypedDocumentNode } from '@urql/core'
import { useClient } from 'urql'
import { tell } from '../../components/toasts'
import type { Folder } from '../../graphql/enums'
import { problemOf } from '../../graphql/problem'
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

const MOVED: Record<Target, string> = {
  INBOX: 'Moved to the inbox.',
  ARCHIVE: 'Archived.',
  SPAM: 'Moved to spam.',
  TRASH: 'Moved to the trash.',
}

type Threads = readonly ThreadFragment[]

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
    /** Gives threads a label, or takes it off. Their other labels stay. */
    label: (threads: Threads, name: string, isOn: boolean) =>
      write(
        threads.filter(({ labels }) => labels.includes(name) !== isOn),
        ({ labels }) => ({ labels: labelsWith(labels, name, isOn) }),
        LabelThreadDocument,
        ({ id, labels }) => ({ id, labels: labelsWith(labels, name, isOn) }),
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
  return run
}

const labelsWith = (labels: readonly string[], name: string, isOn: boolean): string[] => {
  const others = labels.filter((each) => each !== name)
  return isOn ? [...others, name].sort() : others
}
