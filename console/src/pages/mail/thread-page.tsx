import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation, useSearchParams } from 'wouter'
import { BidiIsolate } from '../../components/bidi-isolate'
import { Boundary } from '../../components/boundary'
import { OnlyReads } from '../../components/may'
import { Pending } from '../../components/pending'
import { Failure, NotFound, SkeletonRows } from '../../components/states'
import { useQuery } from '../../graphql/use-query'
import { lazyPart } from '../../lib/lazy-part'
import { useMay } from '../../lib/rights'
import { useShortcuts } from '../../lib/shortcuts'
import { useThrottled } from '../../lib/throttle'
import { goBackTo } from '../../lib/unsaved'
import { usePolling } from '../../lib/use-polling'
import { useTitle } from '../../lib/use-title'
import type { AnswerKind } from './answer'
import { ThreadDrafts } from './drafts/thread-drafts'
import { useHeldInPlace } from './hold-in-place'
import { ThreadDocument, type ThreadQuery } from './mail-operations'
import { useMailbox, useRestarts } from './mailbox'
import { Mails } from './mails'
import { useSplit } from './merging/use-split'
import { useNotes } from './notes/use-notes'
import { rememberThread, threadBeside } from './row-focus'
import { StarButton } from './star-button'
import { type ThreadDialog, ThreadDialogs } from './thread-dialogs'
import { ThreadMarks } from './thread-marks'
import { NOT_SPAM, type Target, useThreadWrites } from './thread-writes'
import { listBefore } from './views'

const MergeDialog = lazyPart(() => import('./merging/merge-dialog'))
const Presence = lazyPart(() => import('./presence/presence'))
const NewNote = lazyPart(() => import('./notes/note-form').then(({ NewNote }) => ({ default: NewNote })))

// What writes is as large as the rest, and most threads are only read.
const Answer = lazyPart(() => import('./answer').then(({ Answer }) => ({ default: Answer })))
const ContinuedAnswer = lazyPart(() => import('./answer').then(({ ContinuedAnswer }) => ({ default: ContinuedAnswer })))

type FoundThread = NonNullable<ThreadQuery['thread']>

const ANSWERS: readonly [AnswerKind, string][] = [
  ['reply', 'Reply'],
  ['all', 'Reply to all'],
  ['forward', 'Forward'],
]
const MOVES: readonly [Target, string][] = [
  ['ARCHIVE', 'Archive'],
  ['INBOX', 'To the inbox'],
  ['SPAM', 'Spam'],
  ['TRASH', 'Trash'],
]

/** A thread with all its mail. */
export function ThreadPage({ id }: { id: string }) {
  const [{ data, error, fetching }, again] = useQuery({ query: ThreadDocument, variables: { id } })
  const refresh = () => again({ requestPolicy: 'network-only' })
  const thread = data?.thread
  useTitle(thread ? thread.subject || 'No subject' : 'Mail')
  useEffect(() => rememberThread(id), [id])
  if (thread) return <Found thread={thread} refresh={refresh} />
  if (error) return <Failure error={error} retry={refresh} />
  return fetching ? (
    <SkeletonRows count={5} />
  ) : (
    <NotFound what="thread" href="/mail" action="Show the inbox">
      It may belong to another account than the one you are signed in to.
    </NotFound>
  )
}

