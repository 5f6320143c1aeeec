import { ApiError } from '../../../src/errors.js'
import type { DomainIdentities } from '../../../src/providers/identities/domain-identities.js'
import { createOwnIdentities } from '../../../src/providers/identities/own-identities.js'
import { MAX_DOMAINS } from '../../../src/services/domains/domain-store.js'
import { aSend, call, type TestApp } from '../../support/start-app.js'
import type { ErrorCase, SuccessCase } from '../case.js'
import { MAILBOX_DOMAIN } from '../mailbox-account.js'
import { forbidden, invalid, unknownCursor } from '../refusals.js'

const DOMAIN = 'doors.acme.com'
const TAKEN = 'taken.acme.test'
const UNFINISHED = 'unfinished.acme.com'
const UNREACHABLE = 'unreachable.acme.com'
const SANDBOX = 'sandbox.postline.localhost'

const own = createOwnIdentities({
  dkimZone: 'dkim.example.net',
  mailFromMxHost: 'mx.example.net',
  spfInclude: 'spf.example.net',
})

/** A provider that fails for one name. */
export const identities: DomainIdentities = {
  ...own,
  async register(domain) {
    if (domain.name === UNREACHABLE) throw new ApiError('provider_unavailable')
    return own.register(domain)
  },
  async remove(name) {
    if (name === `half-${UNREACHABLE}`) throw new ApiError('provider_unavailable')
  },
}

/**
 * Prepares the data for the cases. @returns keys of an account with a verified domain, and of one with the maximum
 * number of domains.
 */
export async function prepareDomains(app: TestApp): Promise<{ full: string; verified: string }> {
  const other = await app.app.services.accounts.create('domains@postline.test')
  const post = (path: string, key: string, body = {}) => call(app.url, 'POST', path, { key, body })
  await post('/v1/domains', app.adminKey, { domain: TAKEN })
  await post('/v1/domains', other.key, { domain: TAKEN })
  await post(`/v1/domains/${TAKEN}/verify`, other.key)
  await post('/v1/domains', other.key, { domain: UNFINISHED })
  const full = await app.app.services.accounts.create('full@postline.test')
  await post('/v1/domains', full.key, { domain: 'n0.full.acme.com' })
  await fillDomains(app, full.account_id)
  return { full: full.key, verified: other.key }
}

/** Copies the domain of an account until it has as many as it may have: making the keys of each takes long. */
async function fillDomains({ app }: TestApp, accountId: string): Promise<void> {
  const { domains } = app.models
  const first = await domains.findOne({ account_id: accountId }).lean()
  const slots = Array.from({ length: MAX_DOMAINS }, (_none, slot) => slot).filter((slot) => slot !== first!.slot)
  const copies = slots.map((slot, index) => {
    const name = `n${index + 1}.full.acme.com`
    return { ...first!, _id: app.newId('domain'), name, mail_from_domain: `mail.${name}`, slot }
  })
  await domains.collection.insertMany(copies)
}

async function aDomain(app: TestApp, domain = DOMAIN): Promise<string> {
  const { status, body } = await app.call('POST', '/v1/domains', { body: { domain } })
  if (status >= 300) throw new Error(JSON.stringify(body))
  return domain
}

const onDomain = (operation: string, more: Record<string, unknown> = {}): SuccessCase => ({
  operation,
  input: async (app) => ({ domain: await aDomain(app), ...more }),
})

export const successes: readonly SuccessCase[] = [
  { operation: 'domains.create', input: () => ({ domain: DOMAIN }) },
  { operation: 'domains.create', input: () => ({ domain: SANDBOX }) },
  { operation: 'domains.list', input: async (app) => ({ ...((await aDomain(app)) && {}), limit: 2 }) },
  onDomain('domains.get'),
  { operation: 'domains.get', input: () => ({ domain: SANDBOX }) },
  onDomain('domains.verify'),
  onDomain('domains.setFromName', { from_name: 'Acme, "Billing"' }),
  onDomain('domains.setFromName', { from_name: null }),
  { operation: 'domains.setInbound', input: () => ({ domain: MAILBOX_DOMAIN, enabled: true }) },
  onDomain('domains.setLinks', { enabled: false }),
  onDomain('domains.setLinks', { enabled: true }),
  onDomain('domains.setEd25519', { enabled: false }),
  onDomain('domains.setEd25519', { enabled: true }),
  onDomain('domains.dnsSetup'),
  onDomain('domains.zonefile'),
  { operation: 'domains.delete', input: async (app) => ({ domain: await aDomain(app, 'deleted.acme.com') }) },
]

const unknown = (operation: string, more: Record<string, unknown> = {}): ErrorCase[] => [
  {
    title: 'an unknown id',
    operation,
    input: { domain: 'dom_00000000000000000000000000', ...more },
    code: 'not_found',
  },
  { title: 'an invalid name', operation, input: { domain: 'no name', ...more }, code: 'not_found' },
]

