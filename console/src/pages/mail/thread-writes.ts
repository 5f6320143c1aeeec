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
  const { learn } = useMailbox()

  async function write<Variables extends { id: string }>(
    threads: Threads,
    changes: ThreadChanges,
    mutation: TypedDocumentNode<unknown, Variables>,
    variablesFor: (id: string) => Variables,
  ): Promise<boolean> {
    for (const { id } of threads) learn(id, changes)
    let refusal: string | null = null
    for (const thread of threads) {
      const { error } = await client.mutation(mutation, variablesFor(thread.id)).toPromise()
      if (!error) continue
      learn(thread.id, before(thread, changes))
      refusal = problemOf(error).message
    }
    if (refusal !== null) tell(`Not changed: ${refusal}`, { isBad: true })
    return refusal === null
  }

  return {
    markRead: (threads: Threads, read: boolean) =>
      write(threads, { hasUnread: !read }, MarkThreadReadDocument, (id) => ({ id, read })),
    star: (threads: Threads, starred: boolean) =>
      write(threads, { isStarred: starred }, StarThreadDocument, (id) => ({ id, starred })),
    label: (threads: Threads, labels: string[]) =>
      write(threads, { labels }, LabelThreadDocument, (id) => ({ id, labels })),
    move: async (threads: Threads, folder: Target) => {
      const isMoved = await write(threads, { folder }, MoveThreadDocument, (id) => ({ id, folder }))
      if (isMoved) tell(MOVED[folder])
      return isMoved
    },
  }
}

/** What a thread was where it is changed. */
function before(thread: ThreadFragment, changes: ThreadChanges): ThreadChanges {
  const { hasUnread, isStarred, labels, folder } = thread
  const was: ThreadChanges = { hasUnread, isStarred, labels, folder }
  return Object.fromEntries(Object.entries(was).filter(([name]) => name in changes))
}
