import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '../../../src/errors.js'
import type {
  DomainIdentities,
  IdentityDomain,
  IdentityStatus,
} from '../../../src/providers/identities/domain-identities.js'
import { shiftedClock } from '../../support/clocks.js'
import { type DnsApp, startDnsApp } from '../../support/dns-app.js'
import { aLogo } from '../../support/logo.js'
import { publish } from '../../support/publish-domain.js'
import { eventually } from '../../support/start-app.js'
import { uploadFile } from '../../support/upload-file.js'

/** A provider that keeps identities by name, as SES does. */
class RecordingIdentities implements DomainIdentities {
  readonly names = new Set<string>()
  readonly mailFrom = new Map<string, string>()
  word: IdentityStatus | 'unreachable' = 'verified'
  tokens = 'one'
  /** Removed names in order, including names that did not exist. */
  readonly removed: string[] = []

  async register({ name, mailFromDomain }: IdentityDomain) {
    this.#assertReachable()
    this.names.add(name)
    this.mailFrom.set(name, mailFromDomain)
    return {
      dkim: [1, 2, 3].map((number) => ({
        name: `${this.tokens}${number}._domainkey.${name}`,
        value: `${this.tokens}${number}.dkim.provider.example`,
      })),
      mailFromMx: '10 feedback.provider.example',
      spf: 'v=spf1 include:provider.example ~all',
    }
  }

  async dkimStatus() {
    this.#assertReachable()
    return this.word as IdentityStatus
  }

  async remove(name: string) {
    this.#assertReachable()
    this.names.delete(name)
    this.removed.push(name)
  }

  #assertReachable() {
    if (this.word === 'unreachable') throw new ApiError('provider_unavailable')
  }
}

const identities = new RecordingIdentities()
const clock = shiftedClock()
let app: DnsApp
beforeAll(async () => {
  app = await startDnsApp({ ports: { identities, clock } })
})
afterAll(() => app.close())
beforeEach(() => {
  identities.word = 'verified'
  identities.tokens = 'one'
})

const add = (domain: string, key = app.adminKey) => app.call('POST', '/v1/domains', { key, body: { domain } })
const verify = async (domain: string, key = app.adminKey) =>
  (await app.call('POST', `/v1/domains/${domain}/verify`, { key })).body
const remove = (domain: string, key = app.adminKey) => app.call('DELETE', `/v1/domains/${domain}`, { key })

test('if the provider does not respond, adding a domain fails and leaves nothing behind', async () => {
  identities.word = 'unreachable'
  const refused = await add('add.acme.com')
  expect([refused.status, refused.body.error.code]).toEqual([503, 'provider_unavailable'])
  expect((await app.call('GET', '/v1/domains/add.acme.com')).status).toBe(404)
  identities.word = 'pending'
  expect((await add('add.acme.com')).status).toBe(201)
})

test('if the provider fails, a deletion changes nothing and can be repeated', async () => {
  publish(app.dns.records, (await add('delete.acme.com')).body.dns_records)
  expect(await verify('delete.acme.com')).toMatchObject({ fully_verified: true })
  identities.word = 'unreachable'
  const refused = await remove('delete.acme.com')
  expect([refused.status, refused.body.error.code]).toEqual([503, 'provider_unavailable'])
  expect((await app.call('GET', '/v1/domains/delete.acme.com')).body.fully_verified).toBe(true)
  const verification = (await app.call('GET', '/v1/account/verification')).body
  expect(verification.sandbox_mode).toBe(false)

  identities.word = 'verified'
  expect((await remove('delete.acme.com')).status).toBe(204)
  expect(identities.names.has('delete.acme.com')).toBe(false)
})

test('the identity stays as long as another account has a domain of the same name', async () => {
  const { key } = await app.app.services.accounts.create('other@postline.test')
  await add('both.acme.com')
  await add('both.acme.com', key)
  expect((await remove('both.acme.com')).status).toBe(204)
  expect(identities.names.has('both.acme.com')).toBe(true)
  expect((await remove('both.acme.com', key)).status).toBe(204)
  expect(identities.names.has('both.acme.com')).toBe(false)
})

test('when two accounts remove the same domain concurrently, no identity is left behind', async () => {
  const { key } = await app.app.services.accounts.create('other@postline.test')
  for (let round = 0; round < 5; round += 1) {
    await add('gone.acme.com')
    await add('gone.acme.com', key)
    const answers = await Promise.all([remove('gone.acme.com'), remove('gone.acme.com', key)])
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expect(identities.names.has('gone.acme.com')).toBe(false)
  }
})

