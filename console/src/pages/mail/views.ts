import type { Folder } from '../../graphql/enums'
import type { ThreadFragment, ThreadsQueryVariables } from './mail-operations'

/** The places of the mail app, as addresses name them. */
export const PLACES = [
  { name: 'inbox', title: 'Inbox', folder: 'INBOX' },
  { name: 'starred', title: 'Starred', folder: null },
  { name: 'snoozed', title: 'Snoozed', folder: null },
  { name: 'sent', title: 'Sent', folder: 'SENT' },
  { name: 'archive', title: 'Archive', folder: 'ARCHIVE' },
  { name: 'spam', title: 'Spam', folder: 'SPAM' },
  { name: 'trash', title: 'Trash', folder: 'TRASH' },
] as const satisfies readonly { name: string; title: string; folder: Folder | null }[]

export type PlaceName = (typeof PLACES)[number]['name']

/** What a list of threads shows. */
export interface View {
  /** Null for the threads with a label, or those that a search finds. */
  place: PlaceName | null
  label: string | null
  q: string
  /** Only mail to this address of ours. */
  inbox: string | null
}

/** What an address shows. A label or a search looks everywhere, and words that mean nothing are the inbox. */
export function viewOf(place: string | undefined, search: URLSearchParams): View {
  const q = search.get('q')?.trim() ?? ''
  const label = search.get('label') || null
  const known = PLACES.find(({ name }) => name === place)?.name ?? 'inbox'
  return { place: q !== '' || label !== null ? null : known, label, q, inbox: search.get('inbox') || null }
}

/** The address of a view. */
export function addressOf({ place, label, q, inbox }: Partial<View>): string {
  const search = new URLSearchParams()
  if (label) search.set('label', label)
  if (q) search.set('q', q)
  if (inbox) search.set('inbox', inbox)
  const path = place && place !== 'inbox' ? `/mail/${place}` : '/mail'
  return search.size > 0 ? `${path}?${search}` : path
}

/** The name of a view for people. */
export function titleOf({ place, label, q }: View): string {
  if (q !== '') return 'Search'
  return label ?? PLACES.find(({ name }) => name === place)?.title ?? 'Inbox'
}

/** A view as the API takes it. */
export function variablesOf({ place, label, q, inbox }: View): ThreadsQueryVariables {
  const folder = PLACES.find(({ name }) => name === place)?.folder ?? null
  const search = place === 'snoozed' ? 'is:snoozed' : q || null
  return { folder, label, q: search, inbox, starred: place === 'starred' ? true : null }
}

type Placed = Pick<ThreadFragment, 'folder' | 'labels' | 'isStarred' | 'snoozedUntil'>

/** Whether a thread that was listed in a view still belongs there. */
export function belongsTo({ place, label }: View, { folder, labels, isStarred, snoozedUntil }: Placed): boolean {
  if (label !== null) return labels.some((name) => name.toLowerCase() === label.toLowerCase())
  if (place === 'starred') return isStarred
  if (place === 'snoozed') return snoozedUntil !== null
  if (place === 'inbox' && snoozedUntil !== null) return false
  if (place === 'sent') return folder !== 'TRASH' && folder !== 'SPAM'
  return place === null || folder === place.toUpperCase()
}

let lastList = '/mail'

/** Notes where the reader comes from who opens a thread. */
export function rememberList(address: string): void {
  lastList = address
}

/** The list that the reader came from; the inbox for who came by a link. */
export const listBefore = () => lastList
