import { FOLDERS, type Folder } from '../../../contract/mail-threads.js'
import { fieldError } from '../../../errors.js'
import { asciiDomain, splitAddress } from '../../../lib/mail/addresses.js'
import { withoutPunctuationAround } from '../../../lib/text/trim.js'
import { inLowerCase, words } from '../../platform/search/message-terms.js'
import type { TermField } from './mail-terms.js'

/*
 * The language of mail searches.
 *
 * Parts are separated by blanks, and a mail must match all of them. `or` between two parts asks for either; `-` before a
 * part excludes it. A part is the beginning of a word, a word or phrase in quotes, or an operator and its value, which may be
 * in quotes. What is no operator is a word: `re:work` asks for both words, and a hint says so.
 */

/** What a search asks for. */
export type SearchNode =
  | { kind: 'all'; parts: SearchNode[] }
  /** No mail at all. */
  | { kind: 'none' }
  | { kind: 'any'; parts: SearchNode[] }
  | { kind: 'not'; part: SearchNode }
  | SearchWords
  | { kind: 'phrase'; words: string[] }
  | { kind: 'attachment' }
  /** In threads with an internal note. */
  | { kind: 'note' }
  /** Times in ms: from, inclusive, or before. */
  | { kind: 'since' | 'until'; atMs: number }
  /** Sizes in bytes, exclusive. */
  | { kind: 'larger' | 'smaller'; bytes: number }
  | { kind: 'folder'; folder: Folder }
  | { kind: 'label'; name: string }
  | { kind: 'state'; state: State }
  | { kind: 'assignee'; name: string }

/** The whole text as one term, or all of its words. */
export interface SearchWords {
  kind: 'words'
  field: TermField | null
  whole: string
  /** The same as mails keep addresses and domains, whole or their beginning: with A-labels. Absent if that is no other text. */
  asAddress?: string
  words: string[]
  /** Whether only whole words match; otherwise also longer ones that begin so. */
  isWhole?: true
}

const STATES = ['unread', 'read', 'starred', 'snoozed'] as const
type State = (typeof STATES)[number]

/** What `has:` looks for. */
const HAD = ['attachment', 'note'] as const

/** Fields with addresses; null is all fields. */
const FIELDS_OF_ADDRESSES: readonly (TermField | null)[] = ['from', 'to', null]
const NEXT_LABEL = '.test'

/** More parts than this are an accident or an attack. */
const MAX_PARTS = 50
/** A part: a sign, an operator, and a text with or without quotes. An open quote goes to the end. */
const PART = /(-?)(?:([a-z0-9]+):)?(?:"([^"]*)(?:"|$)|(\S+))?/iuy
/** What has this value is no operator but a link. */
const OF_A_LINK = /^\/\//
const OPERATORS = [
  ...[
    'from',
    'to',
    'subject',
    'has',
    'filename',
    'after',
    'before',
    'larger',
    'smaller',
    'in',
    'is',
    'label',
    'assignee',
    'rfc822msgid',
  ],
]
const MAX_HINTS = 5
const SIZE = /^(\d{1,12})([kmg]?)b?$/i
const UNITS: Record<string, number> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 }

/**
 * Parses a search. An empty one matches everything; one of signs alone, which no mail is found by, nothing.
 * @throws ApiError `invalid_request` naming `q` for a date, size, folder or state that is none, or too many parts.
 */
export function parseSearch(text: string): SearchNode {
  const groups: SearchNode[][] = []
  let joins = false
  const written = parts(text)
  for (const part of written) {
    if (isOr(part) && groups.length > 0 && !joins) {
      joins = true
      continue
    }
    const node = toNode(part)
    if (!node) continue
    const last = groups.at(-1)
    if (joins && last) last.push(node)
    else groups.push([node])
    joins = false
  }
  const all = groups.map((group) => (group.length === 1 ? group[0]! : { kind: 'any' as const, parts: group }))
  if (all.length === 0 && written.some(({ isExcluded }) => !isExcluded)) return { kind: 'none' }
  return all.length === 1 ? all[0]! : { kind: 'all', parts: all }
}

/**
 * What of a search may mean something else than its writer thinks: operators that are none, and are searched as words.
 * @throws ApiError as {@link parseSearch}.
 */
export function hintsFor(text: string): string[] {
  return [...new Set(parts(text).flatMap(hintFor))].slice(0, MAX_HINTS)
}

function hintFor({ operator, value }: Part): string[] {
  if (operator === null || !/^[a-z]+$/.test(operator) || OF_A_LINK.test(value)) return []
  if (value === '') {
    if (!OPERATORS.includes(operator)) return []
    return [`${operator}: is searched as a word: what it looks for follows it without a space.`]
  }
  const written = `${operator}:${value.slice(0, 50)}`
  if (operator === 'has' && !toHad(value)) {
    return [`${written} is searched as words: after has: only ${HAD.join(' and ')} are known.`]
  }
  if (OPERATORS.includes(operator)) return []
  return [`${written} is searched as words: the operators are ${OPERATORS.map((name) => `${name}:`).join(', ')}.`]
}

/** A part as it is written. */
interface Part {
  isExcluded: boolean
  operator: string | null
  value: string
  isQuoted: boolean
}

