import { z } from 'zod'
import { STS_MODES, TLS_POLICY_TYPES } from '../../../contract/tls-reports.js'
import { groupBy } from '../../../lib/collections/group-by.js'
import { isDeeperThan } from '../../../lib/json/json-depth.js'
import { asciiDomain } from '../../../lib/mail/addresses.js'
import type { TlsFailure, TlsReport } from '../../../models/tls-report.js'
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

/** The deepest value of a report is a text in a list of a policy. */
const MAX_DEPTH = 16
const MAX_POLICIES = 100
/** Most failures that are read, of all policies together. */
const MAX_FAILURES_READ = 10_000
/** Most of them that are kept: those with most sessions. */
const MAX_FAILURES = 200
const MAX_COUNT = 1_000_000_000
const MODE = /^mode[ \t]*:[ \t]*([a-z]{1,20})$/i
/** The beginning of a policy that is searched for its mode. */
const MAX_POLICY_LINES = 100
const MAX_POLICY_CHARS = 4_096

const sessions = z.int('must be a whole number').min(0, 'must not be negative').max(MAX_COUNT, 'is too large')
const time = z.iso
  .datetime({ offset: true, error: 'must be an RFC 3339 timestamp' })
  .transform((text) => new Date(text))
const domainName = z.string('must be a domain').transform((text, context) => {
  const name = text.length <= MAX_TEXT_CHARS ? asciiDomain(text.replace(/\.$/, '')) : null
  if (name !== null) return name
  context.addIssue('must be a domain')
  return z.NEVER
})
const object = <S extends z.core.$ZodLooseShape>(shape: S) => z.object(shape, 'must be an object')
const list = z.array(z.unknown(), 'must be a list')

const anything = z.unknown().optional()

/** Texts without which a report makes sense are of any type: those of another one are left out. */
const Report = object({
  'organization-name': anything,
  'report-id': z.string('must be a text').min(1, 'is empty').max(MAX_TEXT_CHARS, 'is too long'),
  'date-range': object({ 'start-datetime': time, 'end-datetime': time }),
  policies: list,
})
const Policy = object({
  policy: object({
    'policy-type': z.enum(TLS_POLICY_TYPES, `must be one of ${TLS_POLICY_TYPES.join(', ')}`),
    'policy-domain': domainName,
    'policy-string': anything,
  }),
  summary: object({ 'total-successful-session-count': sessions, 'total-failure-session-count': sessions }),
  'failure-details': list.nullish(),
})
const Failure = object({
  'result-type': z
    .string('must be a word')
    .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/i, 'must be a word')
    .toLowerCase(),
  'failed-session-count': sessions,
  'receiving-mx-hostname': anything,
  'receiving-ip': anything,
  'sending-mta-ip': anything,
  'failure-reason-code': anything,
})
type ReadPolicy = z.output<typeof Policy> & { failures: TlsFailure[] }

/** What a file says, for each domain that it is about; or else what is wrong with it. */
export type TlsReportReading = { reports: TlsReport[]; defect: null } | { reports: []; defect: string }

class DefectError extends Error {}

/** Reads a report about TLS sessions (RFC 8460 section 4) from the file that has it. */
export async function readTlsReport(file: Buffer): Promise<TlsReportReading> {
  try {
    return { reports: toReports(await readJson(file)), defect: null }
  } catch (error) {
    if (error instanceof DefectError) return { reports: [], defect: error.message }
    throw error
  }
}

async function readJson(file: Buffer): Promise<unknown> {
  const bytes = await unpackReport(file, MAX_UNPACKED_BYTES.tls)
  if (!bytes) throw new DefectError('the file cannot be unpacked, or is too large')
  if (isDeeperThan(bytes, MAX_DEPTH)) throw new DefectError('the file is no JSON of a report: it is too deep')
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw new DefectError('the file is no JSON')
  }
}

