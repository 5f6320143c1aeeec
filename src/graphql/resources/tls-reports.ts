import { getTlsSummary, listTlsReports } from '../../operations/tls-reports.js'
import { builder } from '../builder.js'
import { connectionOf, pageArgs } from '../connections.js'
import { outputOf } from '../contract-types.js'
import { looksUp, pages } from '../resolve.js'

const reportSchema = listTlsReports.output.shape.reports.element
const { shape } = getTlsSummary.output

const TlsPolicySum = outputOf('TlsPolicySum', 'Sessions to which a policy applied.', shape.by_policy.element)
const TlsFailure = outputOf('TlsFailure', 'Sessions that failed in the same way.', reportSchema.shape.failures.element)
const TlsReport = outputOf(
  'TlsReport',
  'What a mail server reports about its TLS sessions with the mail servers of a domain.',
  reportSchema,
  {
    types: { policies: [TlsPolicySum], failures: [TlsFailure] },
    about: {
      begins_at: 'When the sessions that it is about began.',
      ends_at: 'When they ended.',
      received_at: 'When the report was received.',
    },
  },
)
const TlsReportConnection = connectionOf('TlsReport', TlsReport, 'TLS reports')
const TlsDay = outputOf('TlsDay', 'The sessions of a day.', shape.by_day.element)
const TlsFailureSum = outputOf('TlsFailureSum', 'How often sessions failed in the same way.', shape.by_failure.element)
const TlsSender = outputOf('TlsSender', 'What an organization reports about its sessions.', shape.by_sender.element)
const TlsSummary = outputOf('TlsSummary', 'What the TLS reports of 30 days say.', getTlsSummary.output, {
  types: { by_day: [TlsDay], by_policy: [TlsPolicySum], by_failure: [TlsFailureSum], by_sender: [TlsSender] },
})

builder.queryFields((t) => {
  const domain = t.arg({ type: 'String', required: true, description: 'The name or id of the domain.' })
  return {
    tlsReports: t.field({
      type: TlsReportConnection,
      args: {
        domain,
        from: t.arg({ type: 'DateTime', description: 'Received at this time or later.' }),
        to: t.arg({ type: 'DateTime', description: 'Received at this time or earlier.' }),
        ...pageArgs(t, listTlsReports),
      },
      ...pages(listTlsReports, 'reports'),
    }),
    tlsSummary: t.field({ type: TlsSummary, args: { domain }, ...looksUp(getTlsSummary) }),
  }
})
