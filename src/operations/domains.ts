import type { Config } from '../config.js'
import {
  DnsSetup,
  Domain,
  DomainFromName,
  DomainInbound,
  DomainLinks,
  DomainPage,
  DomainRef,
  DomainVerification,
  Ed25519Change,
  FromNameChange,
  InboundChange,
  LinksChange,
  NewDomain,
  Zonefile,
} from '../contract/domains.js'
import { Nothing, PageRequest } from '../contract/fields.js'
import { hasInbound } from './inbound.js'
import { del, get, type OperationContext, operation, post, put, type Tag } from './operation.js'
import { answerPage } from './page.js'

/** Its section of the documentation. */
export const tag: Tag = {
  title: 'Domains',
  description: 'Domains to send from, their DNS records, and the state of these records.',
  order: 3,
}

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

const links = {
  enabled: true,
  host: 'links.mail.example.com',
  record: { type: 'CNAME' as const, name: 'links.mail.example.com', value: 'postline.example' },
  status: 'pending' as const,
}

const domain = {
  id: ID,
  domain: 'mail.example.com',
  ...pending,
  fully_verified: false,
  sandbox: false,
  dns_records: records,
  ed25519_status: null,
  mail_from_domain: 'send.mail.example.com',
  from_name: null,
  inbound_enabled: false,
  links,
  warnings: [],
  created_at: '2026-11-21T09:00:00.000Z',
}
const input = { domain: 'mail.example.com' }

export const createDomain = operation({
  name: 'domains.create',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/domains', { status: 201, statusIfExisted: 200 }),
  summary: 'Adds a sending domain, and returns the records to publish for it.',
  errors: ['domain_limit_reached', 'domain_in_use', 'provider_unavailable'],
  input: NewDomain,
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
  summary: 'Lists the domains of the account, newest first; the built-in one comes last.',
  errors: [],
  input: PageRequest,
  output: DomainPage,
  examples: [{ summary: 'All domains', input: { limit: 50 }, output: { domains: [domain], next_cursor: null } }],
  run: ({ caller, services }, page) => answerPage('domains', services.domains.list(caller.accountId, page)),
})

export const getDomain = operation({
  name: 'domains.get',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/domains/:domain'),
  summary: 'Gets a domain.',
  errors: ['not_found'],
  input: DomainRef,
  output: Domain,
  examples: [{ summary: 'A domain that is not verified yet', input, output: domain }],
  run: ({ caller, services }, input) => services.domains.get(caller.accountId, input.domain),
})

export const deleteDomain = operation({
  name: 'domains.delete',
  kind: 'mutation',
  scope: 'admin',
  rest: del('/v1/domains/:domain', { status: 204 }),
  summary: 'Deletes a domain, also at the mail provider.',
  errors: ['not_found', 'cannot_delete_sandbox', 'provider_unavailable'],
  input: DomainRef,
  output: Nothing,
  examples: [{ summary: 'A deleted domain', input, output: null }],
  run: async (context, input) => {
    await setAuditTarget(context, input.domain)
    await context.services.domains.delete(context.caller.accountId, input.domain)
    return null
  },
})

export const verifyDomain = operation({
  name: 'domains.verify',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/domains/:domain/verify'),
  summary: 'Looks up the records of a domain in DNS. Statuses without an answer do not change.',
  errors: ['not_found', 'domain_in_use'],
  input: DomainRef,
  output: DomainVerification,
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
        ed25519_status: null,
        links,
      },
    },
  ],
  run: async (context, input) => {
    await setAuditTarget(context, input.domain)
    return context.services.domains.verify(context.caller.accountId, input.domain)
  },
})

export const setDomainFromName = operation({
  name: 'domains.setFromName',
  kind: 'mutation',
  scope: 'admin',
  rest: put('/v1/domains/:domain/from-name'),
  summary: 'Sets the default sender name of a domain, for sends whose `from_email` has no name.',
  errors: ['not_found'],
  input: FromNameChange,
  output: DomainFromName,
  examples: [
    {
      summary: 'A name for all mail of a domain',
      input: { ...input, from_name: 'Acme Billing' },
      output: { ...input, from_name: 'Acme Billing' },
    },
  ],
  run: async (context, input) => {
    await setAuditTarget(context, input.domain)
    return context.services.domains.setFromName(context.caller.accountId, input.domain, input.from_name)
  },
})