function Found({ thread: read, refresh }: { thread: FoundThread; refresh: () => void }) {
  const { latest } = useMailbox()
  // Without one it is gone, or became part of another: it is being read again.
  const thread = latest(read) ?? read
  const [address, setAddress] = useSearchParams()
  const [asked, setAsked] = useState<ThreadDialog | null>(null)
  const { noteRead, markRead, star, move } = useThreadWrites()
  const answer = ANSWERS.map(([kind]) => kind).find((kind) => kind === address.get('answer')) ?? null
  const draft = address.get('draft')
  const maySend = useMay('send')
  const isWriting = maySend && (answer !== null || draft !== null)
  const setAnswer = (kind: AnswerKind | null) => setAddress(kind ? { answer: kind } : {}, { replace: true })
  const [, go] = useLocation()
  const back = () => goBackTo(listBefore())
  /** Replaces the thread in the history of the tab, so that Back leads to the list. */
  const goBeside = (by: number, otherwise: () => void) => {
    const id = threadBeside(thread.id, by)
    if (id === null) otherwise()
    else go(`/mail/threads/${id}`, { replace: true })
  }
  /** The next one in the list, or the list after its last. */
  const goOn = () => goBeside(1, back)

  const split = useSplit(thread, refresh)
  const { notes, showOlder } = useNotes(read)
  const [isMerging, setMerging] = useState(false)
  const [isNoting, setNoting] = useState(false)
  const noteButton = useRef<HTMLButtonElement>(null)
  const writeNote = () => setNoting(true)
  const endNote = () => {
    flushSync(() => setNoting(false))
    noteButton.current?.focus()
  }
  const lead = (to: string) => go(`/mail/threads/${to}`, { replace: true })
  useAddressOf(read.id, isWriting || isNoting, lead)
  useMarkedRead(thread, () => void noteRead(thread))
  useMailOf(thread.id, refresh)
  // Answers are on their way for a moment.
  usePolling(
    refresh,
    read.messages.some(({ status }) => status === 'queued'),
  )

  const moveTo = (folder: Target) => {
    if (thread.folder === folder && thread.snoozedUntil === null) return
    void move([thread], folder)
    if (folder !== 'INBOX') goOn()
  }
  const markUnread = () => {
    void markRead([thread], false)
    back()
  }
  const toggleStar = () => void star([thread], !thread.isStarred)
  useShortcuts({
    u: back,
    n: () => goBeside(1, () => undefined),
    p: () => goBeside(-1, () => undefined),
    e: () => moveTo('ARCHIVE'),
    '#': () => moveTo('TRASH'),
    '!': () => moveTo('SPAM'),
    i: () => moveTo('INBOX'),
    s: toggleStar,
    U: markUnread,
    l: () => setAsked('labels'),
    b: () => setAsked('snooze'),
    '@': () => setAsked('assignee'),
    N: writeNote,
    ...(maySend && {
      r: () => setAnswer('reply'),
      a: () => setAnswer('all'),
      f: () => setAnswer('forward'),
    }),
  })

  const area = useRef<HTMLDivElement>(null)
  useHeldInPlace(area, { selector: '.composer' })

  return (
    <div ref={area} className="thread-page">
      <div className="thread-head">
        <Link
          href={listBefore()}
          className="button"
          onClick={(event) => {
            event.preventDefault()
            back()
          }}
        >
          Back
        </Link>
        {MOVES.filter(([folder]) => folder !== thread.folder).map(([folder, title]) => (
          <button key={folder} type="button" className="button" onClick={() => moveTo(folder)}>
            {folder === 'INBOX' && thread.folder === 'SPAM' ? NOT_SPAM : title}
          </button>
        ))}
        <button type="button" className="button" onClick={markUnread}>
          Mark unread
        </button>
        <button type="button" className="button" onClick={() => setAsked('labels')}>
          Labels
        </button>
        {thread.folder !== 'SPAM' && thread.folder !== 'TRASH' && (
          <button type="button" className="button" onClick={() => setAsked('snooze')}>
            Snooze
          </button>
        )}
        <button type="button" className="button" onClick={() => setAsked('assignee')}>
          Assign
        </button>
        {thread.folder !== 'SPAM' && thread.folder !== 'TRASH' && (
          <button type="button" className="button" onClick={() => setMerging(true)}>
            Merge
          </button>
        )}
      </div>
      <div className="thread-title">
        <StarButton isOn={thread.isStarred} what="the thread" onToggle={toggleStar} />
        <h1>
          <BidiIsolate text={thread.subject || 'No subject'} />
        </h1>
        <span className="badge">{thread.folder.toLowerCase()}</span>
        <ThreadMarks snoozedUntil={thread.snoozedUntil} assignee={thread.assignee} noteCount={thread.noteCount} />
        {thread.labels.map((label) => (
          <span key={label} className="badge info">
            {label}
          </span>
        ))}
      </div>
      <Pending>
        <Presence threadId={thread.id} />
      </Pending>
      <Mails mails={read.messages} notes={notes} showOlder={showOlder} onSplit={split} onChanged={refresh} />
      {isNoting && (
        <Pending>
          <NewNote threadId={read.id} onClose={endNote} onChanged={refresh} />
        </Pending>
      )}
      {!maySend && <OnlyReads />}
      {isWriting && (
        <AnswerArea
          kind={answer}
          draft={draft}
          thread={read}
          onClose={() => setAnswer(null)}
          onSent={refresh}
          onNamed={(id) => setAddress({ draft: id }, { replace: true })}
        />
      )}
      <div className="answers">
        {maySend &&
          !isWriting &&
          ANSWERS.map(([kind, title]) => (
            <button key={kind} type="button" className="button" onClick={() => setAnswer(kind)}>
              {title}
            </button>
          ))}
        {!isNoting && (
          <button ref={noteButton} type="button" className="button" onClick={writeNote}>
            Internal note
          </button>
        )}
      </div>
      {maySend && !isWriting && <ThreadDrafts threadId={thread.id} />}
      {isMerging && (
        <Pending>
          <MergeDialog thread={{ ...read, ...thread }} onClose={() => setMerging(false)} onMerged={lead} />
        </Pending>
      )}
      {asked && (
        <ThreadDialogs
          open={asked}
          threads={[thread]}
          onSnooze={(until) => until !== null && goOn()}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}

/** A thread that became part of another has its address; not before what is being written is sent or saved. */
function useAddressOf(id: string, isWriting: boolean, lead: (id: string) => void): void {
  const [path] = useLocation()
  const latest = useRef(lead)
  latest.current = lead
  useEffect(() => {
    if (!isWriting && path !== `/mail/threads/${id}`) latest.current(id)
  }, [id, path, isWriting])
}

interface AnswerAreaProps {
  kind: AnswerKind | null
  draft: string | null
  thread: FoundThread
  onClose: () => void
  onSent: () => void
  onNamed: (id: string) => void
}

/** An answer that begins, or a draft of one. What begins stays what it is when it becomes a draft with an address. */
function AnswerArea({ kind, draft, ...props }: AnswerAreaProps) {
  const own = useRef<string | null>(null)
  const [shown, setShown] = useState({ kind, draft, count: 0 })
  const isOwn = draft !== null && draft === own.current
  if (!isOwn && (kind !== shown.kind || draft !== shown.draft)) setShown({ kind, draft, count: shown.count + 1 })
  const onNamed = (id: string) => {
    own.current = id
    if (id !== draft) props.onNamed(id)
  }
  return (
    <Boundary what="The answer" at={String(shown.count)}>
      <Pending fallback={<SkeletonRows count={4} />}>
        {shown.draft === null ? (
          shown.kind && <Answer key={shown.count} {...props} kind={shown.kind} onNamed={onNamed} />
        ) : (
          <ContinuedAnswer key={shown.count} {...props} id={shown.draft} onNamed={onNamed} />
        )}
      </Pending>
    </Boundary>
  )
}

/** What is shown has been read: once for each mail, so that the reader can mark it unread. */
function useMarkedRead({ hasUnread, lastMessageAt }: FoundThread, markRead: () => void): void {
  const markedFor = useRef<string | null>(null)
  const latest = useRef(markRead)
  latest.current = markRead
  useEffect(() => {
    if (!hasUnread || markedFor.current === lastMessageAt) return
    markedFor.current = lastMessageAt
    latest.current()
  }, [hasUnread, lastMessageAt])
}

/** Reads the thread again when its mail has changed, or may have. */
function useMailOf(id: string, refresh: () => void): void {
  const changes = useMailbox().mailChangesOf(id)
  const refreshSoon = useThrottled(refresh)
  useRestarts(refreshSoon)
  const seen = useRef({ id, changes })
  useEffect(() => {
    const isMore = seen.current.id === id && changes > seen.current.changes
    seen.current = { id, changes }
    if (isMore) refreshSoon()
  }, [id, changes, refreshSoon])
}
