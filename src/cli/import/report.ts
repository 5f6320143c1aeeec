import { z } from 'zod'
import { DnsRecord } from '../../contract/domains.js'
import { columns, table } from '../table.js'
import { KINDS, type Kind, type Remark as Remarked } from './source.js'

/** Most failures of a kind that are named. All are counted. */
const MAX_NAMED = 1_000
/** Most failures that the text shows. With `--json`, more are listed. */
const MAX_SHOWN = 20

const Remark = z.object({ what: z.string(), why: z.string() })

/** What became of the things of one kind. */
const KindReport = z.object({
  read: z.int(),
  /** Made, or of suppressions written, new or not. */
  created: z.int(),
  /** There already, and left as they were. */
  existing: z.int(),
  failed: z.int(),
  failures: z.array(Remark),
})
export type KindReport = z.output<typeof KindReport>

export const ImportReport = z.object({
  service: z.string(),
  account_id: z.string(),
  dry_run: z.boolean(),
  kinds: z.partialRecord(z.enum(KINDS), KindReport),
  /** What is not here as it was there. */
  remarks: z.array(Remark.extend({ kind: z.enum(KINDS) })),
  /** The records of domains that are not verified here. */
  dns_records: z.array(DnsRecord.extend({ domain: z.string() })),
  /** Secrets of new webhooks, which are shown only once. */
  webhook_secrets: z.array(
    z.object({
      url: z.string(),
      signing_secret: z.string(),
      standard_secret: z.string(),
      verification_key: z.string().nullable(),
    }),
  ),
  /** What has to be done otherwise: a sentence each. */
  by_hand: z.array(z.string()),
})
export type ImportReport = z.output<typeof ImportReport>

export const newReport = (service: string, accountId: string, isDry: boolean): ImportReport => ({
  ...{ service, account_id: accountId, dry_run: isDry, kinds: {}, remarks: [] },
  ...{ dns_records: [], webhook_secrets: [], by_hand: [] },
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

/** Notes something of a kind once. */
export function noteRemark({ remarks }: ImportReport, kind: Kind, { what, why }: Remarked): void {
  if (remarks.length >= MAX_NAMED) return
  if (!remarks.some((known) => known.kind === kind && known.what === what && known.why === why)) {
    remarks.push({ kind, what, why })
  }
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
    ...section('Not as it was there:', shortened(report.remarks.map(({ kind, what, why }) => [kind, what, why]))),
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

const failuresOf = ({ kinds }: ImportReport): string[][] =>
  shortened(KINDS.flatMap((kind) => (kinds[kind]?.failures ?? []).map(({ what, why }) => [kind, what, why])))

function shortened(rows: string[][]): string[][] {
  const more = rows.length - MAX_SHOWN
  return more > 0 ? [...rows.slice(0, MAX_SHOWN), ['', `… and ${more} more: see --json`, '']] : rows
}

const section = (title: string, rows: string[][]): string[] => (rows.length === 0 ? [] : ['', title, columns(rows)])
