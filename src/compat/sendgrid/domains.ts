import { z } from 'zod'
import type { DnsRecord, Domain } from '../../contract/domains.js'
import { createDomain, deleteDomain, getDomain, listDomains, verifyDomain } from '../../operations/domains.js'
import type { CompatRoute } from '../common/api.js'
import { itemsAt } from '../common/offset-pages.js'
import { OFFSET_PAGING, placeOf } from './queries.js'

const NewDomain = z.strictObject({
  domain: z.string(),
  subdomain: z.string().nullish(),
  username: z.string().nullish(),
  ips: z.array(z.string()).nullish(),
  custom_spf: z.boolean().nullish(),
  default: z.boolean().nullish(),
  automatic_security: z.boolean().nullish(),
  custom_dkim_selector: z.string().nullish(),
})

const PATH = '/v3/whitelabel/domains'

export const domains: readonly CompatRoute[] = [
  {
    method: 'POST',
    path: PATH,
    operation: createDomain,
    status: 201,
    answer: async ({ body, ignore, run }) => {
      const { domain, ...others } = body(NewDomain)
      for (const [name, value] of Object.entries(others)) if (value) ignore(name)
      return present(await run(createDomain, { domain }))
    },
  },
  {
    method: 'GET',
    path: PATH,
    operation: listDomains,
    answer: async ({ query, run }) => {
      const readPage = async (page: { limit: number }) => {
        const { domains, next_cursor } = await run(listDomains, page)
        return { items: domains, next: next_cursor }
      }
      const place = placeOf(query(z.strictObject(OFFSET_PAGING)))
      const { items } = await itemsAt(place, readPage, 'Use GET /v1/domains.')
      return items.map(present)
    },
  },
  {
    method: 'GET',
    path: `${PATH}/:id`,
    operation: getDomain,
    answer: async ({ param, run }) => present(await run(getDomain, { domain: param('id') })),
  },
  {
    method: 'DELETE',
    path: `${PATH}/:id`,
    operation: deleteDomain,
    answer: ({ param, run }) => run(deleteDomain, { domain: param('id') }),
  },
  {
    method: 'POST',
    path: `${PATH}/:id/validate`,
    operation: verifyDomain,
    answer: async ({ param, run }) => {
      const { fully_verified, results } = await run(verifyDomain, { domain: param('id') })
      const validation_results = named(results, ({ status, name }) => ({
        valid: status === 'verified',
        reason: status === 'verified' ? null : `The record ${name} is ${status === 'pending' ? 'missing' : 'wrong'}.`,
      }))
      return { id: param('id'), valid: fully_verified, validation_results }
    },
  },
]

function present(domain: Domain) {
  return {
    id: domain.id,
    domain: domain.domain,
    subdomain: domain.mail_from_domain.split('.', 1)[0],
    username: '',
    ips: [],
    custom_spf: false,
    default: false,
    legacy: false,
    automatic_security: true,
    valid: domain.fully_verified,
    dns: named(domain.dns_records, (record) => ({
      valid: statusOf(domain, record) === 'verified',
      type: record.type.toLowerCase(),
      host: record.name,
      data: record.value,
    })),
  }
}

function statusOf(domain: Domain, { type, name }: DnsRecord) {
  if (type === 'CNAME') return domain.dkim_status
  return name.startsWith('_dmarc.') ? domain.dmarc_status : domain.spf_status
}

/** Records by what they are for, as SendGrid names them: `dkim1`, `mail_server`, `subdomain_spf`. */
function named<R extends Pick<DnsRecord, 'type' | 'name'>, T>(records: readonly R[], present: (record: R) => T) {
  let keys = 0
  return Object.fromEntries(
    records.map((record) => {
      const { type, name } = record
      if (name.includes('._domainkey.')) keys += 1
      const isKey = name.includes('._domainkey.')
      const other = type === 'MX' ? 'mail_server' : name.startsWith('_dmarc.') ? 'dmarc' : 'subdomain_spf'
      return [isKey ? `dkim${keys}` : other, present(record)]
    }),
  )
}
