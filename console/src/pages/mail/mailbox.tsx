import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useEvents } from '../../graphql/use-events'
import { useThrottled } from '../../lib/throttle'
import { type ThreadFragment, ThreadUpdatedDocument } from './mail-operations'

/** What may be newer than what a list has read of a thread. */
export type ThreadChanges = Partial<ThreadFragment>

/** A write of the reader that is on its way. */
interface Write {
  threadId: string
  changes: ThreadChanges
  /** How often the thread had been heard of when it began. */
  heard: number
}

interface Mailbox {
  /** Grows when something has changed, and views look again. */
  version: number
  /** A thread as it is now: with what arrived live, and with what the reader has just done. */
  latest: <T extends ThreadFragment>(thread: T) => T
  /** Shows writes as if they were done, also while news of what was before arrives. */
  begin: (threadId: string, changes: ThreadChanges) => Write
  /** Ends that. What has arrived meanwhile is newer than a write that is done, or soon followed by what it did. */
  end: (write: Write, isDone: boolean) => void
  /** Forgets what is known of threads, and looks again. */
  startOver: () => void
  /** Whether changes do not arrive at the moment. */
  isLost: boolean
}

const MailboxContext = createContext<Mailbox | null>(null)

/** Follows the threads of the account for everything inside. */
export function MailboxProvider({ children }: { children: ReactNode }) {
  const [version, setVersion] = useState(0)
  const [known, setKnown] = useState<ReadonlyMap<string, ThreadChanges>>(new Map())
  const [writes, setWrites] = useState<readonly Write[]>([])
  const heard = useRef(new Map<string, number>())
  const lookAgain = useThrottled(() => setVersion((count) => count + 1))
  const startOver = useCallback(() => {
    setKnown(new Map())
    lookAgain()
  }, [lookAgain])
  const isLost = useEvents(
    ThreadUpdatedDocument,
    {},
    {
      pick: (result) => result.threadUpdated,
      onEvent: ({ threadUpdated: thread }) => {
        heard.current.set(thread.id, (heard.current.get(thread.id) ?? 0) + 1)
        setKnown((old) => withChanges(old, thread.id, thread))
        lookAgain()
      },
      // After a break, what was missed is newer than what is known.
      onOpen: startOver,
    },
  )
  const mailbox = useMemo<Mailbox>(
    () => ({
      version,
      latest: (thread) => {
        const own = writes.filter(({ threadId }) => threadId === thread.id)
        return Object.assign({ ...thread, ...known.get(thread.id) }, ...own.map(({ changes }) => changes))
      },
      begin: (threadId, changes) => {
        const write = { threadId, changes, heard: heard.current.get(threadId) ?? 0 }
        setWrites((old) => [...old, write])
        return write
      },
      end: (write, isDone) => {
        const { threadId, changes } = write
        setWrites((old) => old.filter((each) => each !== write))
        const isNewest = (heard.current.get(threadId) ?? 0) === write.heard
        if (isDone && isNewest) setKnown((old) => withChanges(old, threadId, changes))
      },
      startOver,
      isLost,
    }),
    [version, known, writes, startOver, isLost],
  )
  return <MailboxContext value={mailbox}>{children}</MailboxContext>
}

export function useMailbox(): Mailbox {
  return useContext(MailboxContext)!
}

/** Calls a function whenever something has changed. */
export function useChanges(look: () => void): void {
  const { version } = useMailbox()
  const latest = useRef(look)
  latest.current = look
  useEffect(() => {
    if (version > 0) latest.current()
  }, [version])
}

const withChanges = (known: ReadonlyMap<string, ThreadChanges>, id: string, changes: ThreadChanges) =>
  new Map(known).set(id, { ...known.get(id), ...changes })
