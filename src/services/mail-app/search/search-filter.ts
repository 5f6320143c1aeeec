import type { MailItemDoc } from '../../../models/mail-item.js'
import { hasOneOf, oneOf, type TermSet } from '../../platform/search/term-index.js'
import { TAGS } from '../threads/thread-state.js'
import { folded } from './fold-letters.js'
import { HAS_ATTACHMENT } from './mail-terms.js'
import type { SearchNode } from './search-query.js'
import type { SearchTerms } from './search-words.js'

/*
 * What a search means for the ledger: a filter that finds every matching mail, and perhaps more; terms of which every
 * matching mail has one, for the index; and the exact test of a mail that was found.
 */

/** A part of a filter of MongoDB. */
type Filter = Record<string, unknown>

/** Most alternatives that lead through the index at once. */
const MAX_ALTERNATIVES = 50

/** A mail with what a search may ask about it. */
export interface Candidate {
  item: Pick<MailItemDoc, 'terms' | 'occurred_at' | 'size_bytes' | 'starred'>
  /** The tags of its thread, those for notes and sent mail as {@link asksFor} says. */
  tags: readonly string[]
  /** Its words in order: see `wordsInOrder`. Only read if {@link asksFor} says so. */
  text: string
}

/** What was looked up for a search. */
export interface SearchLookUps {
  labels: LabelIds
  terms: SearchTerms
}

/** Ids of labels by the names in a search: see `labelKey`. */
export type LabelIds = ReadonlyMap<string, string>

/** A filter that all matching mails pass; null if there is none. It is exact where {@link isExact} is true. */
export function itemFilter(node: SearchNode, terms: SearchTerms): Filter | null {
  switch (node.kind) {
    case 'all': {
      const filters = node.parts.flatMap((part) => itemFilter(part, terms) ?? [])
      return filters.length === 0 ? null : { $and: filters }
    }
    case 'any': {
      const filters = node.parts.map((part) => itemFilter(part, terms))
      return filters.some((filter) => filter === null) ? null : { $or: filters }
    }
    case 'not': {
      const inner = isExact(node.part) ? itemFilter(node.part, terms) : null
      return inner && { $nor: [inner] }
    }
    case 'words': {
      const { whole, each } = terms.get(node)!
      const filterOf = (set: TermSet) => ({ terms: oneOf(set) })
      if (each.length === 0) return filterOf(whole.terms)
      return { $or: [filterOf(whole.terms), { $and: each.map((found) => filterOf(found.terms)) }] }
    }
    case 'phrase':
      return { $and: node.words.map((word) => ({ terms: oneOf(folded(word)) })) }
    case 'attachment':
      return { terms: HAS_ATTACHMENT }
    case 'since':
      return { occurred_at: { $gte: new Date(node.atMs) } }
    case 'until':
      return { occurred_at: { $lt: new Date(node.atMs) } }
    case 'larger':
      return { size_bytes: { $gt: node.bytes } }
    case 'smaller':
      return { size_bytes: { $lt: node.bytes } }
    case 'none':
      return { terms: { $in: [] } }
    default:
      return null
  }
}

/** Whether the filter of the ledger says everything about a search. */
export function isExact(node: SearchNode): boolean {
  switch (node.kind) {
    case 'all':
    case 'any':
      // Without parts it has no filter, and matches everything.
      return node.parts.every(isExact) && node.parts.length > 0
    case 'not':
      return isExact(node.part)
    case 'phrase':
    case 'folder':
    case 'label':
    case 'state':
    case 'assignee':
    case 'note':
      return false
    default:
      return true
  }
}

/**
 * Sets of terms, of each of which every matching mail has at least one. An index leads to the mails of one set; the
 * smallest is the best.
 */
export function requiredTermSets(node: SearchNode, terms: SearchTerms): TermSet[] {
  switch (node.kind) {
    case 'all':
      return node.parts.flatMap((part) => requiredTermSets(part, terms))
    case 'any': {
      const sets = node.parts.map((part) => requiredTermSets(part, terms)[0])
      const together = sets.flatMap((set) => set ?? [])
      return sets.every((set) => set) && together.length <= MAX_ALTERNATIVES ? [[...new Set(together)]] : []
    }
    case 'words': {
      const { whole, each } = terms.get(node)!
      if (!whole.leads) return []
      if (each.length === 0) return [whole.terms]
      const sets = each.flatMap((found) => (found.leads ? [[...new Set([...whole.terms, ...found.terms])]] : []))
      return sets.filter((set) => set.length <= MAX_ALTERNATIVES)
    }
    case 'phrase':
      return node.words.map(folded)
    case 'attachment':
      return [[HAS_ATTACHMENT]]
    case 'none':
      return [[]]
    default:
      return []
  }
}

