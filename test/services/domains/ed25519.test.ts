import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createResolver } from '../../../src/lib/network/dns-resolver.js'
import { DKIM_ED25519_KEY } from '../../../src/services/platform/encryption/secret-fields.js'
import { type DnsServer, startDnsServer } from '../../support/dns-server.js'
import { anotherProcess } from '../../support/more-processes.js'
import { publish } from '../../support/publish-domain.js'
import { type SmtpApp, startSmtpApp } from '../../support/smtp-app.js'
import { aSend, call, eventually, startApp, type TestApp } from '../../support/start-app.js'

let app: SmtpApp
let dns: DnsServer
let count = 0
beforeAll(async () => {
  dns = await startDnsServer()
  app = await startSmtpApp({ BASE_URL: 'https://post.acme.com', DNS_SERVERS: dns.address })
})
afterAll(async () => {
  await app?.close()
  await dns?.close()
})

const put = (name: string, enabled: boolean) => app.call('PUT', `/v1/domains/${name}/ed25519`, { body: { enabled } })
const verify = async (name: string) => (await app.call('POST', `/v1/domains/${name}/verify`)).body
const row = async (name: string) => (await app.app.models.domains.collection.findOne({ name }))!
const RSA = { algo: 'rsa-sha256', result: 'pass' }
const ED25519 = { algo: 'ed25519-sha256', result: 'pass' }

/** A verified domain whose RSA key is published. */
async function aDomain(): Promise<string> {
  count += 1
  const name = `shop${count}.brand.com`
  const { body } = await app.call('POST', '/v1/domains', { body: { domain: name } })
  publish(dns.records, body.dns_records)
  expect((await verify(name)).fully_verified).toBe(true)
  publish(dns.records, (await app.app.services.dkimZone.records()).records)
  return name
}

/** Turns the second signature on. Returns its record. */
async function turnedOn(name: string): Promise<{ type: string; name: string; value: string }> {
  const { status, body } = await put(name, true)
  expect([status, body.ed25519_status, body.dns_records.length]).toEqual([200, 'pending', 7])
  return body.dns_records[6]
}

/** Looks up a key like a receiver. */
async function lookUp(name: string): Promise<string[][]> {
  const answer = await createResolver({ servers: [dns.address], timeoutMs: 1_000 }).txt(name)
  if (answer.status !== 'found') throw Object.assign(new Error(name), { code: 'ENOTFOUND' })
  return answer.records.map((record) => [record])
}

/** What a receiver finds of the signatures of a mail that is sent now. */
async function signaturesFrom(name: string) {
  const { body } = await app.call('POST', '/v1/send', { body: aSend({ metadata: { from_email: `me@${name}` } }) })
  const mail = await eventually('the mail', () => app.sink.mails.find(({ raw }) => raw.includes(body.id)))
  const { results } = await dkimVerify(mail.raw, { resolver: lookUp })
  const algorithms = [...mail.raw.toString().matchAll(/^DKIM-Signature: v=1; a=([^;]+);/gm)]
  return results.map(({ selector, status }, index) => ({
    algo: algorithms[index]?.[1],
    selector,
    result: status.result,
  }))
}

test('a domain signs with RSA alone, until its owner wants more', async () => {
  const name = await aDomain()
  const { body } = await app.call('GET', `/v1/domains/${name}`)
  expect([body.ed25519_status, body.dns_records.length]).toEqual([null, 6])
  expect(await signaturesFrom(name)).toEqual([{ ...RSA, selector: 'pl1' }])
})

test('mail has both signatures as soon as a verification has found the record, and not before', async () => {
  const name = await aDomain()
  const record = await turnedOn(name)
  expect(record).toEqual({
    type: 'TXT',
    name: expect.stringMatching(new RegExp(`^pl-[0-9a-f]{12}\\._domainkey\\.${name}$`)),
    value: expect.stringMatching(/^v=DKIM1; k=ed25519; p=[A-Za-z0-9+/]{43}=$/),
  })
  const selector = record.name.split('.')[0]!
  expect((await verify(name)).ed25519_status).toBe('pending')
  expect(await signaturesFrom(name)).toEqual([{ ...RSA, selector: 'pl1' }])

  // Published, but nobody has looked.
  publish(dns.records, [record])
  expect(await signaturesFrom(name)).toEqual([{ ...RSA, selector: 'pl1' }])

  expect((await verify(name)).ed25519_status).toBe('verified')
  expect(await signaturesFrom(name)).toEqual([
    { ...RSA, selector: 'pl1' },
    { ...ED25519, selector },
  ])

  delete dns.records[record.name]
  expect((await verify(name)).ed25519_status).toBe('pending')
  expect(await signaturesFrom(name)).toEqual([{ ...RSA, selector: 'pl1' }])
})

