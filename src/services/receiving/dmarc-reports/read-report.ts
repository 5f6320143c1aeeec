import { isIP } from 'node:net'
import { SaxesParser } from 'saxes'
import { asciiDomain } from '../../../lib/text/addresses.js'
import { type AggregateReport, DISPOSITIONS, POLICIES, type ReportedSource } from '../../../models/dmarc-report.js'
import { unpackReport } from './unpack-report.js'

const MAX_SOURCES = 200
const MAX_RECORDS = 20_000
const MAX_DEPTH = 16
const MAX_TEXT_CHARS = 255
const MAX_COUNT = 1_000_000_000
/** A report covers a day, and some cover a week. */
const MAX_RANGE_S = 32 * 86_400
const CHUNK_CHARS = 64 * 1024

type Fields = Map<string, string>

/**
 * Reads an aggregate report from the file that has it. Unknown elements are skipped; a document type, and with it entities
 * of its own, makes it unreadable.
 * @returns null if it is none.
 */
export async function readAggregateReport(file: Buffer): Promise<AggregateReport | null> {
  const bytes = await unpackReport(file)
  if (!bytes) return null
  try {
    const { head, records } = readXml(new TextDecoder().decode(bytes))
    return toReport(head, records)
  } catch {
    return null
  }
}

/** The texts by path below the root, such as `report_metadata/org_name`; of each record by path below the record. */
function readXml(text: string): { head: Fields; records: Fields[] } {
  const head: Fields = new Map()
  const records: Fields[] = []
  const path: string[] = []
  let record: Fields | null = null
  let said = ''
  const parser = new SaxesParser({ position: false })
  const stop = (reason: string): never => {
    throw new Error(reason)
  }
  parser.on('error', ({ message }) => stop(message))
  parser.on('doctype', () => stop('a document type'))
  parser.on('opentag', ({ name }) => {
    path.push(name.slice(name.indexOf(':') + 1))
    if (path.length > MAX_DEPTH) stop('too deep')
    if (path.length === 1 && path[0] !== 'feedback') stop('another root')
    if (path.length === 2 && path[1] === 'record') {
      if (records.length >= MAX_RECORDS) stop('too many records')
      record = new Map()
    }
    said = ''
  })
  parser.on('text', (more) => {
    if (said.length <= MAX_TEXT_CHARS) said += more.slice(0, MAX_TEXT_CHARS + 1)
  })
  parser.on('closetag', () => {
    const place = path.slice(record ? 2 : 1).join('/')
    const fields = record ?? head
    // The first of several counts.
    if (!fields.has(place)) fields.set(place, said.trim())
    said = ''
    if (path.length === 2 && record) {
      records.push(record)
      record = null
    }
    path.pop()
  })
  for (let from = 0; from < text.length; from += CHUNK_CHARS) parser.write(text.slice(from, from + CHUNK_CHARS))
  parser.close()
  return { head, records }
}

function toReport(head: Fields, records: readonly Fields[]): AggregateReport | null {
  const reportId = head.get('report_metadata/report_id') ?? ''
  const domain = asciiDomain((head.get('policy_published/domain') ?? '').replace(/\.$/, ''))
  const begin = Number(head.get('report_metadata/date_range/begin'))
  const end = Number(head.get('report_metadata/date_range/end'))
  const isRange =
    Number.isInteger(begin) && Number.isInteger(end) && begin > 0 && end >= begin && end <= begin + MAX_RANGE_S
  if (!reportId || reportId.length > MAX_TEXT_CHARS || domain === null || !isRange || end > MAX_TIME_S) return null
  const all = merge(records.flatMap((record) => sourceOf(record, domain) ?? []))
  const sum = (some: readonly ReportedSource[]) => some.reduce((total, { count }) => total + count, 0)
  return {
    report_id: reportId,
    org_name: plainName(head.get('report_metadata/org_name') ?? ''),
    domain,
    policy: oneOf(POLICIES, head.get('policy_published/p')),
    begins_at: new Date(begin * 1_000),
    ends_at: new Date(end * 1_000),
    messages: sum(all),
    aligned: sum(all.filter(({ dkim_aligned, spf_aligned }) => dkim_aligned || spf_aligned)),
    sources: all.slice(0, MAX_SOURCES),
    truncated: all.length > MAX_SOURCES,
  }
}

/** The end of the year 2200. */
const MAX_TIME_S = 7_289_654_400

function sourceOf(record: Fields, domain: string): ReportedSource | null {
  const ip = record.get('row/source_ip') ?? ''
  const count = Number(record.get('row/count'))
  if (isIP(ip) === 0 || !Number.isInteger(count) || count < 1 || count > MAX_COUNT) return null
  return {
    source_ip: ip.toLowerCase(),
    header_from: asciiDomain((record.get('identifiers/header_from') ?? '').replace(/\.$/, '')) ?? domain,
    count,
    disposition: oneOf(DISPOSITIONS, record.get('row/policy_evaluated/disposition')),
    dkim_aligned: record.get('row/policy_evaluated/dkim')?.toLowerCase() === 'pass',
    spf_aligned: record.get('row/policy_evaluated/spf')?.toLowerCase() === 'pass',
  }
}

/** Most mail first. */
function merge(sources: readonly ReportedSource[]): ReportedSource[] {
  const merged = new Map<string, ReportedSource>()
  for (const { count, ...kind } of sources) {
    const key = JSON.stringify(kind)
    merged.set(key, { ...kind, count: count + (merged.get(key)?.count ?? 0) })
  }
  return [...merged.values()].sort((one, other) => other.count - one.count)
}

const oneOf = <const T extends readonly string[]>(known: T, text = ''): T[number] =>
  known.find((word) => word === text.toLowerCase()) ?? known[0]!

/** A name without an address in it, which would be personal data. */
const plainName = (text: string) =>
  text !== '' && text.length <= MAX_TEXT_CHARS && !/[@\p{Cc}]/u.test(text) ? text : null
