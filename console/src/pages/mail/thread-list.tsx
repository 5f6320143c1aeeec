import { useEffect, useRef, useState } from 'react'
import { useClient } from 'urql'
import { Link, useLocation } from 'wouter'
import { May } from '../../components/may'
import { PagedList } from '../../components/paged-list'
import { SearchField } from '../../components/search-field'
import { Empty, SkeletonRows } from '../../components/states'
import { useQuery } from '../../graphql/use-query'
import { useRights } from '../../lib/rights'
import { useShortcuts } from '../../lib/shortcuts'
import { useTitle } from '../../lib/use-title'
import { useHeldInPlace } from './hold-in-place'
import { InboxActions } from './inbox-actions'
import { InboxForm } from './inbox-form'
import { LabelActions } from './label-dialogs'
import { MailDomainsDocument, type ThreadFragment, ThreadsDocument } from './mail-operations'
import { useChanges, useMailbox } from './mailbox'
import { focusBeside, focusedThread, shownThreads, threadsBetween } from './row-focus'
import { SearchHint } from './search-hint'
import { type ThreadDialog, ThreadDialogs } from './thread-dialogs'
import { ThreadRow } from './thread-row'
import { NOT_SPAM, type Target, useThreadWrites } from './thread-writes'
import { usePlaces } from './use-places'
import { addressOf, belongsTo, rememberList, titleOf, type View, variablesOf } from './views'

/** The threads of a view, newest first. */
export function ThreadList({ view }: { view: View }) {
  const title = titleOf(view)
  useTitle(title)
  const [, go] = useLocation()
  const { q, inbox } = view
  useEffect(() => rememberList(addressOf(view)))
  // Only the first letter leads to another page; the others make it more exact.
  const search = (text: string) => go(addressOf({ q: text, inbox }), { replace: q !== '' })
  return (
    <>
      <div className="page-head">
        <h1>{title}</h1>
        {inbox !== null && <span className="badge">{inbox}</span>}
        {inbox !== null && q === '' && <InboxActions address={inbox} />}
        {view.label !== null && q === '' && <LabelActions name={view.label} />}
      </div>
      <search className="mail-search">
        <SearchField label="Search all mail: words, an address, or operators" value={q} onChange={search} />
        <SearchHint />
      </search>
      {/* Another view begins with its first page, and with nothing selected. */}
      <Threads key={JSON.stringify(view)} view={view} />
    </>
  )
}

