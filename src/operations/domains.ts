import { z } from 'zod'
import { isSafeText } from '../lib/addresses.js'
import { DNS_RECORD_TYPES, DOMAIN_STATUSES } from '../models/domain.js'
import { domainParam, noteDomain } from './domain-target.js'
import { del, get, operation, post, put, type Tag } from './operation.js'
import { id, nextCursor, pageCursor, pageLimit, timestamp } from './schemas.js'

/** Its section of the documentation. */
export const tag: Tag = {
  title: 'Domains',
  description: 'Domains to send from: the records to publish for them, and whether they are published.',
  order: 3,
}

const MAX_NAME_CHARS = 512
const MAX_FROM_NAME_CHARS = 128

const status = (description: string) =>
  z
    .enum(DOMAIN_STATUSES)
    .meta({ description: `${description} \`failed\` means that something else is published than should be.` })

const statuses = {
  dkim_status: status('The three CNAME records.'),
  spf_status: status('The TXT record of the MAIL FROM subdomain.'),
  dmarc_status: status('The TXT record of the policy, which may be any.'),
  txt_status: status('Both TXT records.'),
}

const DnsRecord = z
  .object({
    type: z.enum(DNS_RECORD_TYPES),
    name: z.string().meta({ description: 'The whole name, without a final dot.' }),
    value: z.string().meta({ description: 'The host of a CNAME, `10 host` of an MX, or the whole text of a TXT.' }),
  })
  .meta({ id: 'DnsRecord' })

const Domain = z
  .object({
    id: id('domain'),
    domain: z.string().meta({ description: 'Its name, in lower case and A-label form.' }),
    ...statuses,
    fully_verified: z.boolean().meta({
      description: 'Whether it can send: all four statuses are `verified`, and it is not being deleted.',
    }),
    sandbox: z.boolean().meta({ description: 'Whether it is the built-in domain of the shared sender.' }),
    dns_records: z.array(DnsRecord).meta({ description: 'What to publish. None for the built-in domain.' }),
    mail_from_domain: z.string().meta({ description: 'The domain of its envelope senders.' }),
    from_name: z.string().nullable().meta({ description: 'Shown as the sender of mail that names none.' }),
    created_at: timestamp(),
  })
  .meta({ id: 'Domain' })

const DnsHost = z
  .object({
    id: z.string().meta({ description: '`unknown` where nobody is recognized by the name servers.' }),
    name: z.string(),
    docs_url: z.string().nullable().meta({ description: 'How records are set there.' }),
    dashboard_url: z.string().nullable().meta({ description: 'Where records are set there.' }),
    supports_api: z.boolean().meta({ description: 'Whether records can be set there by an API.' }),
    unproxy_hint: z.string().nullable().meta({ description: 'What to watch out for where records may be proxied.' }),
    record_name_label: z.string().meta({ description: 'What its console calls the name of a record.' }),
    record_value_label: z.string().meta({ description: 'What its console calls the value of a record.' }),
  })
  .meta({ id: 'DnsHost' })

const ID = 'dom_01kajqx5t2n8w4e6r9y7m3b1c0'
const pending = {
  dkim_status: 'pending' as const,
  spf_status: 'pending' as const,
  dmarc_status: 'pending' as const,
  txt_status: 'pending' as const,
}

const dkim = ([1, 2, 3] as const).map((number) => ({
  type: 'CNAME' as const,
  name: `pl${number}._domainkey.mail.example.com`,
  value: `${ID}-${number}.dkim.postline.example`,
}))
const records = [
  ...dkim,
  { type: 'MX' as const, name: 'send.mail.example.com', value: '10 feedback.postline.example' },
  {
    type: 'TXT' as const,
    name: 'send.mail.example.com',
    value: 'v=spf1 include:spf.postline.example ~all',
  },
  { type: 'TXT' as const, name: '_dmarc.mail.example.com', value: 'v=DMARC1; p=none;' },
]

