import { gzipSync } from 'node:zlib'
import { idTime } from '../../src/ids.js'
import type { TestApp } from './start-app.js'

export interface TlsReportText {
  domain: string
  id?: string
  /** The day that it is about. */
  day?: string
  policies?: readonly object[]
}

let made = 0

/** Yesterday, as a date in UTC. */
export const yesterday = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

/** What a report says about sessions with an MTA-STS policy in test mode, as Google writes it. */
export const stsPolicy = (
  domain: string,
  { successes = 10, failures = 0, details = [] as readonly object[] } = {},
) => ({
  policy: {
    'policy-type': 'sts',
    'policy-string': ['version: STSv1', 'mode: testing', `mx: mx.${domain}`, 'max_age: 86400'],
    'policy-domain': domain,
    'mx-host': [`mx.${domain}`],
  },
  summary: { 'total-successful-session-count': successes, 'total-failure-session-count': failures },
  ...(details.length > 0 && { 'failure-details': details }),
})

export const failureDetail = (domain: string, sessions: number, type = 'certificate-expired') => ({
  'result-type': type,
  'sending-mta-ip': '2001:DB8::1',
  'receiving-mx-hostname': `MX.${domain}`,
  'receiving-ip': '203.0.113.7',
  'failed-session-count': sessions,
  'additional-information': 'https://support.example/ada@example.com',
  'failure-reason-code': 'X509_V_ERR_CERT_HAS_EXPIRED',
})

/** A report (RFC 8460 section 4.4). */
export function tlsReportJson({ domain, id, day = yesterday(), policies = [stsPolicy(domain)] }: TlsReportText) {
  made += 1
  return {
    'organization-name': 'Google Inc.',
    'date-range': { 'start-datetime': `${day}T00:00:00Z`, 'end-datetime': `${day}T23:59:59Z` },
    'contact-info': 'smtp-tls-reporting@google.com',
    'report-id': id ?? `${day}T00:00:00Z_${domain}_${made}`,
    policies,
  }
}

interface TlsMail {
  from?: string
  type?: string
  /** Without one, the file is known by its type alone. */
  filename?: string
}

/** A mail with a report, as its sender writes it (RFC 8460 section 5.3). */
export function tlsReportMail(
  domain: string,
  file: Buffer,
  { from = 'noreply-smtp-tls-reporting@google.com', type = 'application/tlsrpt+gzip', filename }: TlsMail = {},
): Buffer {
  const name = filename === undefined ? '' : `; filename="${filename}"`
  return Buffer.from(
    [
      `From: ${from}`,
      `To: tls@${domain}`,
      `Subject: Report Domain: ${domain} Submitter: google.com Report-ID: <1@google.com>`,
      `TLS-Report-Domain: ${domain}`,
      'TLS-Report-Submitter: google.com',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type="tlsrpt"; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain; charset="us-ascii"',
      '',
      'This is an aggregate TLS report from google.com.',
      '--b',
      `Content-Type: ${type}`,
      `Content-Disposition: attachment${name}`,
      'Content-Transfer-Encoding: base64',
      '',
      ...(file.toString('base64').match(/.{1,76}/g) ?? []),
      '--b--',
      '',
    ].join('\r\n'),
  )
}

/** A mail with a report in gzip. */
export const tlsMailOf = (report: TlsReportText, options: TlsMail = {}) =>
  tlsReportMail(report.domain, gzipSync(JSON.stringify(tlsReportJson(report))), options)

/** Stores a report as if it had come. */
export async function storeTlsReport({ app, accountId }: TestApp, domain: string): Promise<void> {
  const _id = app.newId('tlsReport')
  // Without an id that can be asked for, their beginnings tell them apart.
  made += 1
  const counted = { successful_sessions: 9, failed_sessions: 1 }
  await app.models.tlsReports.collection.insertOne({
    ...{ _id, account_id: accountId, domain, sent_by: 'google.com', report_digest: _id, org_name: 'Google Inc.' },
    ...{ begins_at: new Date(1_790_000_000_000 + made), ends_at: new Date(1_790_086_399_000), ...counted },
    policies: [{ policy_type: 'sts', mode: 'testing', ...counted }],
    failures: [
      {
        ...{ policy_type: 'sts', result_type: 'certificate-expired', receiving_mx: `mx.${domain}` },
        ...{ receiving_ip: null, sending_ip: null, reason: null, sessions: 1 },
      },
    ],
    ...{ truncated: false, received_at: idTime(_id) },
  })
}
