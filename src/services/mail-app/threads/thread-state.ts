import { MAX_THREAD_LABELS } from '../../../contract/mail-labels.js'
import type { Folder } from '../../../contract/mail-threads.js'
import { timeDigits } from '../../../ids.js'
import { normalizeAddress } from '../../../lib/mail/addresses.js'
import { normalized } from '../../../lib/text/normalized.js'
import type { MailItemDoc } from '../../../models/mail-item.js'
import type { MailThreadDoc } from '../../../models/mail-thread.js'

/*
 * What a thread's row says, as pure functions: the summary of its mails, and what follows from it for lists.
 */

/** Most mails that join a thread by themselves. */
export const MAX_THREAD_MAILS = 200
const MAX_PARTICIPANTS = 100
const MAX_NAME = 100
/** Most addresses of ours, and inboxes, that a thread is listed by. */
export const MAX_OWN_ADDRESSES = 50

/** What a mail adds to the summary of its thread. */
export type Summed = Pick<
  MailItemDoc,
  '_id' | 'source' | 'copies' | 'subject' | 'base_subject' | 'from' | 'to' | 'cc' | 'snippet' | 'occurred_at'
>

/** The part of a thread's row that follows from its mails. */
export type ThreadSummary = Pick<
  MailThreadDoc,
  | 'subject'
  | 'base_subject'
  | 'snippet'
  | 'participants'
  | 'participant_names'
  | 'last_message_at'
  | 'message_count'
  | 'has_inbound'
  | 'has_outbound'
  | 'own_addresses'
  | 'inbox_ids'
>

/** The part that its owner decides. */
export type ThreadState = Pick<
  MailThreadDoc,
  | 'folder'
  | 'unread'
  | 'starred'
  | 'labels'
  | 'was_spam'
  | 'snoozed_until'
  | 'resurfaced_at'
  | 'assignee'
  | 'note_count'
>

/** Characters of an id that distinguish rows of the same millisecond: 50 bits. */
const ID_DIGITS = 10

/**
 * Sorts rows by time, then by id. It is short because the index of search terms has it in every entry, one for each word
 * of each mail.
 * @param id empty for the position before all rows of the time.
 */
export const positionOf = (at: Date, id: string): string => timeDigits(at) + id.slice(-ID_DIGITS)

/** The summary of no mail. */
export const EMPTY_SUMMARY: ThreadSummary = {
  ...{
    subject: '',
    base_subject: '',
    snippet: '',
    participants: [],
    participant_names: [],
    last_message_at: new Date(0),
    message_count: 0,
  },
  ...{ has_inbound: false, has_outbound: false, own_addresses: [], inbox_ids: [] },
}

/** The summary with one more mail. The subject is that of the first mail that has one. */
export function withMail(summary: ThreadSummary, mail: Summed): ThreadSummary {
  const isNewest = mail.occurred_at >= summary.last_message_at
  return {
    subject: summary.subject || mail.subject,
    base_subject: summary.base_subject || mail.base_subject,
    snippet: isNewest ? mail.snippet : summary.snippet,
    ...joinParticipants(namesOf(summary), namesIn(mail)),
    last_message_at: isNewest ? mail.occurred_at : summary.last_message_at,
    message_count: summary.message_count + 1,
    has_inbound: summary.has_inbound || mail.source === 'inbound',
    has_outbound: summary.has_outbound || mail.source === 'outbound',
    ...withCopies(summary, mail),
  }
}

/**
 * The summary of mails in their order.
 * @param named the base subject of the thread, which keeps it as long as one of its mails has it.
 */
export function summaryOf(mails: readonly Summed[], named = ''): ThreadSummary {
  const first = mails.find(({ base_subject }) => base_subject === named)
  const { subject, base_subject } = first ?? EMPTY_SUMMARY
  return mails.reduce(withMail, { ...EMPTY_SUMMARY, subject, base_subject })
}

/** The summary of two threads as one; the subject is that of the first. */
export function joinSummaries(one: ThreadSummary, other: ThreadSummary): ThreadSummary {
  const newest = other.last_message_at > one.last_message_at ? other : one
  return {
    subject: one.subject || other.subject,
    base_subject: one.base_subject || other.base_subject,
    snippet: newest.snippet,
    ...joinParticipants(namesOf(one), namesOf(other)),
    last_message_at: newest.last_message_at,
    message_count: one.message_count + other.message_count,
    has_inbound: one.has_inbound || other.has_inbound,
    has_outbound: one.has_outbound || other.has_outbound,
    own_addresses: union(MAX_OWN_ADDRESSES, one.own_addresses, other.own_addresses),
    inbox_ids: union(MAX_OWN_ADDRESSES, one.inbox_ids, other.inbox_ids),
  }
}

/** What the copies of a mail add. */
export function withCopies(
  { own_addresses, inbox_ids }: Pick<ThreadSummary, 'own_addresses' | 'inbox_ids'>,
  { copies }: Pick<Summed, 'copies'>,
): Pick<ThreadSummary, 'own_addresses' | 'inbox_ids'> {
  return {
    own_addresses: union(
      MAX_OWN_ADDRESSES,
      own_addresses,
      copies.map((copy) => copy.own_address),
    ),
    inbox_ids: union(
      MAX_OWN_ADDRESSES,
      inbox_ids,
      copies.flatMap((copy) => copy.inbox_id ?? []),
    ),
  }
}