const domain = {
  id: ID,
  domain: 'mail.example.com',
  ...pending,
  fully_verified: false,
  sandbox: false,
  dns_records: records,
  mail_from_domain: 'send.mail.example.com',
  from_name: null,
  created_at: '2026-11-21T09:00:00.000Z',
}
const input = { domain: 'mail.example.com' }

export const createDomain = operation({
  name: 'domains.create',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/domains', { status: 201, statusIfExisted: 200 }),
  summary: 'Adds a domain to send from, and tells which records to publish for it.',
  errors: ['domain_limit_reached', 'domain_in_use', 'provider_unavailable'],
  input: z.object({
    domain: z
      .string('must be a domain name, like mail.example.com')
      .max(MAX_NAME_CHARS, `must have at most ${MAX_NAME_CHARS} characters`)
      .meta({ description: 'A name below a public suffix, like `mail.example.com`.' }),
  }),
  output: Domain,
  examples: [{ summary: 'A domain to publish records for', input, output: domain }],
  run: async ({ caller, services, facts }, input) => {
    const { domain, existed } = await services.domains.create(caller.accountId, input.domain)
    facts.existed = existed
    return domain
  },
})

export const listDomains = operation({
  name: 'domains.list',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/domains'),
  summary: 'Lists the domains of the account, newest first; the built-in one is the last.',
  errors: [],
  input: z.object({ limit: pageLimit(), cursor: pageCursor() }),
  output: z.object({ domains: z.array(Domain), next_cursor: nextCursor() }),
  examples: [{ summary: 'All domains', input: { limit: 50 }, output: { domains: [domain], next_cursor: null } }],
  run: async ({ caller, services }, page) => {
    const { items, nextCursor } = await services.domains.list(caller.accountId, page)
    return { domains: items, next_cursor: nextCursor }
  },
})

export const getDomain = operation({
  name: 'domains.get',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/domains/:domain'),
  summary: 'Gets a domain.',
  errors: ['not_found'],
  input: z.object({ domain: domainParam() }),
  output: Domain,
  examples: [{ summary: 'A domain that is not verified yet', input, output: domain }],
  run: ({ caller, services }, input) => services.domains.get(caller.accountId, input.domain),
})

export const deleteDomain = operation({
  name: 'domains.delete',
  kind: 'mutation',
  scope: 'admin',
  rest: del('/v1/domains/:domain', { status: 204 }),
  summary: 'Removes a domain, and what the mail provider keeps of it.',
  errors: ['not_found', 'cannot_delete_sandbox', 'provider_unavailable'],
  input: z.object({ domain: domainParam() }),
  output: z.null(),
  examples: [{ summary: 'A domain that sends no more', input, output: null }],
  run: async (context, input) => {
    await noteDomain(context, input.domain)
    await context.services.domains.delete(context.caller.accountId, input.domain)
    return null
  },
})

export const verifyDomain = operation({
  name: 'domains.verify',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/domains/:domain/verify'),
  summary: 'Looks up which records of a domain are published. What DNS does not answer stays as it was.',
  errors: ['not_found', 'domain_in_use'],
  input: z.object({ domain: domainParam() }),
  output: z
    .object({
      domain: z.string(),
      fully_verified: z.boolean().meta({ description: 'Whether it can send from now on.' }),
      results: z
        .array(
          z
            .object({
              field: z.enum(['dkim', 'spf', 'dmarc']).meta({ description: 'The status that the record counts for.' }),
              type: z.string().meta({ description: 'Type of the record.' }),
              name: z.string().meta({ description: 'Name of the record.' }),
              status: status('What was found.'),
            })
            .meta({ id: 'DomainCheck' }),
        )
        .meta({ description: 'One entry a record, but none for the MX, without which mail goes out as well.' }),
    })
    .meta({ id: 'DomainVerification' }),
  examples: [
    {
      summary: 'One record is still missing',
      input,
      output: {
        domain: 'mail.example.com',
        fully_verified: false,
        results: [
          ...dkim.map(({ type, name }) => ({ field: 'dkim' as const, type, name, status: 'verified' as const })),
          { field: 'spf', type: 'TXT', name: 'send.mail.example.com', status: 'verified' },
          { field: 'dmarc', type: 'TXT', name: '_dmarc.mail.example.com', status: 'pending' },
        ],
      },
    },
  ],
  run: async (context, input) => {
    await noteDomain(context, input.domain)
    return context.services.domains.verify(context.caller.accountId, input.domain)
  },
})

