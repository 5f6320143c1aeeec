import type { DnsRecord } from '../../contract/domains.js'
import { columns, table } from '../table.js'
import { KINDS, type Kind } from './source.js'

/** Most failures of a kind that are named. All are counted. */
const MAX_NAMED = 1_000
/** Most failures that the text shows. With `--json`, more are listed. */
const MAX_SHOWN = 20

/** What became of the things of one kind. */
export interface KindReport {
  read: number
  /** Made, or of suppressions written, new or not. */
  created: number
  /** There already, and left as they were. */
  existing: number
  failed: number
  failures: { what: string; why: string }[]
}

export interface ImportReport {
  service: string
  account_id: string
  dry_run: boolean
  kinds: Partial<Record<Kind, KindReport>>
  /** The records of domains that are not verified here. */
  dns_records: (DnsRecord & { domain: string })[]
  /** Secrets of new webhooks, which are shown only once. */
  webhook_secrets: { url: string; signing_secret: string; standard_secret: string; verification_key: string | null }[]
  /** What has to be done otherwise: a sentence each. */
  by_hand: string[]
}

export const newReport = (service: string, accountId: string, isDry: boolean): ImportReport => ({
  ...{ service, account_id: accountId, dry_run: isDry, kinds: {}, dns_records: [], webhook_secrets: [], by_hand: [] },
})

/** The counts of a kind, which begin with nothing. */
export function kindIn(report: ImportReport, kind: Kind): KindReport {
  report.kinds[kind] ??= { read: 0, created: 0, existing: 0, failed: 0, failures: [] }
  return report.kinds[kind]
}

export function noteFailure(counts: KindReport, what: string, why: string): void {
  counts.failed += 1
  if (counts.failures.length < MAX_NAMED) counts.failures.push({ what, why })
}

export const failedIn = ({ kinds }: ImportReport): number =>
  Object.values(kinds).reduce((sum, { failed }) => sum + failed, 0)

/** The report for people. */
export function reportText(report: ImportReport): string {
  const rows = KINDS.flatMap((kind) => {
    const counts = report.kinds[kind]
    return counts ? [[kind, ...[counts.read, counts.created, counts.existing, counts.failed].map(String)]] : []
  })
  const made = report.dry_run ? 'WOULD BE MADE' : 'MADE'
  return [
    table(['', 'READ', made, 'THERE ALREADY', 'NOT BROUGHT'], rows, 'Nothing was read.'),
    ...section('Not brought:', failuresOf(report)),
    ...section(
      'DNS records to publish, so that these domains send here:',
      report.dns_records.map(({ type, name, value }) => [type, name, value]),
    ),
    ...section(
      'Secrets of the new webhooks. They are shown only here:',
      report.webhook_secrets.flatMap(({ url, signing_secret, standard_secret, verification_key }) => [
        [url, 'signing secret', signing_secret],
        ['', 'for Standard Webhooks', standard_secret],
        ...(verification_key ? [['', 'verification key', verification_key]] : []),
      ]),
    ),
    ...section(
      'To be done by hand:',
      report.by_hand.map((sentence) => [sentence]),
    ),
  ].join('\n')
}

function failuresOf({ kinds }: ImportReport): string[][] {
  const all = KINDS.flatMap((kind) => (kinds[kind]?.failures ?? []).map(({ what, why }) => [kind, what, why]))
  const more = all.length - MAX_SHOWN
  return more > 0 ? [...all.slice(0, MAX_SHOWN), ['', `… and ${more} more: see --json`, '']] : all
}

const section = (title: string, rows: string[][]): string[] => (rows.length === 0 ? [] : ['', title, columns(rows)])