test('a name goes to the account that publishes its records, not to another that has also added it', async () => {
  const other = (await app.app.services.accounts.create('squatter@postline.test')).key
  const name = 'wanted.acme.com'
  const theirs = (await add(name, other)).body
  const mine = (await add(name)).body
  expect(theirs.mail_from_domain).toBe(`send.${name}`)
  expect(mine.mail_from_domain).toMatch(/^send-[a-z0-9]{12}\.wanted\.acme\.com$/)

  publish(app.dns.records, mine.dns_records)
  expect(await verify(name, other)).toMatchObject({ fully_verified: false })
  expect(await verify(name)).toMatchObject({ fully_verified: true })
  expect(identities.mailFrom.get(name)).toBe(mine.mail_from_domain)
  expect((await verify(name, other)).error).toMatchObject({ code: 'domain_in_use' })
})

test('accounts that add the same name concurrently all get different records', async () => {
  const accounts = await Promise.all(
    Array.from({ length: 8 }, (_none, index) => app.app.services.accounts.create(`at-once${index}@postline.test`)),
  )
  const added = await Promise.all(accounts.map(({ key }) => add('at-once.acme.com', key)))
  expect(added.map(({ status }) => status)).toEqual(Array(8).fill(201))
  const mailFrom = new Set(added.map(({ body }) => body.mail_from_domain))
  expect(mailFrom.size).toBe(8)
  expect(mailFrom).toContain('send.at-once.acme.com')
  for (const { body } of added) {
    expect(body.dns_records.filter(({ name }: { name: string }) => name === body.mail_from_domain)).toHaveLength(2)
  }
})

test("the provider's DKIM status counts too", async () => {
  publish(app.dns.records, (await add('word.acme.com')).body.dns_records)
  const statuses = async () => {
    const { results, fully_verified } = await verify('word.acme.com')
    return [fully_verified, ...results.map(({ status }: { status: string }) => status)]
  }
  identities.word = 'pending'
  expect(await statuses()).toEqual([false, 'pending', 'pending', 'pending', 'verified', 'verified'])
  identities.word = 'failed'
  expect(await statuses()).toEqual([false, 'failed', 'failed', 'failed', 'verified', 'verified'])
  identities.word = 'unreachable'
  expect(await statuses()).toEqual([false, 'failed', 'failed', 'failed', 'verified', 'verified'])
  identities.word = 'verified'
  expect(await statuses()).toEqual([true, ...Array(5).fill('verified')])
  identities.word = 'unreachable'
  expect(await statuses()).toEqual([true, ...Array(5).fill('verified')])
})

test("an unfinished domain gets the provider's current records", async () => {
  const { body: before } = await add('keys.acme.com')
  publish(app.dns.records, before.dns_records)
  identities.tokens = 'two'
  identities.names.delete('keys.acme.com')
  const { results, fully_verified } = await verify('keys.acme.com')
  expect(fully_verified).toBe(false)
  expect(results[0]).toMatchObject({ name: 'two1._domainkey.keys.acme.com', status: 'pending' })
  expect(results[3]).toMatchObject({ field: 'spf', status: 'verified' })
  expect(identities.names.has('keys.acme.com')).toBe(true)
  publish(app.dns.records, (await app.call('GET', '/v1/domains/keys.acme.com')).body.dns_records.slice(0, 3))
  expect((await verify('keys.acme.com')).fully_verified).toBe(true)
})