const refusedName = (title: string, domain: unknown): ErrorCase => ({
  title,
  operation: 'domains.create',
  input: { domain },
  code: 'invalid_request',
  field: 'domain',
})

const refusedFromName = (title: string, from_name: unknown): ErrorCase => ({
  title,
  operation: 'domains.setFromName',
  input: async (app) => ({ domain: await aDomain(app), from_name }),
  code: 'invalid_request',
  field: 'from_name',
})

const refusedSender = (title: string, from_email: string | null, code: ErrorCase['code']): ErrorCase => ({
  title,
  operation: 'messages.send',
  key: 'verified',
  input: () => aSend(from_email === null ? {} : { metadata: { from_email } }),
  code,
})

export const errors: readonly ErrorCase[] = [
  refusedSender('no sender, with a verified domain', null, 'from_required'),
  refusedSender('a sender of a foreign domain', 'me@foreign.acme.com', 'from_not_verified'),
  refusedSender('a sender of an unfinished domain', `me@${UNFINISHED}`, 'domain_not_verified'),
  refusedName('no name', null),
  refusedName('a malformed name', 'acme..com'),
  refusedName('an endless name', 'a'.repeat(513)),
  refusedName('a public suffix', 'co.uk'),
  refusedName('an IP address', '192.0.2.1'),
  {
    title: 'a name that another account has verified',
    operation: 'domains.create',
    key: 'full',
    input: { domain: TAKEN },
    code: 'domain_in_use',
  },
  {
    title: 'one domain above the limit',
    operation: 'domains.create',
    key: 'full',
    input: { domain: 'n100.full.acme.com' },
    code: 'domain_limit_reached',
  },
  {
    title: 'a provider that does not respond',
    operation: 'domains.create',
    input: { domain: UNREACHABLE },
    code: 'provider_unavailable',
  },
  forbidden('domains.create', 'read', { domain: DOMAIN }),
  unknownCursor('domains.list'),
  forbidden('domains.list', 'send'),
  ...unknown('domains.get'),
  forbidden('domains.get', 'send', { domain: DOMAIN }),
  ...unknown('domains.verify'),
  forbidden('domains.verify', 'read', { domain: DOMAIN }),
  {
    title: 'a name that another account has verified',
    operation: 'domains.verify',
    input: { domain: TAKEN },
    code: 'domain_in_use',
  },
  ...unknown('domains.setFromName', { from_name: 'Acme' }),
  forbidden('domains.setFromName', 'read', { domain: DOMAIN, from_name: 'Acme' }),
  refusedFromName('a name of two lines', 'a\nb'),
  refusedFromName('a name that is written backwards', '\u202eemcA'),
  refusedFromName('an endless name', 'a'.repeat(129)),
  invalid('domains.setFromName', 'domain', 'the built-in domain', { domain: SANDBOX, from_name: 'Acme' }),
  ...unknown('domains.setInbound', { enabled: true }),
  forbidden('domains.setInbound', 'read', { domain: DOMAIN, enabled: true }),
  invalid('domains.setInbound', 'enabled', 'no value', { domain: DOMAIN }),
  {
    title: 'a domain that is not verified',
    operation: 'domains.setInbound',
    input: async (app) => ({ domain: await aDomain(app), enabled: true }),
    code: 'domain_not_ready',
  },
  {
    title: 'the built-in domain',
    operation: 'domains.setInbound',
    input: { domain: SANDBOX, enabled: true },
    code: 'domain_not_ready',
  },
  ...unknown('domains.setLinks', { enabled: true }),
  forbidden('domains.setLinks', 'read', { domain: DOMAIN, enabled: true }),
  invalid('domains.setLinks', 'enabled', 'no value', { domain: DOMAIN }),
  {
    title: 'the built-in domain',
    operation: 'domains.setLinks',
    input: { domain: SANDBOX, enabled: true },
    code: 'domain_not_ready',
  },
  ...unknown('domains.setEd25519', { enabled: true }),
  forbidden('domains.setEd25519', 'read', { domain: DOMAIN, enabled: true }),
  invalid('domains.setEd25519', 'enabled', 'no value', { domain: DOMAIN }),
  {
    title: 'the built-in domain',
    operation: 'domains.setEd25519',
    input: { domain: SANDBOX, enabled: true },
    code: 'domain_not_ready',
  },
  ...unknown('domains.dnsSetup'),
  forbidden('domains.dnsSetup', 'send', { domain: DOMAIN }),
  ...unknown('domains.zonefile'),
  forbidden('domains.zonefile', 'send', { domain: DOMAIN }),
  ...unknown('domains.delete'),
  forbidden('domains.delete', 'read', { domain: DOMAIN }),
  {
    title: 'the built-in domain',
    operation: 'domains.delete',
    input: { domain: SANDBOX },
    code: 'cannot_delete_sandbox',
  },
  {
    title: 'a provider that does not respond',
    operation: 'domains.delete',
    input: async (app) => ({ domain: await aDomain(app, `half-${UNREACHABLE}`) }),
    code: 'provider_unavailable',
  },
]
