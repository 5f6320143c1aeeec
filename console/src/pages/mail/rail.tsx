import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { May } from '../../components/may'
import { Pending } from '../../components/pending'
import { useQuery } from '../../graphql/use-query'
import { lazyPart } from '../../lib/lazy-part'
import { BlockedSendersDialog } from './blocked-senders'
import { requestNewDraft } from './drafts/new-draft-request'
import { UnsentFolders } from './drafts/unsent-folders'
import { InboxDialog } from './inbox-form'
import { LabelDialog } from './label-dialogs'
import { type CountFragment, UnreadDocument } from './mail-operations'
import { useChanges, useRestarts } from './mailbox'
import { usePlaces } from './use-places'
import { addressOf, PLACES, type PlaceName, viewOf } from './views'

const SavedRepliesDialog = lazyPart(() => import('./saved-replies/saved-replies-dialog'))

type Open = 'inbox' | 'label' | 'blocked' | 'replies' | null

/**
 * The places, inboxes and labels of the mailbox.
 * @param isSecond whether phones leave it out, because something else is in front.
 */
export function Rail({ isSecond = false }: { isSecond?: boolean }) {
  const [open, setOpen] = useState<Open>(null)
  const [path] = useLocation()
  const [search] = useSearchParams()
  const { inboxes = [], labels = [], refresh } = usePlaces({ isFresh: true })
  // A label may have another name.
  useRestarts(refresh)
  const shown = viewOf(/^\/mail\/([a-z]+)$/.exec(path)?.[1], search)
  const { inbox } = shown
  const isList = !isSecond && !/^\/mail\/(drafts|scheduled)$/.test(path)
  const unread = useUnread(inbox)
  return (
    <nav className={isSecond ? 'mail-rail second' : 'mail-rail'} aria-label="Mailbox">
      <May scope="send">
        <Link href="/mail/compose" className="button main" onClick={requestNewDraft}>
          Compose
        </Link>
      </May>
      <ul>
        {PLACES.map(({ name, title }) => (
          <li key={name}>
            <Link
              href={addressOf({ place: name, inbox })}
              className="place"
              aria-current={isList && shown.place === name ? 'page' : undefined}
            >
              {title}
              <Count count={unread.in(name)} />
            </Link>
          </li>
        ))}
        <UnsentFolders inbox={inbox} />
      </ul>
      <h2>Inboxes</h2>
      <ul aria-label="Inboxes">
        {inboxes.length > 0 && (
          <li>
            <Link href="/mail" className="place" aria-current={isList && inbox === null ? 'true' : undefined}>
              All addresses
            </Link>
          </li>
        )}
        {inboxes.map(({ id, address, name }) => (
          <li key={id}>
            <Link
              href={addressOf({ inbox: address })}
              className="place"
              title={address}
              aria-current={isList && inbox === address ? 'true' : undefined}
            >
              <span className="clip">{name ?? address}</span>
            </Link>
          </li>
        ))}
        <May scope="admin">
          <li>
            <button type="button" className="text-button" onClick={() => setOpen('inbox')}>
              New inbox
            </button>
          </li>
        </May>
      </ul>
      <h2>Labels</h2>
      <ul aria-label="Labels">
        {labels.map(({ id, name, color }) => (
          <li key={id}>
            <Link
              href={addressOf({ label: name })}
              className="place"
              aria-current={isList && shown.label === name ? 'page' : undefined}
            >
              {color !== null && <span className="dot" style={{ backgroundColor: color }} />}
              <span className="clip">{name}</span>
              <Count count={unread.with(id)} />
            </Link>
          </li>
        ))}
        <li>
          <button type="button" className="text-button" onClick={() => setOpen('label')}>
            New label
          </button>
        </li>
      </ul>
      <ul aria-label="Saved replies and spam">
        <li>
          <button type="button" className="text-button" onClick={() => setOpen('replies')}>
            Saved replies
          </button>
        </li>
        <li>
          <button type="button" className="text-button" onClick={() => setOpen('blocked')}>
            Blocked senders
          </button>
        </li>
      </ul>
      {open === 'replies' && (
        <Pending>
          <SavedRepliesDialog onClose={() => setOpen(null)} />
        </Pending>
      )}
      {open === 'blocked' && <BlockedSendersDialog onClose={() => setOpen(null)} />}
      {open === 'inbox' && <InboxDialog onClose={() => setOpen(null)} onCreated={refresh} />}
      {open === 'label' && <LabelDialog onClose={() => setOpen(null)} onCreated={refresh} />}
    </nav>
  )
}

interface Unread {
  /** In a place, in the mail to an address or in all. */
  in: (place: PlaceName) => string
  /** With a label, in all mail. */
  with: (labelId: string) => string
}

/** More unread threads than this are not told apart. */
const COUNTED = 100

/** How many threads are unread, for people; empty for none. */
function useUnread(inbox: string | null): Unread {
  const [{ data }, again] = useQuery({ query: UnreadDocument, variables: { inbox } })
  useChanges(() => again({ requestPolicy: 'network-only' }))
  const counts: Partial<Record<PlaceName, CountFragment | null>> = data ?? {}
  const labels = new Map(data?.labels?.nodes.map(({ id, unread }) => [id, unread]))
  return {
    in: (place) => {
      const { nodes = [], pageInfo } = counts[place] ?? {}
      return inWords(nodes.length, pageInfo?.hasNextPage ?? false)
    },
    with: (labelId) => {
      const count = labels.get(labelId) ?? 0
      return inWords(Math.min(count, COUNTED), count > COUNTED)
    },
  }
}

function inWords(count: number, hasMore: boolean): string {
  if (count === 0) return ''
  return hasMore ? `${count}+` : String(count)
}

function Count({ count }: { count: string }) {
  if (count === '') return null
  return (
    <span className="count">
      {count}
      <span className="visually-hidden"> unread</span>
    </span>
  )
}
