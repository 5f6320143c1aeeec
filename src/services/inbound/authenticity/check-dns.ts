import type { DnsAnswer, DnsResolver } from '../../../lib/dns-resolver.js'
import { WeightedCache } from '../../../lib/weighted-cache.js'

/** DNS as the checks of one mail ask it: each question once. */
export interface CheckDns {
  txt(name: string): Promise<DnsAnswer<string>>
  /** Whether a name exists; null if there is no answer. */
  exists(name: string): Promise<boolean | null>
  /** In the form of Node's `dns.promises.resolve`, which mailauth expects. */
  resolve(name: string, type: string): Promise<string[][] | string[]>
}

/** Most questions for one mail: its signatures and their domains decide how many there are. */
const MAX_QUESTIONS = 150

/** Longer TXT records, and further ones, are none that a check reads: the longest DKIM keys have a fifth of it. */
const MAX_TXT_CHARS = 4_096
const MAX_TXT_RECORDS = 100

/** Most that is kept of answers, in characters. */
const MAX_KEPT = 8 * 2 ** 20

/** Answers that other mails asked for shortly before. Failures are not kept. */
export class KeptAnswers {
  readonly #keptMs: number
  readonly #answers = new WeightedCache<{ answer: DnsAnswer<unknown>; untilMs: number }>({
    maxWeight: MAX_KEPT,
    weigh: (key, { answer }) => key.length + (answer.status === 'found' ? JSON.stringify(answer.records).length : 0),
  })

  /** @param keptMs how long answers are kept, unless their time to live is shorter. */
  constructor(keptMs: number) {
    this.#keptMs = keptMs
  }

  get(key: string): DnsAnswer<unknown> | null {
    const kept = this.#answers.get(key)
    return kept && performance.now() < kept.untilMs ? kept.answer : null
  }

  keep(key: string, answer: DnsAnswer<unknown>): void {
    if (answer.status === 'unknown') return
    const ttlMs = answer.status === 'found' ? answer.ttlMs : null
    this.#answers.set(key, { answer, untilMs: performance.now() + Math.min(this.#keptMs, ttlMs ?? Infinity) })
  }
}

export function createCheckDns(resolver: DnsResolver, kept: KeptAnswers): CheckDns {
  const answers = new Map<string, Promise<DnsAnswer<unknown>>>()
  const once = <T>(type: string, name: string, ask: () => Promise<DnsAnswer<T>>): Promise<DnsAnswer<T>> => {
    const key = `${type} ${name.toLowerCase()}`
    const known = answers.get(key)
    // Each type has one kind of answer.
    if (known) return known as Promise<DnsAnswer<T>>
    if (answers.size >= MAX_QUESTIONS) return Promise.resolve({ status: 'unknown', code: 'ECANCELLED' })
    const asked = askOnce(key, ask)
    answers.set(key, asked)
    return asked
  }
  const askOnce = async <T>(key: string, ask: () => Promise<DnsAnswer<T>>): Promise<DnsAnswer<T>> => {
    const known = kept.get(key)
    if (known) return known as DnsAnswer<T>
    const answer = await ask()
    kept.keep(key, answer)
    return answer
  }
  const txt = (name: string) => once('TXT', name, async () => boundedTxt(await resolver.txt(name)))
  const a = (name: string) => once('A', name, () => resolver.a(name))
  return {
    txt,
    exists: async (name) => {
      const answer = await a(name)
      if (answer.status === 'unknown') return null
      return answer.status === 'found' || !answer.nameMissing
    },
    resolve: async (name, type) => {
      if (type === 'TXT') return records(await txt(name)).map((text) => [text])
      if (type === 'A') return records(await a(name))
      if (type === 'AAAA') return records(await once('AAAA', name, () => resolver.aaaa(name)))
      if (type === 'PTR') return records(await once('PTR', name, () => resolver.ptr(name)))
      const found = records(await once('MX', name, () => resolver.mx(name)))
      // mailauth reads the records of this type as objects, though its types do not say so.
      return found as unknown as string[]
    },
  }
}

/** The records that are short enough for what reads them, in time that may grow with their square. */
function boundedTxt(answer: DnsAnswer<string>): DnsAnswer<string> {
  if (answer.status !== 'found') return answer
  const records = answer.records.filter((text) => text.length <= MAX_TXT_CHARS).slice(0, MAX_TXT_RECORDS)
  return { ...answer, records }
}

/** @throws Error with a `code`, as Node's resolver does, if nothing was found. */
function records<T>(answer: DnsAnswer<T>): T[] {
  if (answer.status === 'found') return answer.records
  const code = answer.status === 'unknown' ? answer.code : answer.nameMissing ? 'ENOTFOUND' : 'ENODATA'
  // mailauth knows this one for a server that did not answer.
  throw Object.assign(new Error(`no answer: ${code}`), { code: answer.status === 'unknown' ? 'ETIMEOUT' : code })
}
