import { gzipSync } from 'node:zlib'
import { idTime } from '../../src/ids.js'
import { eventually, type TestApp } from './start-app.js'

/** A row of a report. */
export interface ReportRow {
  ip?: string
  count?: number
  dkim?: 'pass' | 'fail'
  spf?: 'pass' | 'fail'
  disposition?: string
}

export interface ReportText {
  domain: string
  id?: string
  org?: string
  /** Its first second. */
  begin?: number
  rows?: readonly ReportRow[]
  policy?: string
}

/** The first second of a day some weeks ago (UTC): old reports are not kept. */
export const A_RECENT_DAY = (Math.floor(Date.now() / 86_400_000) - 20) * 86_400

let made = 0

const rowXml = (
  domain: string,
  { ip = '203.0.113.7', count = 1, dkim = 'pass', spf = 'pass', disposition = 'none' }: ReportRow,
) => `
  <record>
    <row>
      <source_ip>${ip}</source_ip>
      <count>${count}</count>
      <policy_evaluated><disposition>${disposition}</disposition><dkim>${dkim}</dkim><spf>${spf}</spf></policy_evaluated>
    </row>
    <identifiers><header_from>${domain}</header_from></identifiers>
    <auth_results>
      <dkim><domain>${domain}</domain><result>${dkim}</result><selector>s1</selector></dkim>
      <spf><domain>send.${domain}</domain><result>${spf}</result></spf>
    </auth_results>
  </record>`

/** An aggregate report as Google writes it. */
export function reportXml({
  domain,
  id,
  org = 'google.com',
  begin = A_RECENT_DAY,
  rows = [{}],
  policy = 'none',
}: ReportText): string {
  made += 1
  return `<?xml version="1.0" encoding="UTF-8" ?>
<feedback>
  <version>1.0</version>
  <report_metadata>
    <org_name>${org}</org_name>
    <email>noreply-dmarc-support@google.com</email>
    <extra_contact_info>https://support.google.com/a/answer/2466580</extra_contact_info>
    <report_id>${id ?? `1234567890${made}`}</report_id>
    <date_range><begin>${begin}</begin><end>${begin + 86_399}</end></date_range>
  </report_metadata>
  <policy_published>
    <domain>${domain}</domain><adkim>r</adkim><aspf>r</aspf><p>${policy}</p><sp>${policy}</sp><pct>100</pct>
  </policy_published>${rows.map((row) => rowXml(domain, row)).join('')}
</feedback>
`
}

/** A mail with a report, as its sender writes it. */
export function reportMail(
  domain: string,
  file: Buffer,
  { from = 'noreply-dmarc-support@google.com', ending = 'xml.gz' } = {},
): Buffer {
  const name = `google.com!${domain}!1790000000!1790086399.${ending}`
  return Buffer.from(
    [
      `From: ${from}`,
      `To: dmarc@${domain}`,
      `Subject: Report domain: ${domain} Submitter: google.com Report-ID: 1`,
      'MIME-Version: 1.0',
      `Content-Type: application/gzip; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      ...(file.toString('base64').match(/.{1,76}/g) ?? []),
      '',
    ].join('\r\n'),
  )
}

/** Hands a mail over as a provider that has checked it. */
export async function handOver({ app }: TestApp, domain: string, raw: Buffer, dmarc: 'PASS' | 'FAIL' = 'PASS') {
  const { accepted } = await app.services.inboundReceiver.receive({
    ...{ raw, sender: 'noreply@google.com', recipients: [`dmarc@${domain}`], client: null },
    givenVerdicts: { spf: 'PASS', dkim: dmarc, dmarc },
  })
  return accepted[0]!.id
}

/** Waits until a mail has been worked on to the end. */
export const untilWorkedOn = ({ app, accountId }: TestApp, id: string) =>
  eventually('the mail has been read', async () => {
    const row = await app.models.inboundEmails.collection.findOne({ _id: id, account_id: accountId })
    return row?.parsed_at && !row.parse_at
  })

/** Sends a report for a domain that receives mail here. */
export const sendReport = (app: TestApp, report: ReportText, from?: string) =>
  handOver(
    app,
    report.domain,
    reportMail(report.domain, gzipSync(reportXml(report)), from === undefined ? {} : { from }),
  )

/** Stores a report as if it had come. */
export async function storeReport({ app, accountId }: TestApp, domain: string): Promise<void> {
  const _id = app.newId('dmarcReport')
  const kind = { header_from: domain, disposition: 'none', dkim_aligned: true } as const
  await app.models.dmarcReports.collection.insertOne({
    ...{ _id, account_id: accountId, domain, sent_by: 'google.com', report_digest: _id, org_name: 'google.com' },
    ...{ policy: 'none', begins_at: new Date(1_790_000_000_000), ends_at: new Date(1_790_086_399_000) },
    ...{ messages: 4, aligned: 4, truncated: false, received_at: idTime(_id) },
    sources: [
      { ...kind, source_ip: '203.0.113.7', count: 3, spf_aligned: true },
      { ...kind, source_ip: '192.0.2.9', count: 1, spf_aligned: false },
    ],
  })
}
