import { z } from 'zod'
import type { DnsRecord, Domain } from '../../contract/domains.js'
import { createDomain, deleteDomain, getDomain, listDomains, verifyDomain } from '../../operations/domains.js'
import type { CompatRoute } from '../common/api.js'
import { itemsAt, totalOf } from '../common/offset-pages.js'
import { recordValue } from '../common/record-value.js'
import { fieldsOf } from './form-fields.js'
import { PLACE, placeOf } from './offsets.js'

const GetQuery = z.strictObject({ 'h:extended': z.string().optional(), 'h:with_dns': z.string().optional() })
const NewDomain = z.strictObject({ name: z.string('is required') })

/** Domains, by name. */
export const domains: readonly CompatRoute[] = [
  ...['/v3/domains', '/v4/domains'].flatMap((path): CompatRoute[] => [
    {
      method: 'GET',
      path,
      operation: listDomains,
      answer: async ({ query, run }) => {
        const place = placeOf(query(PLACE))
        const { items, hasMore } = await itemsAt(
          place,
          async (page) => {
            const { domains: found, next_cursor } = await run(listDomains, page)
            return { items: found, next: next_cursor }
          },
          'Use GET /v1/domains with a cursor.',
        )
        return { total_count: totalOf(place.offset, items.length, hasMore), items: items.map(summary) }
      },
    },
    {
      method: 'GET',
      path: `${path}/:name`,
      operation: getDomain,
      answer: async ({ param, query, run, ignore }) => {
        for (const name of Object.keys(query(GetQuery))) ignore(name)
        return details(await run(getDomain, { domain: param('name') }))
      },
    },
    {
      method: 'POST',
      path,
      operation: createDomain,
      isForm: true,
      names: [['domain', 'name']],
      answer: async ({ form, read, run }) => {
        const { name } = read(NewDomain, fieldsOf(await form()))
        return { message: 'Domain has been created', ...details(await run(createDomain, { domain: name })) }
      },
    },
    {
      method: 'PUT',
      path: `${path}/:name/verify`,
      operation: verifyDomain,
      isForm: true,
      answer: async ({ param, run }) => {
        await run(verifyDomain, { domain: param('name') })
        const domain = await run(getDomain, { domain: param('name') })
        return { message: 'Domain DNS records have been updated', ...details(domain) }
      },
    },
    {
      method: 'DELETE',
      path: `${path}/:name`,
      operation: deleteDomain,
      isForm: true,
      answer: async ({ param, run }) => {
        await run(deleteDomain, { domain: param('name') })
        return { message: 'Domain has been deleted' }
      },
    },
  ]),
]

const summary = (domain: Domain) => ({
  id: domain.id,
  name: domain.domain,
  state: domain.fully_verified ? 'active' : 'unverified',
  type: domain.sandbox ? 'sandbox' : 'custom',
  created_at: new Date(domain.created_at).toUTCString(),
  is_disabled: false,
})

const details = (domain: Domain) => ({
  domain: summary(domain),
  receiving_dns_records: [],
  sending_dns_records: domain.dns_records.map((record) => recordOf(record, domain)),
})

function recordOf(record: DnsRecord, { dkim_status, spf_status, dmarc_status }: Domain) {
  const { type, name } = record
  const isDkim = name.includes('._domainkey.')
  const status = isDkim ? dkim_status : name.startsWith('_dmarc.') ? dmarc_status : spf_status
  const isValid = status === 'verified'
  return {
    record_type: type,
    name,
    ...recordValue(record),
    valid: isValid ? 'valid' : 'unknown',
    is_active: isValid,
    cached: [],
  }
}