function toReports(json: unknown): TlsReport[] {
  const report = parse(Report, json, [])
  const { 'start-datetime': begins_at, 'end-datetime': ends_at } = report['date-range']
  const seconds = (ends_at.getTime() - begins_at.getTime()) / 1_000
  if (seconds < 0 || seconds > MAX_RANGE_S || begins_at.getTime() <= 0 || ends_at.getTime() > MAX_TIME_S * 1_000) {
    throw new DefectError(`date-range must not be longer than ${MAX_RANGE_S / 86_400} days, and end after its start`)
  }
  const { policies, isCut } = readPolicies(report.policies)
  return [...groupBy(policies, ({ policy }) => policy['policy-domain'])].map(([domain, own]) => {
    const failures = mergeBy(
      own.flatMap((one) => one.failures),
      'sessions',
    )
    return {
      ...{ report_id: report['report-id'], org_name: plainWords(report['organization-name']) },
      ...{ domain, begins_at, ends_at },
      successful_sessions: sumOf(own, ({ summary }) => summary['total-successful-session-count']),
      failed_sessions: sumOf(own, ({ summary }) => summary['total-failure-session-count']),
      policies: resultsOf(own),
      failures: failures.slice(0, MAX_FAILURES),
      truncated: isCut || failures.length > MAX_FAILURES,
    }
  })
}

function readPolicies(given: readonly unknown[]): { policies: ReadPolicy[]; isCut: boolean } {
  let isCut = given.length > MAX_POLICIES
  let left = MAX_FAILURES_READ
  const policies = given.slice(0, MAX_POLICIES).map((one, index) => {
    const policy = parse(Policy, one, ['policies', index])
    const details = policy['failure-details'] ?? []
    const failures = details
      .slice(0, left)
      .map((detail, at) => toFailure(policy, parse(Failure, detail, ['policies', index, 'failure-details', at])))
    isCut ||= details.length > left
    left -= failures.length
    return { ...policy, failures }
  })
  return { policies, isCut }
}

function toFailure({ policy }: z.output<typeof Policy>, detail: z.output<typeof Failure>): TlsFailure {
  const mx = detail['receiving-mx-hostname']
  return {
    policy_type: policy['policy-type'],
    result_type: detail['result-type'],
    receiving_mx: typeof mx === 'string' && mx.length <= MAX_TEXT_CHARS ? asciiDomain(mx.replace(/\.$/, '')) : null,
    receiving_ip: plainIp(detail['receiving-ip']),
    sending_ip: plainIp(detail['sending-mta-ip']),
    reason: plainWords(detail['failure-reason-code']),
    sessions: detail['failed-session-count'],
  }
}

/** The same kind of policy in one, such as those before and after its mode changed and changed back. */
function resultsOf(policies: readonly ReadPolicy[]): TlsReport['policies'] {
  const kinds = [...groupBy(policies, (one) => `${one.policy['policy-type']} ${modeOf(one)}`)]
  return kinds.map(([, same]) => ({
    policy_type: same[0]!.policy['policy-type'],
    mode: modeOf(same[0]!),
    successful_sessions: sumOf(same, ({ summary }) => summary['total-successful-session-count']),
    failed_sessions: sumOf(same, ({ summary }) => summary['total-failure-session-count']),
  }))
}

/** The policy is a list of its lines; some senders write it as one text. */
function modeOf({ policy }: ReadPolicy): TlsReport['policies'][number]['mode'] {
  if (policy['policy-type'] !== 'sts') return null
  const given = policy['policy-string']
  const texts = (Array.isArray(given) ? given.slice(0, MAX_POLICY_LINES) : [given]).filter(
    (one) => typeof one === 'string',
  )
  const lines = texts.flatMap((text) => text.slice(0, MAX_POLICY_CHARS).split('\n'))
  const word = lines.flatMap((line) => MODE.exec(line.trim())?.[1] ?? [])[0]
  return STS_MODES.find((mode) => mode === word?.toLowerCase()) ?? null
}

/** @throws DefectError that names the field. */
function parse<S extends z.ZodType>(schema: S, value: unknown, at: readonly (string | number)[]): z.output<S> {
  const { data, error } = schema.safeParse(value)
  if (!error) return data as z.output<S>
  const { path, message } = error.issues[0]!
  throw new DefectError(`${nameOf([...at, ...path]) || 'the report'} ${message}`)
}

const nameOf = (path: readonly PropertyKey[]): string =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