export const setDomainInbound = operation({
  name: 'domains.setInbound',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/domains/:domain/inbound'),
  summary: 'Turns the receiving of mail to a domain on or off, and returns the MX record to publish.',
  errors: ['not_found', 'domain_not_ready'],
  enabled: hasInbound,
  input: InboundChange,
  output: DomainInbound,
  examples: [
    {
      summary: 'Receive mail',
      input: { ...input, enabled: true },
      output: { enabled: true, mx_record: { type: 'MX', priority: '10', value: 'inbound.postline.example' } },
    },
  ],
  run: async (context, input) => {
    await setAuditTarget(context, input.domain)
    return context.services.domains.setInbound(context.caller.accountId, input.domain, input.enabled)
  },
})

const hasLinkHosts = ({ linkHostTarget }: Config): boolean => linkHostTarget !== null

export const setDomainLinks = operation({
  name: 'domains.setLinks',
  kind: 'mutation',
  scope: 'admin',
  rest: put('/v1/domains/:domain/links'),
  summary: "Turns the domain's own link host on or off. Links in its mail use it once its record is verified.",
  errors: ['not_found', 'domain_not_ready'],
  enabled: hasLinkHosts,
  input: LinksChange,
  output: DomainLinks,
  examples: [
    {
      summary: 'Links of this service again',
      input: { ...input, enabled: false },
      output: { ...links, enabled: false, status: 'verified' },
    },
  ],
  run: async (context, input) => {
    await setAuditTarget(context, input.domain)
    return context.services.domains.setLinks(context.caller.accountId, input.domain, input.enabled)
  },
})

export const setDomainEd25519 = operation({
  name: 'domains.setEd25519',
  kind: 'mutation',
  scope: 'admin',
  rest: put('/v1/domains/:domain/ed25519'),
  summary:
    'Turns a second signature of mail, with Ed25519, on or off. While it is on, the domain has one more record to publish; once that is verified, mail has both signatures.',
  errors: ['not_found', 'domain_not_ready'],
  input: Ed25519Change,
  output: Domain,
  examples: [
    {
      summary: 'One more record to publish',
      input: { ...input, enabled: true },
      output: {
        ...domain,
        dns_records: [
          ...records,
          {
            type: 'TXT',
            name: 'pl-5f2c9a81d03e._domainkey.mail.example.com',
            value: 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
          },
        ],
        ed25519_status: 'pending',
      },
    },
  ],
  run: async (context, input) => {
    await setAuditTarget(context, input.domain)
    return context.services.domains.setEd25519(context.caller.accountId, input.domain, input.enabled)
  },
})

export const getDnsSetup = operation({
  name: 'domains.dnsSetup',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/domains/:domain/dns-setup'),
  summary: 'Gets instructions for publishing the records of a domain at its DNS host.',
  errors: ['not_found'],
  input: DomainRef,
  output: DnsSetup,
  examples: [
    {
      summary: 'A domain with its DNS at Cloudflare',
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
        records: records.map((record) => ({
          ...record,
          host: record.name.slice(0, -'.example.com'.length),
          status: 'pending' as const,
        })),
        mail_from_domain: 'send.mail.example.com',
        inbound_mx_record: { type: 'MX', priority: '10', value: 'inbound.postline.example' },
        links: { ...links, record: { ...links.record, host: 'links.mail' } },
        warnings: [],
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
  input: DomainRef,
  output: Zonefile,
  examples: [
    {
      summary: 'All records of a domain',
      input,
      output: `; Records of mail.example.com\npl1._domainkey.mail.example.com. 300 IN CNAME ${ID}-1.dkim.postline.example.\n`,
    },
  ],
  run: ({ caller, services }, input) => services.domains.zonefile(caller.accountId, input.domain),
})

/**
 * Tells the audit log the id of a domain, which a request may name otherwise, before it is gone.
 * @throws ApiError `not_found`.
 */
export async function setAuditTarget({ caller, services, facts }: OperationContext, ref: string): Promise<void> {
  facts.target = (await services.domains.get(caller.accountId, ref)).id
}
