import {
  createDomain,
  deleteDomain,
  getDnsSetup,
  getDomain,
  getZonefile,
  listDomains,
  setDomainEd25519,
  setDomainFromName,
  setDomainInbound,
  setDomainLinks,
  verifyDomain,
} from '../../operations/domains.js'
import { builder } from '../builder.js'
import { connectionOf, pageArgs } from '../connections.js'
import type { GraphqlContext } from '../context.js'
import { objectIn, outputOf } from '../contract-types.js'
import { changes, does, looksUp, pages, read, runs } from '../resolve.js'

const DnsRecord = outputOf(
  'DnsRecord',
  'A record that the owner of a domain publishes.',
  getDomain.output.shape.dns_records.element,
  { about: { type: 'CNAME, MX or TXT.' } },
)

const about = { domain: 'The domain, in lower case and A-label form.' }

const DomainLinks = outputOf('DomainLinks', "The host of the links in a domain's mail.", setDomainLinks.output, {
  types: { record: DnsRecord },
})

const Domain = outputOf('Domain', 'A domain to send from.', getDomain.output, {
  node: { kind: 'domain', operation: getDomain, service: 'domains' },
  types: { dns_records: [DnsRecord], links: DomainLinks },
  about,
})
const DomainConnection = connectionOf('Domain', Domain, 'domains')

/** The domain that a mutation has changed. */
// biome-ignore lint/suspicious/noExplicitAny: the builder of the fields of any object
export const wholeDomain = (t: any) => ({
  domain: t.field({
    type: Domain,
    description: 'The domain as it is now.',
    resolve: ({ domain }: { domain: string }, _args: unknown, context: GraphqlContext) =>
      read(getDomain, { domain }, context),
  }),
})

const DomainCheck = outputOf('DomainCheck', 'What was found of one record.', verifyDomain.output.shape.results.element)
const DomainVerification = outputOf('DomainVerification', 'The result of a verification.', verifyDomain.output, {
  types: { results: [DomainCheck], links: DomainLinks },
  omit: ['domain'],
  more: wholeDomain,
})

const InboundMxRecord = outputOf(
  'InboundMxRecord',
  'The record that leads mail to a domain here.',
  setDomainInbound.output.shape.mx_record,
  { types: { type: 'String' }, about: { type: 'Always MX.', priority: 'Its priority.' } },
)
const DomainInbound = outputOf('DomainInbound', 'How a domain receives mail.', setDomainInbound.output, {
  types: { mx_record: InboundMxRecord },
  more: wholeDomain,
})

const DnsHost = outputOf('DnsHost', 'Who keeps the DNS of a domain.', getDnsSetup.output.shape.provider, {
  about: { name: 'Its name.' },
})
const DnsSetupRecord = outputOf(
  'DnsSetupRecord',
  'A record as entered at the DNS host.',
  getDnsSetup.output.shape.records.element,
  { about: { type: 'CNAME, MX or TXT.' } },
)
const setupLinks = objectIn(getDnsSetup.output, 'links')
const DnsSetupLinksRecord = outputOf(
  'DnsSetupLinksRecord',
  'The record of a link host, as entered at the DNS host.',
  setupLinks.shape.record,
  { about: { type: 'Always CNAME.' } },
)
const DnsSetupLinks = outputOf('DnsSetupLinks', "The host of the links in a domain's mail.", setupLinks, {
  types: { record: DnsSetupLinksRecord },
})
const DnsSetup = outputOf('DnsSetup', 'How to publish the records of a domain.', getDnsSetup.output, {
  types: {
    provider: DnsHost,
    records: [DnsSetupRecord],
    inbound_mx_record: InboundMxRecord,
    links: DnsSetupLinks,
  },
  about: {
    ...about,
    provider: 'Who keeps its DNS.',
    records: 'What to publish.',
    inbound_mx_record: 'What to publish at the domain, if it is to receive mail.',
  },
})

builder.queryFields((t) => {
  const domain = t.arg({ type: 'String', required: true, description: 'The name or id of the domain.' })
  return {
    domain: t.field({ type: Domain, args: { name: domain }, ...looksUp(getDomain, { name: 'domain' }) }),
    domains: t.field({ type: DomainConnection, args: pageArgs(t, listDomains), ...pages(listDomains, 'domains') }),
    domainDnsSetup: t.field({ type: DnsSetup, args: { domain }, ...looksUp(getDnsSetup) }),
    domainZonefile: t.field({ type: 'String', args: { domain }, ...looksUp(getZonefile) }),
  }
})

builder.mutationFields((t) => {
  const domain = t.arg({ type: 'String', required: true, description: 'The name or id of the domain.' })
  return {
    addDomain: t.field({
      type: Domain,
      args: { domain: t.arg({ type: 'String', required: true, description: 'A name below a public suffix.' }) },
      ...runs(createDomain),
    }),
    verifyDomain: t.field({ type: DomainVerification, args: { domain }, ...runs(verifyDomain) }),
    setDomainFromName: t.field({
      type: Domain,
      args: { domain, fromName: t.arg({ type: 'String', description: 'The name; null or empty for none.' }) },
      ...changes(setDomainFromName, ({ domain: name }, context) => read(getDomain, { domain: name }, context)),
    }),
    setDomainInbound: t.field({
      type: DomainInbound,
      args: {
        domain,
        enabled: t.arg({ type: 'Boolean', required: true, description: 'True to receive mail, false to stop.' }),
      },
      ...changes(setDomainInbound, (output, _context, { domain: ref }) => ({ ...output, domain: ref }) as never),
    }),
    setDomainLinks: t.field({
      type: Domain,
      args: {
        domain,
        enabled: t.arg({ type: 'Boolean', required: true, description: 'True for the host of the domain.' }),
      },
      ...changes(setDomainLinks, (_output, context, { domain: ref }) => read(getDomain, { domain: ref }, context)),
    }),
    setDomainEd25519: t.field({
      type: Domain,
      args: {
        domain,
        enabled: t.arg({ type: 'Boolean', required: true, description: 'True for a second signature.' }),
      },
      ...runs(setDomainEd25519),
    }),
    deleteDomain: t.field({ type: 'Boolean', args: { domain }, ...does(deleteDomain) }),
  }
})