describe('a deletion whose process died', () => {
  /** A verified domain in the state that such a process leaves. */
  async function leftBehind(name: string): Promise<string> {
    const { body } = await add(name)
    publish(app.dns.records, body.dns_records)
    expect(await verify(name)).toMatchObject({ fully_verified: true })
    await app.app.models.domains.updateOne({ _id: body.id }, { $set: { deleting_at: clock.now() } })
    return body.id
  }

  const isGone = async (name: string) => (await app.call('GET', `/v1/domains/${name}`)).status === 404
  const isMarkedAt = async (_id: string) => (await app.app.models.domains.findOne({ _id }).lean())?.deleting_at

  test('is finished a minute later, with the identity and the logo', async () => {
    const other = (await app.app.services.accounts.create('next@postline.test')).key
    const name = 'died.acme.com'
    const id = await leftBehind(name)
    expect((await uploadFile(app, `/v1/domains/${name}/bimi/logo`, aLogo())).status).toBe(200)
    expect((await add(name, other)).body.error.code).toBe('domain_in_use')

    clock.aheadMs += 61_000
    await eventually('the domain is gone', () => isGone(name))
    await eventually('its logo is gone', async () => !(await app.app.models.domainLogos.findOne({ _id: id })))
    expect(identities.names.has(name)).toBe(false)
    expect((await add(name, other)).status).toBe(201)
  })

  test('leaves the domain unverified, whatever DNS says, and it can be deleted again', async () => {
    const name = 'again.acme.com'
    await leftBehind(name)
    expect((await app.call('GET', `/v1/domains/${name}`)).body.fully_verified).toBe(false)
    const { domains } = (await app.call('GET', '/v1/domains')).body
    expect(domains.find(({ domain }: { domain: string }) => domain === name).fully_verified).toBe(false)
    expect(await verify(name)).toMatchObject({ fully_verified: false })
    expect((await remove(name)).status).toBe(204)
    expect(await isGone(name)).toBe(true)
  })

  test('prevents a verification from registering the domain again', async () => {
    const name = 'unfinished.acme.com'
    const { body } = await add(name)
    await app.app.models.domains.updateOne({ _id: body.id }, { $set: { deleting_at: clock.now() } })
    identities.names.delete(name)
    expect(await verify(name)).toMatchObject({ fully_verified: false })
    expect(identities.names.has(name)).toBe(false)
    expect((await remove(name)).status).toBe(204)
  })

  test('ends before the same name is added again', async () => {
    const name = 'anew.acme.com'
    const id = await leftBehind(name)
    const added = await add(name)
    expect([added.status, added.body.fully_verified]).toEqual([201, false])
    expect(added.body.id).not.toBe(id)
    expect(identities.names.has(name)).toBe(true)
  })

  test('is not undone if a second one fails', async () => {
    const name = 'second.acme.com'
    const id = await leftBehind(name)
    identities.word = 'unreachable'
    expect((await remove(name)).status).toBe(503)
    expect(await isMarkedAt(id)).not.toBeNull()
    identities.word = 'verified'
    expect((await remove(name)).status).toBe(204)
  })

  test('waits a minute between attempts while the provider fails', async () => {
    const name = 'waits.acme.com'
    const id = await leftBehind(name)
    identities.word = 'unreachable'
    clock.aheadMs += 61_000
    const began = await isMarkedAt(id)
    await eventually('it was tried', async () => Number(await isMarkedAt(id)) > Number(began))
    expect(await isGone(name)).toBe(false)
    identities.word = 'verified'
    clock.aheadMs += 61_000
    await eventually('the domain is gone', () => isGone(name))
  })

  test('keeps an identity that another account needs', async () => {
    const other = (await app.app.services.accounts.create('needs@postline.test')).key
    const name = 'needed.acme.com'
    await add(name, other)
    await leftBehind(name)
    clock.aheadMs += 61_000
    await eventually('the domain is gone', () => isGone(name))
    expect(identities.names.has(name)).toBe(true)
    expect((await remove(name, other)).status).toBe(204)
    expect(identities.names.has(name)).toBe(false)
  })

  test('is finished once, even with several sweeps', async () => {
    const names = ['many1.acme.com', 'many2.acme.com', 'many3.acme.com']
    for (const name of names) await leftBehind(name)
    identities.removed.length = 0
    clock.aheadMs += 61_000
    await Promise.all(Array.from({ length: 8 }, () => app.app.services.domains.finishDeletions()))
    for (const name of names) await eventually('the domain is gone', () => isGone(name))
    expect([...identities.removed].sort()).toEqual(names)
  })

  test('is found by an index with no other rows', async () => {
    const id = await leftBehind('indexed.acme.com')
    const { collection } = app.app.models.domains
    const filter = { deleting_at: { $gt: new Date(0), $lt: new Date(clock.now().getTime() - 60_000) } }
    const plan = await collection.find(filter).sort({ deleting_at: 1 }).explain('queryPlanner')
    expect(JSON.stringify(plan.queryPlanner.winningPlan)).toContain('"indexName":"deleting_at_1"')
    const indexed = await collection
      .find({ deleting_at: { $gt: new Date(0) } })
      .hint('deleting_at_1')
      .toArray()
    expect(indexed.map(({ _id }) => String(_id))).toEqual([id])
  })
})
