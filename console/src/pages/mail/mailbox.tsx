import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useEvents } from '../../graphql/use-events'
import { counted } from '../../lib/counted'
import { useThrottled } from '../../lib/throttle'
import { type MailChange, MailChangesDocument, type ThreadFragment } from './mail-operations'

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
  /** Grows when changes were missed, and everything that is shown has to be read again. */
  restarts: number
  /** How often the mail of a thread has changed, as opposed to its marks. */
  mailChangesOf: (threadId: string) => number
  /** A thread as it is now: with what arrived live, and with what the reader has just done. Null if it is gone. */
  latest: <T extends ThreadFragment>(thread: T) => T | null
  /** Shows writes as if they were done, also while news of what was before arrives. */
  begin: (threadId: string, changes: ThreadChanges) => Write
  /** Ends that. What has arrived meanwhile is newer than a write that is done, or soon followed by what it did. */
  end: (write: Write, isDone: boolean) => void
  /** Undoes what the reader did last, once. Null if there is nothing. */
  lastUndo: { current: (() => void) | null }
  /** Looks again, soon. */
  lookAgain: () => void
  /** Forgets what is known of threads, and looks again. */
  startOver: () => void
  /** Whether changes do not arrive at the moment. */
  isLost: boolean
}

/** After a longer break everything is read again, which is less than all changes of that time. */
const RESUMES_WITHIN_MS = 5 * 60_000
/** Threads of which changes are kept. With more, everything is read again, so that a page may stay open for weeks. */
const MOST_KNOWN = 1_000

/** Changes of what lists show of a thread, and not of its mail. */
const MARKS: ReadonlySet<string> = new Set([
  ...['read', 'unread', 'starred', 'unstarred', 'moved', 'labelled', 'snoozed', 'unsnoozed', 'assigned'],
])

/** What has been heard of threads. Null for those that are gone. */
type Known = ReadonlyMap<string, ThreadChanges | null>

/** What the reader did last, also on another page of the mailbox. */
const lastUndo: Mailbox['lastUndo'] = { current: null }

const MailboxContext = createContext<Mailbox | null>(null)

/** Follows the threads of the account for everything inside. */
export function MailboxProvider({ children }: { children: ReactNode }) {
  const [version, setVersion] = useState(0)
  const [restarts, setRestarts] = useState(0)
  const [known, setKnown] = useState<Known>(new Map())
  const [mailChanges, setMailChanges] = useState<ReadonlyMap<string, number>>(new Map())
  const [writes, setWrites] = useState<readonly Write[]>([])
  const [received, setReceived] = useState<readonly MailChange[]>([])
  const heard = useRef(new Map<string, number>())
  const lookAgain = useThrottled(() => setVersion((count) => count + 1))
  const startOver = useCallback(() => {
    setKnown(new Map())
    setMailChanges(new Map())
    setRestarts((count) => count + 1)
    lookAgain()
  }, [lookAgain])

  const news = useRef<MailChange[]>([])
  /** Takes in what has arrived since the last time: many changes at once cost one look. */
  const takeIn = () => {
    const changes = news.current.splice(0)
    if (changes.length === 0) return
    const threads = changes.flatMap(({ threadId, thread }) => (threadId ? [[threadId, thread] as const] : []))
    const isTooMuch = known.size + threads.length > MOST_KNOWN
    if (isTooMuch || changes.some(({ type }) => type === 'label_renamed')) startOver()
    else {
      const ids = changes.flatMap(({ type, threadId }) => (threadId === null || MARKS.has(type) ? [] : [threadId]))
      setKnown((old) => new Map([...old, ...threads]))
      setMailChanges((old) => withMore(old, ids))
      lookAgain()
    }
    const arrived = changes.filter(({ type }) => type === 'received')
    if (arrived.length > 0) setReceived(arrived)
  }
  const takeInSoon = useThrottled(takeIn, 0)
  const takeInNow = useRef(takeIn)
  takeInNow.current = takeIn
  const isLost = useEvents(
    MailChangesDocument,
    {},
    {
      pick: ({ mailChanges: { updateCursor } }) => ({ id: updateCursor }),
      onEvent: ({ mailChanges: change }) => {
        const { threadId } = change
        if (threadId) heard.current.set(threadId, (heard.current.get(threadId) ?? 0) + 1)
        news.current.push(change)
        takeInSoon()
      },
      // What was missed is newer than what is known, unless it arrives now.
      onOpen: (_isAgain, isResumed) => {
        if (!isResumed) startOver()
      },
      resumesWithinMs: RESUMES_WITHIN_MS,
    },
  )
  const mailbox = useMemo<Mailbox>(
    () => ({
      version,
      restarts,
      mailChangesOf: (threadId) => mailChanges.get(threadId) ?? 0,
      latest: (thread) => {
        const changes = known.get(thread.id)
        if (changes === null) return null
        const own = writes.filter(({ threadId }) => threadId === thread.id)
        return Object.assign({ ...thread, ...changes }, ...own.map((write) => write.changes))
      },
      begin: (threadId, changes) => {
        const write = { threadId, changes, heard: heard.current.get(threadId) ?? 0 }
        setWrites((old) => [...old, write])
        return write
      },
      end: (write, isDone) => {
        const { threadId, changes } = write
        // What was heard of meanwhile shows before the write goes, so that nothing goes back for a moment.
        takeInNow.current()
        setWrites((old) => old.filter((each) => each !== write))
        const isNewest = (heard.current.get(threadId) ?? 0) === write.heard
        if (!isDone || !isNewest) return
        setKnown((old) =>
          old.get(threadId) === null ? old : new Map(old).set(threadId, { ...old.get(threadId), ...changes }),
        )
      },
      lastUndo,
      lookAgain,
      startOver,
      isLost,
    }),
    [version, restarts, known, mailChanges, writes, lookAgain, startOver, isLost],
  )
  return (
    <MailboxContext value={mailbox}>
      {children}
      {/* Screen readers are told; the rows show it to everybody else. */}
      <p className="visually-hidden" role="status" aria-label="New mail">
        {announced(received)}
      </p>
    </MailboxContext>
  )
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

/** Calls a function whenever changes were missed, so that what is shown has to be read again. */
export function useRestarts(read: () => void): void {
  const { restarts } = useMailbox()
  const latest = useRef(read)
  latest.current = read
  useEffect(() => {
    if (restarts > 0) latest.current()
  }, [restarts])
}

function withMore(counts: ReadonlyMap<string, number>, ids: readonly string[]): ReadonlyMap<string, number> {
  const next = new Map(counts)
  for (const id of ids) next.set(id, (next.get(id) ?? 0) + 1)
  return next
}

function announced(received: readonly MailChange[]): string {
  const threads = received.flatMap(({ thread }) => (thread && thread.folder !== 'SPAM' ? [thread] : []))
  if (threads.length > 1) return `${counted(threads.length, 'new mail')} arrived.`
  return threads[0] ? `New mail: ${threads[0].subject || 'no subject'}.` : ''
}
