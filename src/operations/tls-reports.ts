import { DomainRef } from '../contract/domains.js'
import { TlsReportFilter, TlsReportPage, TlsSummary } from '../contract/tls-reports.js'
import { hasInbound } from './inbound.js'
import { get, operation } from './operation.js'
import { answerPage } from './page.js'

const domain = 'mail.example.com'
const receiving_mx = 'mx.mail.example.com'
const counted = { successful_sessions: 5_326, failed_sessions: 3 }
const policy = { policy_type: 'sts', mode: 'testing', ...counted } as const
const failure = { policy_type: 'sts', result_type: 'certificate-host-mismatch', receiving_mx, sessions: 3 } as const

const report = {
  domain,
  sent_by: 'google.com',
  org_name: 'Google Inc.',
  begins_at: '2026-11-20T00:00:00.000Z',
  ends_at: '2026-11-20T23:59:59.000Z',
  ...counted,
  policies: [policy],
  failures: [{ ...failure, receiving_ip: '203.0.113.7', sending_ip: '209.85.128.9', reason: null }],
  truncated: false,
  received_at: '2026-11-21T10:12:09.000Z',
}

export const listTlsReports = operation({
  name: 'domains.tlsReports',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/domains/:domain/tls-reports'),
  summary: 'Lists the TLS reports about a domain, the latest first.',
  errors: ['not_found'],
  enabled: hasInbound,
  input: TlsReportFilter,
  output: TlsReportPage,
  examples: [
    { summary: 'The last report', input: { domain, limit: 50 }, output: { reports: [report], next_cursor: null } },
  ],
  run: ({ caller, services }, input) => answerPage('reports', services.tlsReports.list(caller.accountId, input)),
})

export const getTlsSummary = operation({
  name: 'domains.tlsSummary',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/domains/:domain/tls-summary'),
  summary:
    'Sums up the TLS reports of 30 days about a domain: how many sessions with its mail servers were encrypted as its policy asks, and why others failed.',
  errors: ['not_found'],
  enabled: hasInbound,
  input: DomainRef,
  output: TlsSummary,
  examples: [
    {
      summary: 'A mail server whose certificate has another name',
      input: { domain },
      output: {
        ...{ domain, days: 30, days_with_reports: 1, reports: 1, ...counted },
        by_day: [{ day: '2026-11-20', ...counted }],
        by_policy: [policy],
        by_failure: [failure],
        by_sender: [{ sent_by: 'google.com', reports: 1, ...counted }],
      },
    },
  ],
  run: ({ caller, services }, input) => services.tlsReports.summary(caller.accountId, input.domain),
})
