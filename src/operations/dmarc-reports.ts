import { DmarcReportFilter, DmarcReportPage, DmarcSummary } from '../contract/dmarc-reports.js'
import { DomainRef } from '../contract/domains.js'
import { hasInbound } from './inbound.js'
import { get, operation } from './operation.js'
import { answerPage } from './page.js'

const domain = 'mail.example.com'

const report = {
  domain,
  sent_by: 'google.com',
  org_name: 'google.com',
  policy: 'none',
  begins_at: '2026-11-20T00:00:00.000Z',
  ends_at: '2026-11-20T23:59:59.000Z',
  messages: 120,
  aligned: 118,
  sources: [
    {
      ...{ source_ip: '203.0.113.7', header_from: domain, count: 118 },
      ...{ disposition: 'none', dkim_aligned: true, spf_aligned: true },
    },
    {
      ...{ source_ip: '198.51.100.23', header_from: domain, count: 2 },
      ...{ disposition: 'none', dkim_aligned: false, spf_aligned: false },
    },
  ],
  truncated: false,
  received_at: '2026-11-21T04:12:09.000Z',
}

export const listDmarcReports = operation({
  name: 'domains.dmarcReports',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/domains/:domain/dmarc-reports'),
  summary: 'Lists the DMARC reports about a domain, the latest first.',
  errors: ['not_found'],
  enabled: hasInbound,
  input: DmarcReportFilter,
  output: DmarcReportPage,
  examples: [
    {
      summary: 'The last report',
      input: { domain, limit: 50 },
      output: { reports: [report], next_cursor: null },
    },
  ],
  run: ({ caller, services }, input) => answerPage('reports', services.dmarcReports.list(caller.accountId, input)),
})

export const getDmarcSummary = operation({
  name: 'domains.dmarcSummary',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/domains/:domain/dmarc-summary'),
  summary:
    'Sums up the DMARC reports of 30 days about a domain: who sends in its name, what passes, and whether `p=reject` is safe.',
  errors: ['not_found'],
  enabled: hasInbound,
  input: DomainRef,
  output: DmarcSummary,
  examples: [
    {
      summary: 'A domain with a sender that does not sign all its mail',
      input: { domain },
      output: {
        ...{ domain, days: 30, days_with_reports: 21, reports: 38, messages: 2_420, aligned: 2_390, policy: 'none' },
        reporters: [
          { sent_by: 'google.com', days_with_reports: 21, reports: 21, messages: 2_100, aligned: 2_072 },
          { sent_by: 'microsoft.com', days_with_reports: 17, reports: 17, messages: 320, aligned: 318 },
        ],
        senders: [
          { source_ip: '203.0.113.7', messages: 2_300, aligned: 2_300, dkim_aligned: 2_300, spf_aligned: 2_300 },
          { source_ip: '203.0.113.40', messages: 120, aligned: 90, dkim_aligned: 0, spf_aligned: 90 },
        ],
        reject_safe: false,
        reasons: [
          '98.7 % of the mail pass; at least 99 % are needed.',
          '203.0.113.40 passes with 90 of 120 mails: its sender needs DKIM or SPF for all of them.',
        ],
      },
    },
  ],
  run: ({ caller, services }, input) => services.dmarcReports.summary(caller.accountId, input.domain),
})
