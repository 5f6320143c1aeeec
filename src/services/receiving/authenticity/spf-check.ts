import type { MxRecord } from 'node:dns'
import { spf } from 'mailauth/lib/spf/index.js'
import expandMacros from 'mailauth/lib/spf/macro.js'

/*
 * The check of SPF (RFC 7208). A record is text of a stranger, and its macros multiply more of it: it is read in a reader
 * thread, which looks nothing up. What is missing is looked up for the next round, in which the thread starts again.
 */

export type SpfType = 'TXT' | 'A' | 'AAAA' | 'MX' | 'PTR'

export interface SpfQuestion {
  name: string
  type: SpfType
}

/** What is known of a name, or the code of the error in place of it, as Node's resolver has it. */
export type SpfAnswer = { records: string[] | MxRecord[] } | { code: string }

export interface SpfCheck {
  ip: string
  helo: string
  sender: string
  answers: readonly (readonly [SpfQuestion, SpfAnswer])[]
}

export interface SpfResult {
  /** In the words of RFC 7208, section 2.6. */
  result: string
  /** Questions without an answer: with them, the check has to be made again. */
  missing: SpfQuestion[]
}

/** Longest name that can be looked up. */
const MAX_NAME_CHARS = 253
/** Servers of a domain whose addresses may be asked for: a further one is an error. */
const MAX_SERVERS = 10
/** The terms that look up the name after the mark. */
const NAMES = /^(?:[-+?~]?(?:include|exists|mx|ptr|a):|redirect=)/i
/**
 * Macros that only an explanation may have (RFC 7208, section 7.2). The library expands them everywhere: with `t`, the time,
 * each round would ask for other names.
 */
const EXPLAINING = /%\{[crt]/i
/** A mechanism that is an error where it is reached, because its name is none. */
const NAME_ERROR = 'a:-'

const keyOf = ({ name, type }: SpfQuestion) => `${type} ${name.toLowerCase()}`

/** Checks a client and a sender with what was looked up. */
export async function verifySpf({ ip, helo, sender, answers }: SpfCheck): Promise<SpfResult> {
  const missing = new Map<string, SpfQuestion>()
  const known = new Map(answers.map(([question, answer]) => [keyOf(question), answer]))
  const find = (question: SpfQuestion): SpfAnswer => {
    const answer = known.get(keyOf(question))
    if (!answer) missing.set(keyOf(question), question)
    return answer ?? { code: 'ETIMEOUT' }
  }
  const macros = { ip, helo, sender: sender || `postmaster@${helo}` }
  const resolver = async (name: string, type: string) => {
    const answer = find({ name, type: type as SpfType })
    if ('code' in answer) throw Object.assign(new Error('no answer'), { code: answer.code })
    const { records } = answer
    if (type === 'TXT') return (records as string[]).map((text) => [withValidNames(text, macros)])
    // They are asked for one after the other, which would be a round each.
    if (type === 'MX') for (const name of serversOf(records as MxRecord[])) findAddresses(name)
    // The library reads MX records as objects, though its types do not say so.
    return records as string[]
  }
  const findAddresses = (name: string) => {
    find({ name, type: 'A' })
    find({ name, type: 'AAAA' })
  }
  const { status } = await spf({ ip, helo, sender, mta: 'localhost', resolver })
  return { result: status.result, missing: [...missing.values()] }
}

const serversOf = (records: readonly MxRecord[]) =>
  records
    .toSorted((one, other) => one.priority - other.priority)
    .slice(0, MAX_SERVERS)
    .map(({ exchange }) => exchange)
    .filter((name) => name !== '')

/**
 * A record in which names are errors that the library would take: those with macros that no name has, and those that are
 * too long, which it would compare with patterns, at any length.
 */
function withValidNames(record: string, macros: Parameters<typeof expandMacros>[1]): string {
  const terms = record.split(/\s+/)
  const isError = (term: string) => {
    const mark = NAMES.exec(term)
    if (!mark) return false
    const name = withoutLengths(term.slice(mark[0].length))
    return EXPLAINING.test(name.replaceAll('%%', '')) || expandedChars(name, macros) > MAX_NAME_CHARS
  }
  return terms.some(isError) ? terms.map((term) => (isError(term) ? NAME_ERROR : term)).join(' ') : record
}

/** A name without the lengths of prefixes behind it, as in `example.com/24//64`. */
function withoutLengths(name: string): string {
  let end = name.length
  while (end > 0 && '/0123456789'.includes(name[end - 1]!)) end -= 1
  const slash = name.indexOf('/', end)
  return slash < 0 ? name : name.slice(0, slash)
}

function expandedChars(name: string, macros: Parameters<typeof expandMacros>[1]): number {
  try {
    return expandMacros(name, macros).replace(/\.$/, '').length
  } catch {
    // A macro that is none is an error by itself.
    return 0
  }
}