function Threads({ view }: { view: View }) {
  const client = useClient()
  const { latest } = useMailbox()
  const variables = variablesOf(view)
  useChanges(() => void client.query(ThreadsDocument, variables, { requestPolicy: 'network-only' }).toPromise())
  // Keys that are bound to inboxes may not read domains.
  const pause = useRights().isBound
  const [{ data: ours }] = useQuery({ query: MailDomainsDocument, requestPolicy: 'cache-first', pause })
  const domains = new Set(ours?.domains?.nodes.map(({ domain }) => domain))
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  /** The dialog that is open, and its threads. */
  const [asked, setAsked] = useState<{ open: ThreadDialog; ids: readonly string[] } | null>(null)
  // What the rows show, for those who act on them.
  const shown = useRef(new Map<string, ThreadFragment>())
  const { markRead, star, move } = useThreadWrites()

  const threadsOf = (ids: readonly string[]) => ids.flatMap((id) => shown.current.get(id) ?? [])
  /** The selected threads, or else the one that has the focus. */
  const chosen = () => {
    const focused = focusedThread()
    return threadsOf(selected.size > 0 ? [...selected] : focused === null ? [] : [focused])
  }
  /** Where a range begins: the thread that was chosen last. */
  const anchor = useRef<string | null>(null)
  const toggle = (id: string, isRange: boolean) => {
    const ids = isRange && anchor.current !== null ? threadsBetween(anchor.current, id) : [id]
    anchor.current = id
    setSelected((old) => {
      const isOn = !old.has(id)
      return new Set([...old].filter((each) => !ids.includes(each)).concat(isOn ? ids : []))
    })
  }
  const selectAll = () => setSelected(new Set(shownThreads()))
  /** Before threads change so that some may leave the list. */
  const beforeLeaving = (threads: readonly ThreadFragment[], changes: Partial<ThreadFragment>) => {
    if (!threads.every((thread) => belongsTo(view, { ...thread, ...changes }))) focusBeside(threads.map(({ id }) => id))
    setSelected(new Set())
  }
  const moveTo = (folder: Target) => {
    const threads = chosen().filter((thread) => thread.folder !== folder || thread.snoozedUntil !== null)
    if (threads.length === 0) return
    beforeLeaving(threads, { folder, snoozedUntil: null })
    void move(threads, folder)
  }
  const markAll = (read: boolean) => {
    setSelected(new Set())
    void markRead(chosen(), read)
  }
  const markOther = () => markAll(chosen().some(({ hasUnread }) => hasUnread))
  const starOther = () => {
    const threads = chosen()
    void star(
      threads,
      threads.some(({ isStarred }) => !isStarred),
    )
  }
  const ask = (open: ThreadDialog) => setAsked({ open, ids: chosen().map(({ id }) => id) })
  const select = (isRange: boolean) => {
    const focused = focusedThread()
    if (focused !== null) toggle(focused, isRange)
  }
  const selectRange = () => select(true)
  useShortcuts({
    x: () => select(false),
    X: selectRange,
    A: selectAll,
    e: () => moveTo('ARCHIVE'),
    '#': () => moveTo('TRASH'),
    '!': () => moveTo('SPAM'),
    i: () => moveTo('INBOX'),
    s: starOther,
    U: markOther,
    l: () => ask('labels'),
    b: () => ask('snooze'),
    '@': () => ask('assignee'),
  })
  const panel = useRef<HTMLDivElement>(null)
  useHeldInPlace(panel, { selector: '[data-thread]', holdsFirst: true })

  const row = (given: ThreadFragment) => {
    const thread = latest(given)
    if (!thread) shown.current.delete(given.id)
    if (!thread) return null
    shown.current.set(thread.id, thread)
    if (!belongsTo(view, thread)) return null
    return (
      <ThreadRow
        key={thread.id}
        thread={thread}
        domains={domains}
        isSelected={selected.has(thread.id)}
        onSelect={(isRange) => toggle(thread.id, isRange)}
        onStar={() => void star([thread], !thread.isStarred)}
      />
    )
  }
  const threads = threadsOf(asked?.ids ?? []).flatMap((thread) => latest(thread) ?? [])
  return (
    <div ref={panel} className="panel threads">
      <SelectionBar
        count={selected.size}
        view={view}
        onMove={moveTo}
        onRead={markAll}
        onAsk={ask}
        onAll={selectAll}
        onClear={() => setSelected(new Set())}
      />
      {view.q !== '' && <Hints view={view} />}
      <PagedList
        label="Threads"
        query={ThreadsDocument}
        variables={variables}
        pick={({ threads }) => threads}
        row={row}
        empty={<NothingHere view={view} />}
        expected={12}
      />
      {asked && threads.length > 0 && (
        <ThreadDialogs
          open={asked.open}
          threads={threads}
          onSnooze={(until) => beforeLeaving(threads, { snoozedUntil: until })}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}

/** What of a search may mean something else than the reader thinks. The list has asked for it. */
function Hints({ view }: { view: View }) {
  const [{ data }] = useQuery({ query: ThreadsDocument, variables: variablesOf(view), requestPolicy: 'cache-first' })
  const hints = data?.threads?.hints ?? []
  if (hints.length === 0) return null
  return (
    <ul className="notice" aria-label="Hints">
      {hints.map((hint) => (
        <li key={hint}>{hint}</li>
      ))}
    </ul>
  )
}

interface SelectionBarProps {
  count: number
  view: View
  onMove: (folder: Target) => void
  onRead: (read: boolean) => void
  onAsk: (open: ThreadDialog) => void
  /** Selects all that the list shows. */
  onAll: () => void
  onClear: () => void
}

const DIALOGS: readonly [ThreadDialog, string][] = [
  ['labels', 'Labels'],
  ['snooze', 'Snooze'],
  ['assignee', 'Assign'],
]

/** What to do with the selected threads. It is always there, so that nothing jumps, and stays while the list scrolls. */
function SelectionBar({ count, view, onMove, onRead, onAsk, onAll, onClear }: SelectionBarProps) {
  const moves = [
    ['ARCHIVE', 'Archive', 'archive'],
    ['INBOX', 'To the inbox', 'inbox'],
    ['SPAM', 'Spam', 'spam'],
    ['TRASH', 'Trash', 'trash'],
  ] as const
  return (
    <div className="selection" role="toolbar" aria-label="Selected threads">
      <span className="muted" role="status">
        {count === 0 ? 'None selected' : `${count} selected`}
      </span>
      <button type="button" className="button small" onClick={onAll}>
        Select all
      </button>
      {moves
        .filter(([, , place]) => place !== view.place)
        .map(([folder, title]) => (
          <button
            key={folder}
            type="button"
            className="button small"
            disabled={count === 0}
            onClick={() => onMove(folder)}
          >
            {folder === 'INBOX' && view.place === 'spam' ? NOT_SPAM : title}
          </button>
        ))}
      <button type="button" className="button small" disabled={count === 0} onClick={() => onRead(true)}>
        Read
      </button>
      <button type="button" className="button small" disabled={count === 0} onClick={() => onRead(false)}>
        Unread
      </button>
      {DIALOGS.map(([open, title]) => (
        <button key={open} type="button" className="button small" disabled={count === 0} onClick={() => onAsk(open)}>
          {title}
        </button>
      ))}
      <button type="button" className="button small" disabled={count === 0} onClick={onClear}>
        Clear
      </button>
    </div>
  )
}

function NothingHere({ view: { q, label, place, inbox } }: { view: View }) {
  if (q !== '') {
    return (
      <Empty
        action={
          <Link href={addressOf({ inbox })} className="button">
            Show the inbox
          </Link>
        }
      >
        No mail matches. The search finds words that begin so, from three letters on.
      </Empty>
    )
  }
  if (label !== null) return <Empty>No thread has this label. Select threads, and give it to them with “Labels”.</Empty>
  if (place === 'snoozed')
    return <Empty>Nothing is snoozed. A snoozed thread waits here until it comes back to the inbox.</Empty>
  return place === 'inbox' ? <EmptyInbox /> : <Empty>Nothing is here.</Empty>
}

function EmptyInbox() {
  const { inboxes, refresh } = usePlaces()
  const isFirst = useRef(false)
  if (!inboxes) return <SkeletonRows count={1} />
  // What is left to do stays here once the inbox is made.
  isFirst.current ||= inboxes.length === 0
  if (!isFirst.current) {
    return <Empty>The inbox is empty. Mail to every address of your domains appears here when it arrives.</Empty>
  }
  return (
    <May
      scope="admin"
      instead={<Empty>The account has no inbox yet. A key that may do everything can create one.</Empty>}
    >
      <div className="content first-inbox">
        <InboxForm
          onCreated={refresh}
          intro="Mail to your domain appears here. Create an inbox, and its address receives mail."
        />
      </div>
    </May>
  )
}
