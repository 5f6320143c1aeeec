import { z } from 'zod'
import { domainParam } from './domains.js'
import { instant, nextCursor, optional, PageRequest, timestamp } from './fields.js'
import { untrusted } from './untrusted.js'

const domain = z.string().meta({ description: 'The domain, in lower case and A-label form.' })
const aligned = z.int().meta({ description: 'Mails that passed DMARC: by DKIM, SPF or both.' })
const sentBy = z.string().meta({
  description: 'The registrable domain of the organization that sent the report, proven by its mail.',
})
const sourceIp = z.string().meta({ description: 'The IP address that sent it.' })

export const DmarcSource = z
  .object({
    source_ip: sourceIp,
    header_from: untrusted(z.string()).meta({ description: 'The domain of its author.' }),
    count: z.int().meta({ description: 'How many mails.' }),
    disposition: untrusted(z.string()).meta({
      description:
        'What was done with them: `none`, `quarantine` or `reject`; in newer reports `pass` for those that passed.',
    }),
    dkim_aligned: z.boolean().meta({ description: 'Whether a DKIM signature of the domain was valid.' }),
    spf_aligned: z.boolean().meta({ description: 'Whether SPF passed for the domain.' }),
  })
  .meta({ id: 'DmarcSource' })

export const DmarcReport = z
  .object({
    domain,
    sent_by: sentBy,
    org_name: untrusted(z.string().nullable()).meta({ description: 'The name that the reporter gives itself.' }),
    policy: untrusted(z.string()).meta({
      description: 'The policy that was found in DNS: `none`, `quarantine` or `reject`.',
    }),
    begins_at: timestamp(),
    ends_at: timestamp(),
    messages: z.int().meta({ description: 'How many mails it is about.' }),
    aligned,
    sources: z.array(DmarcSource).meta({ description: 'The 200 most frequent sources.' }),
    truncated: z.boolean().meta({ description: 'Whether records or sources were left out.' }),
    received_at: timestamp(),
  })
  .meta({ id: 'DmarcReport' })
export type DmarcReport = z.output<typeof DmarcReport>

export const DmarcReportFilter = PageRequest.extend({
  domain: domainParam(),
  from: optional(instant()).meta({ description: 'Received at this time or later.' }),
  to: optional(instant()).meta({ description: 'Received at this time or earlier.' }),
})
export type DmarcReportFilter = z.output<typeof DmarcReportFilter>

export const DmarcReportPage = z.object({ reports: z.array(DmarcReport), next_cursor: nextCursor() })

export const DmarcSender = z
  .object({
    source_ip: sourceIp,
    messages: z.int().meta({ description: 'How many mails it sent.' }),
    aligned,
    dkim_aligned: z.int().meta({ description: 'Mails with a valid DKIM signature of the domain.' }),
    spf_aligned: z.int().meta({ description: 'Mails that passed SPF for the domain.' }),
  })
  .meta({ id: 'DmarcSender' })

export const DmarcReporter = z
  .object({
    sent_by: sentBy,
    days_with_reports: z.int().meta({ description: 'The days that its reports are about.' }),
    reports: z.int().meta({ description: 'How many reports it sent.' }),
    messages: z.int().meta({ description: 'How many mails they are about.' }),
    aligned,
  })
  .meta({ id: 'DmarcReporter' })

export const DmarcSummary = z
  .object({
    domain,
    days: z.int().meta({ description: 'The days that it is about, up to now.' }),
    days_with_reports: z.int().meta({ description: 'The days that a report is about.' }),
    reports: z.int().meta({ description: 'How many reports were received.' }),
    messages: z.int().meta({ description: 'How many mails they are about.' }),
    aligned,
    policy: untrusted(z.string().nullable()).meta({
      description: 'The policy of the latest report; null without any.',
    }),
    reporters: z.array(DmarcReporter).meta({ description: 'The 100 organizations that report most mail.' }),
    senders: z.array(DmarcSender).meta({ description: 'The 100 addresses that sent most.' }),
    reject_safe: z.boolean().meta({
      description: 'Whether the policy `p=reject` would keep hardly any mail from its readers.',
    }),
    reasons: z.array(z.string()).meta({ description: 'For people: why it is not safe yet. Empty if it is.' }),
  })
  .meta({ id: 'DmarcSummary' })
export type DmarcSummary = z.output<typeof DmarcSummary>