const isOr = ({ operator, value, isQuoted, isExcluded }: Part) =>
  operator === null && !isQuoted && !isExcluded && value.toLowerCase() === 'or'

function parts(text: string): Part[] {
  const found: Part[] = []
  let at = 0
  while (at < text.length) {
    if (/\s/u.test(text[at]!)) {
      at += 1
      continue
    }
    PART.lastIndex = at
    const [match = '', sign, operator, quoted, bare] = PART.exec(text) ?? []
    if (found.length === MAX_PARTS) throw badQuery(`must have at most ${MAX_PARTS} parts`)
    found.push({
      isExcluded: sign === '-',
      operator: operator?.toLowerCase() ?? null,
      value: quoted ?? bare ?? '',
      isQuoted: quoted !== undefined,
    })
    at += Math.max(1, match.length)
  }
  return found
}

function toNode(part: Part): SearchNode | null {
  const node = part.operator === null ? textNode(part) : operatorNode(part.operator, part)
  return node && part.isExcluded ? { kind: 'not', part: node } : node
}

function textNode({ value, isQuoted }: Part): SearchNode | null {
  const found = words(value)
  if (isQuoted && found.length > 1) return { kind: 'phrase', words: found }
  return wordsNode(null, value, isQuoted)
}

function wordsNode(field: TermField | null, value: string, isWhole: boolean): SearchNode | null {
  const found = words(value)
  if (found.length === 0) return null
  const whole = wholeOf(value)
  const asAddress = FIELDS_OF_ADDRESSES.includes(field) ? withALabels(value) : whole
  return {
    ...{ kind: 'words', field, whole, words: found },
    ...(asAddress !== whole && { asAddress }),
    ...(isWhole && { isWhole }),
  }
}

const wholeOf = (value: string) => withoutPunctuationAround(inLowerCase(value))

/** A text with the domain in it, or the first labels of one, as A-labels; if there is none, the text. */
function withALabels(value: string): string {
  const text = withoutPunctuationAround(value)
  const { local, domain } = splitAddress(text)
  // A label alone is no domain.
  const ascii = asciiDomain(`${domain}${NEXT_LABEL}`)?.slice(0, -NEXT_LABEL.length)
  if (ascii === undefined) return wholeOf(text)
  return text.includes('@') ? `${inLowerCase(local)}@${ascii}` : ascii
}

function operatorNode(operator: string, part: Part): SearchNode | null {
  const { value, isQuoted } = part
  // An operator without a value, or none: words.
  const plain = () => wordsNode(null, `${operator} ${value}`, isQuoted)
  if (value === '') return plain()
  switch (operator) {
    case 'from':
    case 'to':
    case 'subject':
    case 'filename':
      return wordsNode(operator, value, isQuoted)
    case 'rfc822msgid':
      return { kind: 'words', field: operator, whole: value, words: [] }
    case 'has':
      return toHad(value) ?? plain()
    case 'after':
      return { kind: 'since', atMs: dayOf('after', value) }
    case 'before':
      return { kind: 'until', atMs: dayOf('before', value) }
    case 'larger':
    case 'smaller':
      return { kind: operator, bytes: sizeOf(operator, value) }
    case 'in':
      return folderNode(value)
    case 'is':
      return { kind: 'state', state: stateOf(value) }
    case 'label':
      return { kind: 'label', name: value }
    case 'assignee':
      return { kind: 'assignee', name: value }
    default:
      return plain()
  }
}

function toHad(value: string): SearchNode | null {
  const kind = HAD.find((name) => name === value.toLowerCase())
  return kind ? { kind } : null
}

/** The beginning of a day in UTC. */
function dayOf(operator: string, value: string): number {
  const match = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(value)
  const [year, month, day] = (match ?? []).slice(1).map(Number)
  const at = Date.UTC(year ?? Number.NaN, (month ?? 0) - 1, day)
  const isReal = new Date(at).getUTCDate() === day && new Date(at).getUTCMonth() + 1 === month
  if (!isReal) throw badValue(operator, value, 'is not a date; write it as YYYY-MM-DD')
  return at
}

function sizeOf(operator: string, value: string): number {
  const [, digits, unit = ''] = SIZE.exec(value) ?? []
  if (digits === undefined) throw badValue(operator, value, 'is not a size; write it like 500, 10k or 5M')
  return Number(digits) * UNITS[unit.toLowerCase()]!
}

function folderNode(value: string): SearchNode {
  const folder = FOLDERS.find((name) => name === value.toLowerCase())
  if (folder) return { kind: 'folder', folder }
  if (value.toLowerCase() === 'anywhere') return { kind: 'all', parts: [] }
  throw badValue('in', value, `is not a folder; use ${FOLDERS.join(', ')} or anywhere`)
}

function stateOf(value: string): State {
  const state = STATES.find((name) => name === value.toLowerCase())
  if (state) return state
  throw badValue('is', value, `is unknown; use ${STATES.join(', ')}`)
}

const badValue = (operator: string, value: string, message: string) =>
  badQuery(`has ${operator}:${value.slice(0, 50)}, which ${message}`)

const badQuery = (message: string) => fieldError('invalid_request', 'q', message)
