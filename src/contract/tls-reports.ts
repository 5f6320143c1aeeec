import { z } from 'zod'
import { domainParam } from './domains.js'
import { instant, nextCursor, optional, PageRequest, timestamp } from './fields.js'
import { untrusted } from './untrusted.js'

export const TLS_POLICY_TYPES = ['sts', 'tlsa', 'no-policy-found'] as const
export const STS_MODES = ['enforce', 'testing', 'none'] as const

const domain = z.string().meta({ description: 'The domain, in lower case and A-label form.' })
const policyType = z.enum(TLS_POLICY_TYPES).meta({
  description: 'What asked for TLS: MTA-STS (`sts`), DANE (`tlsa`) or nothing.',
})
const mode = z
  .enum(STS_MODES)
  .meta({ id: 'StsMode' })
  .nullable()
  .meta({ description: 'The mode of an MTA-STS policy; null for others, and if the report does not say it.' })
const sessions = {
  successful_sessions: z.int().meta({ description: 'Sessions in which TLS was negotiated as the policy asks.' }),
  failed_sessions: z.int().meta({ description: 'Sessions in which it was not.' }),
}
const resultType = untrusted(z.string()).meta({
  description: 'Why they failed, such as `certificate-expired` (RFC 8460 section 4.3).',
})
const receivingMx = untrusted(z.string().nullable()).meta({
  description: 'The mail server of the domain; null if the report does not name it.',
})
const sentBy = z.string().meta({
  description: 'The registrable domain of the organization that sent the report, proven by its mail.',
})
const failed = z.int().meta({ description: 'How many sessions failed in this way.' })

export const TlsPolicySum = z.object({ policy_type: policyType, mode, ...sessions }).meta({ id: 'TlsPolicySum' })

export const TlsFailure = z
  .object({
    policy_type: policyType,
    result_type: resultType,
    receiving_mx: receivingMx,
    receiving_ip: z.string().nullable().meta({ description: 'Its IP address; null if the report does not say it.' }),
    sending_ip: z.string().nullable().meta({ description: 'The IP address that tried to send.' }),
    reason: untrusted(z.string().nullable()).meta({ description: 'Further information from the sender.' }),
    sessions: failed,
  })
  .meta({ id: 'TlsFailure' })

export const TlsReport = z
  .object({
    domain,
    sent_by: sentBy,
    org_name: untrusted(z.string().nullable()).meta({ description: 'The name that the reporter gives itself.' }),
    begins_at: timestamp(),
    ends_at: timestamp(),
    ...sessions,
    policies: z.array(TlsPolicySum).meta({ description: 'The sessions by the policy that applied.' }),
    failures: z.array(TlsFailure).meta({ description: 'The 200 most frequent failures.' }),
    truncated: z.boolean().meta({ description: 'Whether policies or failures were left out.' }),
    received_at: timestamp(),
  })
  .meta({ id: 'TlsReport' })
export type TlsReport = z.output<typeof TlsReport>

export const TlsReportFilter = PageRequest.extend({
  domain: domainParam(),
  from: optional(instant()).meta({ description: 'Received at this time or later.' }),
  to: optional(instant()).meta({ description: 'Received at this time or earlier.' }),
})
export type TlsReportFilter = z.output<typeof TlsReportFilter>

export const TlsReportPage = z.object({ reports: z.array(TlsReport), next_cursor: nextCursor() })

export const TlsDay = z
  .object({ day: z.iso.date().meta({ description: 'The day in UTC on which the reports begin.' }), ...sessions })
  .meta({ id: 'TlsDay' })

export const TlsFailureSum = z
  .object({ result_type: resultType, policy_type: policyType, receiving_mx: receivingMx, sessions: failed })
  .meta({ id: 'TlsFailureSum' })
export type TlsFailureSum = z.output<typeof TlsFailureSum>

export const TlsSender = z
  .object({
    sent_by: sentBy,
    reports: z.int().meta({ description: 'How many reports it sent.' }),
    ...sessions,
  })
  .meta({ id: 'TlsSender' })

export const TlsSummary = z
  .object({
    domain,
    days: z.int().meta({ description: 'The days that it is about, up to now.' }),
    days_with_reports: z.int().meta({ description: 'The days that a report is about.' }),
    reports: z.int().meta({ description: 'How many reports were received.' }),
    ...sessions,
    by_day: z.array(TlsDay).meta({ description: 'The sessions of each day with a report, oldest first.' }),
    by_policy: z.array(TlsPolicySum).meta({ description: 'The sessions by the policy that applied.' }),
    by_failure: z.array(TlsFailureSum).meta({ description: 'The 100 most frequent failures.' }),
    by_sender: z.array(TlsSender).meta({ description: 'The 100 organizations that report most sessions.' }),
  })
  .meta({ id: 'TlsSummary' })
export type TlsSummary = z.output<typeof TlsSummary>
