import { getDmarcSummary, listDmarcReports } from '../../operations/dmarc-reports.js'
import { builder } from '../builder.js'
import { connectionOf, pageArgs } from '../connections.js'
import { outputOf } from '../contract-types.js'
import { looksUp, pages } from '../resolve.js'

const reportSchema = listDmarcReports.output.shape.reports.element

const DmarcSource = outputOf('DmarcSource', 'Mail from one address in a report.', reportSchema.shape.sources.element)
const DmarcReport = outputOf('DmarcReport', 'What a mail server reports about mail of a domain.', reportSchema, {
  types: { sources: [DmarcSource] },
  about: {
    begins_at: 'When the mail that it is about began to come.',
    ends_at: 'When it ended.',
    received_at: 'When the report was received.',
  },
})
const DmarcReportConnection = connectionOf('DmarcReport', DmarcReport, 'DMARC reports')
const DmarcSender = outputOf(
  'DmarcSender',
  'An address that sends mail in the name of a domain.',
  getDmarcSummary.output.shape.senders.element,
)
const DmarcReporter = outputOf(
  'DmarcReporter',
  'An organization that reports about mail of a domain.',
  getDmarcSummary.output.shape.reporters.element,
)
const DmarcSummary = outputOf('DmarcSummary', 'What the DMARC reports of 30 days say.', getDmarcSummary.output, {
  types: { reporters: [DmarcReporter], senders: [DmarcSender] },
})

builder.queryFields((t) => {
  const domain = t.arg({ type: 'String', required: true, description: 'The name or id of the domain.' })
  return {
    dmarcReports: t.field({
      type: DmarcReportConnection,
      args: {
        domain,
        from: t.arg({ type: 'DateTime', description: 'Received at this time or later.' }),
        to: t.arg({ type: 'DateTime', description: 'Received at this time or earlier.' }),
        ...pageArgs(t, listDmarcReports),
      },
      ...pages(listDmarcReports, 'reports'),
    }),
    dmarcSummary: t.field({ type: DmarcSummary, args: { domain }, ...looksUp(getDmarcSummary) }),
  }
})
