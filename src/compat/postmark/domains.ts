import { z } from 'zod'
import type { Domain } from '../../contract/domains.js'
import { createDomain, deleteDomain, getDomain, listDomains, verifyDomain } from '../../operations/domains.js'
import type { CompatRoute } from '../common/api.js'
import { itemsAt, totalOf } from '../common/offset-pages.js'
import { PAGE, refuseGiven } from './fields.js'

const ListQuery = z.strictObject(PAGE)
const NewDomain = z.strictObject({ Name: z.string('is required'), ReturnPathDomain: z.string().nullish() })

/** Domains. Their name stands for their id, too. */
export const domains: readonly CompatRoute[] = [
  {
    method: 'GET',
    path: '/domains',
    operation: listDomains,
    answer: async ({ query, run }) => {
      const { count, offset } = query(ListQuery)
      const { items, hasMore } = await itemsAt(
        { count, offset },
        async (page) => {
          const { domains: found, next_cursor } = await run(listDomains, page)
          return { items: found, next: next_cursor }
        },
        'Use GET /v1/domains with a cursor.',
      )
      return { TotalCount: totalOf(offset, items.length, hasMore), Domains: items.map(summary) }
    },
  },
  {
    method: 'GET',
    path: '/domains/:id',
    operation: getDomain,
    answer: async ({ param, run }) => details(await run(getDomain, { domain: param('id') })),
  },
  {
    method: 'POST',
    path: '/domains',
    operation: createDomain,
    names: [['domain', 'Name']],
    answer: async ({ body, run }) => {
      const { Name, ...others } = body(NewDomain)
      refuseGiven(others, ['ReturnPathDomain'], 'It is made from the name of the domain.')
      return details(await run(createDomain, { domain: Name }))
    },
  },
  {
    method: 'DELETE',
    path: '/domains/:id',
    operation: deleteDomain,
    answer: async ({ param, run }) => {
      await run(deleteDomain, { domain: param('id') })
      return { ErrorCode: 0, Message: `Domain ${param('id')} removed.` }
    },
  },
  ...(['PUT /verifyDkim', 'PUT /verifyReturnPath', 'POST /verifyspf'] as const).flatMap(verifications),
]

/** All records are looked up at once. Postmark reads paths in any case, and its SDK writes these in another one. */
function verifications(call: string): CompatRoute[] {
  const [method, path = ''] = call.split(' ') as ['PUT' | 'POST', string]
  const spellings = [path, path.replace('Dkim', 'DKIM').replace('spf', 'SPF')]
  return [...new Set(spellings)].map((spelling) => ({
    method,
    path: `/domains/:id${spelling}`,
    operation: verifyDomain,
    answer: async ({ param, run }) => {
      await run(verifyDomain, { domain: param('id') })
      return details(await run(getDomain, { domain: param('id') }))
    },
  }))
}

const summary = ({ id, domain, spf_status, dkim_status }: Domain) => ({
  ID: id,
  Name: domain,
  SPFVerified: spf_status === 'verified',
  DKIMVerified: dkim_status === 'verified',
  WeakDKIM: false,
  ReturnPathDomainVerified: spf_status === 'verified',
})

/** Three records carry the DKIM keys here, where Postmark has one: the first is shown in its place, and all as records. */
function details(domain: Domain) {
  const { dns_records, mail_from_domain } = domain
  const [dkim] = dns_records.filter(({ name }) => name.includes('._domainkey.'))
  const spf = dns_records.find(({ type, name }) => type === 'TXT' && name === mail_from_domain)
  return {
    ...summary(domain),
    SPFHost: spf?.name ?? '',
    SPFTextValue: spf?.value ?? '',
    DKIMHost: dkim?.name ?? '',
    DKIMTextValue: dkim?.value ?? '',
    DKIMPendingHost: '',
    DKIMPendingTextValue: '',
    DKIMRevokedHost: '',
    DKIMRevokedTextValue: '',
    SafeToRemoveRevokedKeyFromDNS: false,
    DKIMUpdateStatus: domain.dkim_status === 'verified' ? 'Verified' : 'Pending',
    ReturnPathDomain: mail_from_domain,
    ReturnPathDomainCNAMEValue: '',
    Records: dns_records,
  }
}
