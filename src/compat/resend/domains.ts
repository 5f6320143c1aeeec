import { z } from 'zod'
import type { DnsRecord, Domain } from '../../contract/domains.js'
import {
  createDomain,
  deleteDomain,
  getDomain,
  listDomains,
  setDomainInbound,
  verifyDomain,
} from '../../operations/domains.js'
import type { CompatRoute } from '../common/api.js'
import { notSupported } from '../common/not-supported.js'
import { recordValue } from '../common/record-value.js'
import { ListQuery, listOf, PAGE_NAMES, pageOf } from './lists.js'

const flag = () => z.boolean().nullish()
const capability = () => z.enum(['enabled', 'disabled']).nullish()

const settings = {
  capabilities: z.strictObject({ sending: capability(), receiving: capability() }).nullish(),
  open_tracking: flag(),
  click_tracking: flag(),
  tls: z.enum(['enforced', 'opportunistic']).nullish(),
  tracking_subdomain: z.string().nullish(),
}
const NewDomain = z.strictObject({
  name: z.string('is required'),
  region: z.string().nullish(),
  custom_return_path: z.string().nullish(),
  ...settings,
})
const Changes = z.strictObject(settings)
type Changes = z.output<typeof Changes>

/** Domains. Their name stands for their id, too. */
export const domains: readonly CompatRoute[] = [
  {
    method: 'POST',
    path: '/domains',
    operation: createDomain,
    names: [['domain', 'name']],
    answer: async ({ body, run, ignore }) => {
      const { name, region, custom_return_path, ...changes } = body(NewDomain)
      if (region) ignore('region')
      if (custom_return_path) throw notSupported('custom_return_path', 'It is made from the name of the domain.')
      const receiving = receivingOf(changes)
      if (receiving === true) throw notSupported('capabilities.receiving', 'Verify the domain first, then update it.')
      return details(await run(createDomain, { domain: name }))
    },
  },
  {
    method: 'GET',
    path: '/domains',
    operation: listDomains,
    names: PAGE_NAMES,
    answer: async ({ query, run }) => {
      const { domains: found, next_cursor } = await run(listDomains, pageOf(query(ListQuery), 'domain'))
      return listOf(found.map(summary), next_cursor)
    },
  },
  {
    method: 'GET',
    path: '/domains/:id',
    operation: getDomain,
    answer: async ({ param, run }) => ({ object: 'domain', ...details(await run(getDomain, { domain: param('id') })) }),
  },
  {
    method: 'PATCH',
    path: '/domains/:id',
    operation: setDomainInbound,
    answer: async ({ param, body, run }) => {
      const enabled = receivingOf(body(Changes))
      if (enabled !== null) await run(setDomainInbound, { domain: param('id'), enabled })
      const { id } = await run(getDomain, { domain: param('id') })
      return { object: 'domain', id }
    },
  },
  {
    method: 'DELETE',
    path: '/domains/:id',
    operation: deleteDomain,
    answer: async ({ param, run }) => {
      await run(deleteDomain, { domain: param('id') })
      return { object: 'domain', id: param('id'), deleted: true }
    },
  },
  {
    method: 'POST',
    path: '/domains/:id/verify',
    operation: verifyDomain,
    answer: async ({ param, run }) => {
      await run(verifyDomain, { domain: param('id') })
      return { object: 'domain', id: param('id') }
    },
  },
]

/** Whether mail to the domain is to be received; null if the request does not say it. @throws ApiError 501 for the rest. */
function receivingOf({
  capabilities,
  open_tracking,
  click_tracking,
  tls,
  tracking_subdomain,
}: Changes): boolean | null {
  const perMail = 'Tracking is chosen for each mail: tracking.opens and tracking.clicks of POST /v1/send.'
  if (open_tracking) throw notSupported('open_tracking', perMail)
  if (click_tracking) throw notSupported('click_tracking', perMail)
  if (tracking_subdomain) throw notSupported('tracking_subdomain', 'Use PUT /v1/domains/:domain/links.')
  if (tls === 'enforced') throw notSupported('tls', 'Mail is sent with TLS wherever the receiving server has it.')
  if (capabilities?.sending === 'disabled') throw notSupported('capabilities.sending', 'Delete the domain.')
  return capabilities?.receiving ? capabilities.receiving === 'enabled' : null
}

/** Words of Resend. */
const STATUSES = { pending: 'pending', verified: 'verified', failed: 'failed' } as const

const summary = (domain: Domain) => ({
  id: domain.id,
  name: domain.domain,
  status: domain.fully_verified ? 'verified' : 'pending',
  created_at: domain.created_at,
  region: 'us-east-1',
  capabilities: { sending: 'enabled', receiving: domain.inbound_enabled ? 'enabled' : 'disabled' },
})

const details = (domain: Domain) => ({
  ...summary(domain),
  open_tracking: false,
  click_tracking: false,
  records: domain.dns_records.map((record) => recordOf(record, domain)),
})

/** A record with what Resend says of it. */
function recordOf({ type, name, value: whole }: DnsRecord, { dkim_status, spf_status, dmarc_status }: Domain) {
  const isDkim = name.includes('._domainkey.')
  const isDmarc = name.startsWith('_dmarc.')
  const { value, priority } = recordValue({ type, value: whole })
  return {
    record: isDkim ? 'DKIM' : isDmarc ? 'DMARC' : 'SPF',
    name,
    type,
    ttl: 'Auto',
    status: STATUSES[isDkim ? dkim_status : isDmarc ? dmarc_status : spf_status],
    value,
    ...(priority !== undefined && { priority: Number(priority) }),
  }
}
