import { SaxesParser } from 'saxes'
import { asciiDomain } from '../../../lib/mail/addresses.js'
import { type AggregateReport, DISPOSITIONS, POLICIES, type ReportedSource } from '../../../models/dmarc-report.js'
import {
  MAX_RANGE_S,
  MAX_TEXT_CHARS,
  MAX_TIME_S,
  MAX_UNPACKED_BYTES,
  mergeBy,
  plainIp,
  plainWords,
  sumOf,
} from '../mailed-reports/report-fields.js'
import { unpackReport } from '../mailed-reports/unpack-report.js'

const MAX_SOURCES = 200
/** Those after them are left out. */
const MAX_RECORDS = 20_000
const MAX_DEPTH = 16
/** Below a record, or below the root, no field that counts is deeper. */
const MAX_FIELD_DEPTH = 3
/** More than the longest name that counts. */
const MAX_NAME_CHARS = 32
const MAX_COUNT = 1_000_000_000
const CHUNK_CHARS = 64 * 1024

type Fields = Map<string, string>

/** What is read, of the head of a report and of its records. */
const FIELDS = new Set([
  'report_metadata/org_name',
  'report_metadata/report_id',
  'report_metadata/date_range/begin',
  'report_metadata/date_range/end',
  'policy_published/domain',
  'policy_published/p',
  'row/source_ip',
  'row/count',
  'row/policy_evaluated/disposition',
  'row/policy_evaluated/dkim',
  'row/policy_evaluated/spf',
  'identifiers/header_from',
])

/**
 * Reads an aggregate report from the file that has it. Unknown elements are skipped; a document type, and with it
 * custom entities, makes it unreadable.
 * @returns null if it is none.
 */
export async function readAggregateReport(file: Buffer): Promise<AggregateReport | null> {
  const bytes = await unpackReport(file, MAX_UNPACKED_BYTES.dmarc)
  if (!bytes) return null
  try {
    return toReport(readXml(new TextDecoder().decode(bytes)))
  } catch {
    return null
  }
}

interface ReadXml {
  /** The texts by path below the root, such as `report_metadata/org_name`. */
  head: Fields
  /** Those of each record by path below the record. */
  records: Fields[]
  isCut: boolean
}

function readXml(text: string): ReadXml {
  const head: Fields = new Map()
  const records: Fields[] = []
  let isCut = false
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
    const start = name.indexOf(':') + 1
    path.push(name.slice(start, start + MAX_NAME_CHARS))
    if (path.length > MAX_DEPTH) stop('too deep')
    if (path.length === 1 && path[0] !== 'feedback') stop('another root')
    if (path.length === 2 && path[1] === 'record') record = new Map()
    said = ''
  })
  const say = (more: string) => {
    if (said.length <= MAX_TEXT_CHARS) said += more.slice(0, MAX_TEXT_CHARS + 1)
  }
  parser.on('text', say)
  parser.on('cdata', say)
  parser.on('closetag', () => {
    const below = record ? 2 : 1
    if (path.length <= below + MAX_FIELD_DEPTH) {
      const place = path.slice(below).join('/')
      const fields = record ?? head
      // The first of several counts.
      if (FIELDS.has(place) && !fields.has(place)) fields.set(place, said.trim())
    }
    said = ''
    if (path.length === 2 && record) {
      if (records.length < MAX_RECORDS) records.push(record)
      else isCut = true
      record = null
    }
    path.pop()
  })
  for (let from = 0; from < text.length; from += CHUNK_CHARS) parser.write(text.slice(from, from + CHUNK_CHARS))
  parser.close()
  return { head, records, isCut }
}

function toReport({ head, records, isCut }: ReadXml): AggregateReport | null {
  const reportId = head.get('report_metadata/report_id') ?? ''
  const domain = asciiDomain((head.get('policy_published/domain') ?? '').replace(/\.$/, ''))
  const begin = Number(head.get('report_metadata/date_range/begin'))
  const end = Number(head.get('report_metadata/date_range/end'))
  const isRange =
    Number.isInteger(begin) && Number.isInteger(end) && begin > 0 && end >= begin && end <= begin + MAX_RANGE_S
  if (!reportId || reportId.length > MAX_TEXT_CHARS || domain === null || !isRange || end > MAX_TIME_S) return null
  const all = mergeBy(
    records.flatMap((record) => sourceOf(record, domain) ?? []),
    'count',
  )
  return {
    report_id: reportId,
    org_name: plainWords(head.get('report_metadata/org_name')),
    domain,
    policy: oneOf(POLICIES, head.get('policy_published/p')),
    begins_at: new Date(begin * 1_000),
    ends_at: new Date(end * 1_000),
    messages: sumOf(all, ({ count }) => count),
    aligned: sumOf(all, ({ count, dkim_aligned, spf_aligned }) => (dkim_aligned || spf_aligned ? count : 0)),
    sources: all.slice(0, MAX_SOURCES),
    truncated: isCut || all.length > MAX_SOURCES,
  }
}

function sourceOf(record: Fields, domain: string): ReportedSource | null {
  const source_ip = plainIp(record.get('row/source_ip'))
  const count = Number(record.get('row/count'))
  if (source_ip === null || !Number.isInteger(count) || count < 1 || count > MAX_COUNT) return null
  return {
    source_ip,
    header_from: asciiDomain((record.get('identifiers/header_from') ?? '').replace(/\.$/, '')) ?? domain,
    count,
    disposition: oneOf(DISPOSITIONS, record.get('row/policy_evaluated/disposition')),
    dkim_aligned: record.get('row/policy_evaluated/dkim')?.toLowerCase() === 'pass',
    spf_aligned: record.get('row/policy_evaluated/spf')?.toLowerCase() === 'pass',
  }
}

const oneOf = <const T extends readonly string[]>(known: T, text = ''): T[number] =>
  known.find((word) => word === text.toLowerCase()) ?? known[0]!