const fromName = () =>
  z
    .string('must be a text, like Acme Billing; null for none')
    .max(MAX_FROM_NAME_CHARS, `must have at most ${MAX_FROM_NAME_CHARS} characters`)
    .refine(
      isSafeText,
      'must have no line breaks or other control characters, also none that turn the direction of writing',
    )
    .nullable()
    .transform((text) => text?.trim() || null)
    .meta({ description: 'The name; null or empty for none.' })

export const setDomainFromName = operation({
  name: 'domains.setFromName',
  kind: 'mutation',
  scope: 'admin',
  rest: put('/v1/domains/:domain/from-name'),
  summary: 'Sets the sender name of mail from a domain, for sends whose `from_email` has none.',
  errors: ['not_found'],
  input: z.object({ domain: domainParam(), from_name: fromName() }),
  output: z.object({ domain: z.string(), from_name: z.string().nullable() }).meta({ id: 'DomainFromName' }),
  examples: [
    {
      summary: 'A name for all mail of a domain',
      input: { ...input, from_name: 'Acme Billing' },
      output: { ...input, from_name: 'Acme Billing' },
    },
  ],
  run: async (context, input) => {
    await noteDomain(context, input.domain)
    return context.services.domains.setFromName(context.caller.accountId, input.domain, input.from_name)
  },
})

export const getDnsSetup = operation({
  name: 'domains.dnsSetup',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/domains/:domain/dns-setup'),
  summary: 'Tells how to publish the records of a domain where its DNS is kept.',
  errors: ['not_found'],
  input: z.object({ domain: domainParam() }),
  output: z
    .object({
      domain: z.string(),
      zone_apex: z.string().meta({ description: 'The zone that the records belong into.' }),
      provider: DnsHost,
      records: z.array(
        DnsRecord.extend({
          host: z.string().meta({ description: 'The name within the zone; `@` for the zone itself.' }),
        }).meta({ id: 'DnsSetupRecord' }),
      ),
      mail_from_domain: z.string().meta({ description: 'The domain of its envelope senders.' }),
      ...statuses,
    })
    .meta({ id: 'DnsSetup' }),
  examples: [
    {
      summary: 'A domain whose DNS is at Cloudflare',
      input,
      output: {
        domain: 'mail.example.com',
        zone_apex: 'example.com',
        provider: {
          id: 'cloudflare',
          name: 'Cloudflare',
          docs_url: 'https://developers.cloudflare.com/dns/proxy-status/',
          dashboard_url: 'https://dash.cloudflare.com',
          supports_api: true,
          unproxy_hint:
            'Set each CNAME to "DNS only" (grey cloud): a proxied record answers with addresses, and the CNAME cannot be seen.',
          record_name_label: 'Name',
          record_value_label: 'Target or content',
        },
        records: records.map((record) => ({ ...record, host: record.name.slice(0, -'.example.com'.length) })),
        mail_from_domain: 'send.mail.example.com',
        ...pending,
      },
    },
  ],
  run: ({ caller, services }, input) => services.domains.dnsSetup(caller.accountId, input.domain),
})

export const getZonefile = operation({
  name: 'domains.zonefile',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/domains/:domain/dns-setup/zonefile', {
    answer: { mediaType: 'text/plain; charset=utf-8', content: (zonefile: string) => zonefile },
  }),
  summary: 'Gets the records of a domain as a zone file, in the format of BIND.',
  errors: ['not_found'],
  input: z.object({ domain: domainParam() }),
  output: z.string(),
  examples: [
    {
      summary: 'All records of a domain',
      input,
      output: `; Records of mail.example.com\npl1._domainkey.mail.example.com. 300 IN CNAME ${ID}-1.dkim.postline.example.\n`,
    },
  ],
  run: ({ caller, services }, input) => services.domains.zonefile(caller.accountId, input.domain),
})