/** The lower-case addresses in a mail, in order. */
export const participantsOf = (mail: Mailboxes): string[] => [...namesIn(mail).keys()]

type Mailboxes = Pick<Summed, 'from' | 'to' | 'cc'>
/** The names of people by their addresses, in order; empty for who has none. */
type NamesByAddress = ReadonlyMap<string, string>

function namesIn({ from, to, cc }: Mailboxes): NamesByAddress {
  const mailboxes = [...from, ...to, ...cc].slice(0, MAX_PARTICIPANTS)
  return firstNames(mailboxes.map(({ name, email }) => [normalizeAddress(email), name?.slice(0, MAX_NAME) ?? '']))
}

const namesOf = ({
  participants,
  participant_names: names,
}: Pick<ThreadSummary, 'participants' | 'participant_names'>) =>
  firstNames(participants.map((address, index) => [address, names?.[index] ?? '']))

/** The first name of each address. What stands where an erased address was is of several people, and has none. */
function firstNames(all: readonly (readonly [address: string, name: string])[]): NamesByAddress {
  const names = new Map<string, string>()
  for (const [address, name] of all) {
    if (address !== '') names.set(address, names.get(address) || (address.includes('@') ? name : ''))
  }
  return names
}

function joinParticipants(one: NamesByAddress, other: NamesByAddress) {
  const all = [...firstNames([...one, ...other])].slice(0, MAX_PARTICIPANTS)
  return { participants: all.map(([address]) => address), participant_names: all.map(([, name]) => name) }
}

/**
 * The folder once a mail has joined. Mail brings a thread back from trash and archive, but not from spam. A thread that
 * we began is in the inbox once it is answered.
 */
export function folderAfter(folder: Folder, source: MailItemDoc['source']): Folder {
  if (folder === 'spam') return folder
  return folder === 'sent' && source === 'outbound' ? folder : 'inbox'
}

/** The state of a thread that others were merged into. The first one is the thread that stays. */
export function mergedState(states: readonly ThreadState[]): ThreadState {
  const folders = states.map(({ folder }) => folder)
  // What we began, and somebody else's part of it was put somewhere: it is there.
  const placed = folders.find((folder) => folder !== 'sent') ?? 'sent'
  return {
    folder: folders.includes('inbox') ? 'inbox' : placed,
    unread: states.some(({ unread }) => unread),
    starred: states.some(({ starred }) => starred),
    labels: [...new Set(states.flatMap(({ labels }) => labels))].slice(0, MAX_THREAD_LABELS),
    snoozed_until: firstWake(states),
    assignee: states.map(({ assignee }) => assignee).find((name) => name) ?? null,
    note_count: states.reduce((sum, { note_count = 0 }) => sum + note_count, 0),
  }
}

/** The first moment at which one of the threads is awake; null if one is. */
function firstWake(states: readonly ThreadState[]): Date | null {
  const times = states.map(({ snoozed_until: until }) => until?.getTime() ?? 0)
  const first = Math.min(...times)
  return first === 0 ? null : new Date(first)
}

export const TAGS = {
  folder: (folder: Folder) => `folder ${folder}`,
  unread: (unread: boolean) => (unread ? 'unread' : 'read'),
  starred: (starred: boolean) => (starred ? 'starred' : 'plain'),
  label: (id: string) => `label ${id}`,
  inbox: (id: string) => `inbox ${id}`,
  address: (address: string) => `at ${address}`,
  snoozed: 'snoozed',
  noted: 'noted',
  assignee: (name: string) => `assignee ${nameKey(name)}`,
}

/** Names as searches compare them. */
const nameKey = (name: string) => normalized(name, 'NFKC').trim().toLowerCase()

type Tagged = ThreadState & Pick<MailThreadDoc, 'has_outbound' | 'own_addresses' | 'inbox_ids'>

/** What lists filter a thread by. One index serves every filter, because all are tags. */
export function tagsOf(thread: Tagged): string[] {
  const { folder, unread, starred, labels, snoozed_until, assignee, note_count = 0 } = thread
  const { has_outbound, own_addresses, inbox_ids } = thread
  const isGone = folder === 'trash' || folder === 'spam'
  const isListed = folder !== 'sent' && !snoozed_until
  const folders = [...(isListed ? [folder] : []), ...(has_outbound && !isGone ? (['sent'] as const) : [])]
  return [
    ...folders.map(TAGS.folder),
    ...(snoozed_until ? [TAGS.snoozed] : []),
    ...(assignee ? [TAGS.assignee(assignee)] : []),
    ...(note_count > 0 ? [TAGS.noted] : []),
    TAGS.unread(unread),
    TAGS.starred(starred),
    ...labels.map(TAGS.label),
    ...inbox_ids.map(TAGS.inbox),
    ...own_addresses.map(TAGS.address),
  ]
}

/** A row with everything that follows from the rest of it. */
export function completed<T extends Omit<MailThreadDoc, 'position' | 'tags'>>(thread: T) {
  const { _id, last_message_at, resurfaced_at = last_message_at } = thread
  const newestMs = Math.max(resurfaced_at.getTime(), last_message_at.getTime())
  return { ...thread, position: positionOf(new Date(newestMs), _id), tags: tagsOf(thread) }
}

function union(max: number, one: readonly string[], other: readonly string[]): string[] {
  return [...new Set([...one, ...other])].slice(0, max)
}
