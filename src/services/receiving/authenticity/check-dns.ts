import type { MxRecord } from 'node:dns'
import { WeightedCache } from '../../../lib/collections/weighted-cache.js'
import type { DnsAnswer, DnsResolver } from '../../../lib/network/dns-resolver.js'
import type { SpfAnswer, SpfQuestion } from './spf-check.js'

/** DNS as the checks of one mail ask it: each question once. */
export interface CheckDns {
  txt(name: string): Promise<DnsAnswer<string>>
  /** Whether a name exists; null if there is no answer. */
  exists(name: string): Promise<boolean | null>
  /** What a check of SPF needs to know, as its thread gets it. */
  spf(question: SpfQuestion): Promise<SpfAnswer>
}

/** Most questions for one mail: its signatures and their domains decide how many there are. */
const MAX_QUESTIONS = 150

/** Longer TXT records, and further ones, are none that a check reads: the longest DKIM keys have a fifth of it. */
const MAX_TXT_CHARS = 4_096
const MAX_TXT_RECORDS = 100

/** Most records of a name that a check of SPF gets; a second SPF record is an error already. */
const MAX_RECORDS = 500
const MAX_SPF_RECORDS = 2

/** Most that is kept of answers, in characters. */
const MAX_KEPT = 8 * 2 ** 20

/** Answers that other mails asked for shortly before. Failures are not kept. */
export class AnswerCache {
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

export function createCheckDns(resolver: DnsResolver, kept: AnswerCache): CheckDns {
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
    spf: async ({ name, type }) => {
      if (type === 'TXT') return spfAnswer(await txt(name), isSpfRecord, MAX_SPF_RECORDS)
      if (type === 'A') return spfAnswer(await a(name))
      if (type === 'AAAA') return spfAnswer(await once('AAAA', name, () => resolver.aaaa(name)))
      if (type === 'PTR') return spfAnswer(await once('PTR', name, () => resolver.ptr(name)))
      return spfAnswer(await once('MX', name, () => resolver.mx(name)))
    },
  }
}

/** The records that are short enough for what reads them, in time that may grow with their square. */
function boundedTxt(answer: DnsAnswer<string>): DnsAnswer<string> {
  if (answer.status !== 'found') return answer
  const records = answer.records.filter((text) => text.length <= MAX_TXT_CHARS).slice(0, MAX_TXT_RECORDS)
  return { ...answer, records }
}

/** An answer with as much of it as a check of SPF reads. */
function spfAnswer<T extends string | MxRecord>(
  answer: DnsAnswer<T>,
  isRead: (record: T) => boolean = () => true,
  most = MAX_RECORDS,
): SpfAnswer {
  // mailauth knows the code of a server that did not answer by this one.
  if (answer.status === 'unknown') return { code: 'ETIMEOUT' }
  if (answer.status !== 'found') return { code: answer.nameMissing ? 'ENOTFOUND' : 'ENODATA' }
  return { records: answer.records.filter(isRead).slice(0, most) as string[] | MxRecord[] }
}

const isSpfRecord = (text: string) => /^\s*v=spf1(?:\s|$)/i.test(text)