test('the domain can send whatever becomes of the record', async () => {
  const name = await aDomain()
  const record = await turnedOn(name)
  const found = async () => {
    const { ed25519_status, fully_verified, results } = await verify(name)
    return [ed25519_status, fully_verified, results.length]
  }
  publish(dns.records, [{ ...record, value: 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=' }])
  expect(await found()).toEqual(['failed', true, 5])
  expect(await signaturesFrom(name)).toEqual([{ ...RSA, selector: 'pl1' }])
  // Consoles of DNS hosts change the spaces.
  dns.records[record.name] = { TXT: [`${record.value.replaceAll(' ', '')};`] }
  expect(await found()).toEqual(['verified', true, 5])
  dns.records[record.name] = 'SERVFAIL'
  expect(await found()).toEqual(['verified', true, 5])
  // A receiver may take either of two.
  dns.records[record.name] = { TXT: [record.value, 'v=DKIM1; k=ed25519; p='] }
  expect(await found()).toEqual(['failed', true, 5])
})

test('the record is in the setup guide with its status, and in the zone file', async () => {
  const name = await aDomain()
  const record = await turnedOn(name)
  publish(dns.records, [record])
  await verify(name)
  const { body } = await app.call('GET', `/v1/domains/${name}/dns-setup`)
  expect(body.records[6]).toMatchObject({ ...record, status: 'verified' })
  const zone = (await app.call('GET', `/v1/domains/${name}/dns-setup/zonefile`)).body as string
  expect(zone).toContain(`\n${record.name}. 300 IN TXT "${record.value}"\n`)
})

test('turned off, the key signs no more; turned on again, there is another one, which nobody has found yet', async () => {
  const name = await aDomain()
  const first = await turnedOn(name)
  // A repetition keeps the key, and several requests at once get the same one.
  expect((await put(name, true)).body.dns_records[6]).toEqual(first)
  publish(dns.records, [first])
  await verify(name)
  expect(await signaturesFrom(name)).toHaveLength(2)

  const off = (await put(name, false)).body
  expect([off.ed25519_status, off.dns_records.length]).toEqual([null, 6])
  expect(await signaturesFrom(name)).toEqual([{ ...RSA, selector: 'pl1' }])
  expect((await row(name)).dkim_ed25519).toBeUndefined()

  const answers = await Promise.all([put(name, true), put(name, true), put(name, true)])
  const records = new Set(answers.map(({ body }) => JSON.stringify(body.dns_records[6])))
  expect(records.size).toBe(1)
  const second = answers[0]!.body.dns_records[6]
  expect(second.name).not.toBe(first.name)
  expect(await signaturesFrom(name)).toEqual([{ ...RSA, selector: 'pl1' }])
  publish(dns.records, [second])
  await verify(name)
  expect(await signaturesFrom(name)).toHaveLength(2)
})

test('a verification of a key that was replaced meanwhile says nothing about the new one', async () => {
  const name = await aDomain()
  await turnedOn(name)
  await app.app.models.domains.updateOne(
    { name },
    { $set: { ed25519_check: { selector: 'pl-0', status: 'verified' } } },
  )
  expect((await app.call('GET', `/v1/domains/${name}`)).body.ed25519_status).toBe('pending')
  await app.app.models.accounts.updateOne({ _id: app.accountId }, { $inc: { revision: 1 } })
  expect(await signaturesFrom(name)).toEqual([{ ...RSA, selector: 'pl1' }])
})

test('no answer has the private key', async () => {
  const name = await aDomain()
  await turnedOn(name)
  for (const path of ['', `/${name}`, `/${name}/dns-setup`, `/${name}/dns-setup/zonefile`]) {
    const { body } = await app.call('GET', `/v1/domains${path}`)
    expect(JSON.stringify(body)).not.toMatch(/PRIVATE|private/)
  }
  const { _id, dkim_ed25519 } = await row(name)
  expect(app.app.sealer.open(DKIM_ED25519_KEY, _id, dkim_ed25519!.private_key)).toContain('PRIVATE KEY')
})

test('the audit log has who turned it on', async () => {
  const name = await aDomain()
  await turnedOn(name)
  const { body } = await app.call('GET', '/v1/audit-log')
  expect(body.entries[0]).toMatchObject({ operation: 'domains.setEd25519', target: (await row(name))._id })
})

test('a name that needs no DNS has the second signature after a verification', async () => {
  const local = await startApp()
  await local.call('POST', '/v1/domains', { body: { domain: 'shop.test' } })
  await local.call('PUT', '/v1/domains/shop.test/ed25519', { body: { enabled: true } })
  expect((await local.call('POST', '/v1/domains/shop.test/verify')).body.ed25519_status).toBe('verified')
  await local.close()
})

test('where the provider signs mail, there is none to turn on', async () => {
  const name = await aDomain()
  const ses: TestApp = await anotherProcess(app, { ROLES: 'api', MAIL_PROVIDER: 'ses', AWS_REGION: 'eu-central-1' })
  const answer = await call(ses.url, 'PUT', `/v1/domains/${name}/ed25519`, {
    key: app.adminKey,
    body: { enabled: true },
  })
  expect([answer.status, answer.body.error?.code]).toEqual([422, 'domain_not_ready'])
  await ses.close()
})