/** The first and last moment that a search allows, in ms, if it says so for every mail. */
export function timeRange(node: SearchNode): { sinceMs: number; untilMs: number } {
  if (node.kind === 'since') return { sinceMs: node.atMs, untilMs: Infinity }
  if (node.kind === 'until') return { sinceMs: 0, untilMs: node.atMs }
  const ranges = node.kind === 'all' ? node.parts.map(timeRange) : []
  return {
    sinceMs: Math.max(0, ...ranges.map(({ sinceMs }) => sinceMs)),
    untilMs: Math.min(Infinity, ...ranges.map(({ untilMs }) => untilMs)),
  }
}

/**
 * The tags that the threads of all matching mails have, and the search without the parts that say so.
 * @param isBound whether a key that is bound to inboxes searches. The tag for notes also stands for those that it does not
 *   see, so its search still asks for notes.
 */
export function splitTags(node: SearchNode, labels: LabelIds, isBound: boolean): { tags: string[]; rest: SearchNode } {
  const parts = node.kind === 'all' ? node.parts : [node]
  const tagOf = (part: SearchNode) =>
    part.kind === 'state' && part.state === 'starred' ? null : tagOfNode(part, labels)
  return {
    tags: parts.flatMap((part) => tagOf(part) ?? []),
    rest: { kind: 'all', parts: parts.filter((part) => tagOf(part) === null || (isBound && part.kind === 'note')) },
  }
}

/** The names of labels in a search. */
export function labelsIn(node: SearchNode): string[] {
  if (node.kind === 'label') return [node.name]
  if (node.kind === 'not') return labelsIn(node.part)
  return node.kind === 'all' || node.kind === 'any' ? node.parts.flatMap(labelsIn) : []
}

/** Whether the test of a mail needs its text, for phrases, or the notes of its thread, or whether mail of it was sent. */
export function asksFor(node: SearchNode, kind: 'phrase' | 'note' | 'sent'): boolean {
  if (node.kind === 'not') return asksFor(node.part, kind)
  if (node.kind === 'all' || node.kind === 'any') return node.parts.some((part) => asksFor(part, kind))
  return node.kind === kind || (kind === 'sent' && node.kind === 'folder' && node.folder === 'sent')
}

/** Whether a mail matches. */
export function matches(node: SearchNode, mail: Candidate, known: SearchLookUps): boolean {
  const { item, tags, text } = mail
  const { labels, terms } = known
  switch (node.kind) {
    case 'all':
      return node.parts.every((part) => matches(part, mail, known))
    case 'any':
      return node.parts.some((part) => matches(part, mail, known))
    case 'not':
      return !matches(node.part, mail, known)
    case 'words': {
      const { whole, each } = terms.get(node)!
      const has = (set: TermSet) => hasOneOf(item.terms, set)
      return has(whole.terms) || (each.length > 0 && each.every((found) => has(found.terms)))
    }
    case 'phrase':
      return folded(` ${node.words.join(' ')} `).some((phrase) => text.includes(phrase))
    case 'attachment':
      return item.terms.includes(HAS_ATTACHMENT)
    case 'since':
      return item.occurred_at.getTime() >= node.atMs
    case 'until':
      return item.occurred_at.getTime() < node.atMs
    case 'none':
      return false
    case 'larger':
      return item.size_bytes > node.bytes
    case 'smaller':
      return item.size_bytes < node.bytes
    case 'state':
      if (node.state === 'starred' && item.starred) return true
      return tags.includes(tagOfNode(node, labels) ?? '')
    default:
      return tags.includes(tagOfNode(node, labels) ?? '')
  }
}

/** The tag of a part about threads; null for other parts. An unknown label has a tag that no thread has. */
function tagOfNode(node: SearchNode, labels: LabelIds): string | null {
  if (node.kind === 'folder') return TAGS.folder(node.folder)
  if (node.kind === 'label') return TAGS.label(labels.get(node.name) ?? '')
  if (node.kind === 'assignee') return TAGS.assignee(node.name)
  if (node.kind === 'note') return TAGS.noted
  if (node.kind !== 'state') return null
  if (node.state === 'snoozed') return TAGS.snoozed
  return node.state === 'starred' ? TAGS.starred(true) : TAGS.unread(node.state === 'unread')
}
