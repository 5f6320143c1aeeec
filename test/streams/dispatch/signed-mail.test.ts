import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createResolver } from '../../../src/lib/network/dns-resolver.js'
import { type DnsRecords, type DnsServer, startDnsServer } from '../../support/dns-server.js'
import { publish } from '../../support/publish-domain.js'
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink.js'
import { aSend, eventually, startApp, type TestApp } from '../../support/start-app.js'

let dns: DnsServer
let sink: SmtpSink
const apps = new Map<string, TestApp>()

beforeAll(async () => {
  dns = await startDnsServer()
  sink = await startSmtpSink()
  const settings = { DNS_SERVERS: dns.address, BASE_URL: 'https://post.example.net' }
  apps.set('capture', await startApp(settings))
  apps.set('smtp', await startApp({ ...settings, MAIL_PROVIDER: 'smtp', SMTP_URL: sink.url }))
})
afterAll(async () => {
  for (const app of apps.values()) await app.close()
  await sink.close()
  await dns.close()
})

/** Looks up a key like a receiver, through the records of the customer and the operator. */
async function lookUp(name: string, type: string): Promise<string[][]> {
  if (type !== 'TXT') throw Object.assign(new Error(type), { code: 'ENODATA' })
  const answer = await createResolver({ servers: [dns.address], timeoutMs: 1_000 }).txt(name)
  if (answer.status !== 'found') throw Object.assign(new Error(name), { code: 'ENOTFOUND' })
  return answer.records.map((record) => [record])
}

async function verdict(raw: Buffer) {
  const { results } = await dkimVerify(raw, { resolver: lookUp })
  const [signature, ...others] = results
  expect(others).toEqual([])
  return { result: signature!.status.result, domain: signature!.signingDomain, selector: signature!.selector }
}

/** Verifies a domain after publishing its records. */
async function aDomain(app: TestApp, name: string) {
  const { body } = await app.call('POST', '/v1/domains', { body: { domain: name } })
  publish(dns.records, body.dns_records)
  expect((await app.call('POST', `/v1/domains/${name}/verify`)).body.fully_verified).toBe(true)
  return body
}

async function settled(app: TestApp, id: string, status: string) {
  return eventually(status, async () => {
    const { body } = await app.call('GET', `/v1/messages/${id}`)
    return body.status === status ? body : null
  })
}

describe.each([
  { provider: 'capture', last: 'delivered' },
  { provider: 'smtp', last: 'sent' },
])('with the provider $provider', ({ provider, last }) => {
  const name = `${provider}.acme.com`
  let app: TestApp
  beforeAll(async () => {
    app = apps.get(provider)!
    await aDomain(app, name)
    publish(dns.records, (await app.app.services.dkimZone.records()).records)
  })

  async function sent(request: Record<string, unknown>): Promise<Buffer> {
    const body = aSend({ metadata: { from_email: `Acme <me@${name}>` }, ...request })
    const answer = await app.call('POST', '/v1/send', { body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    const { id } = answer.body
    await settled(app, id, last)
    if (provider === 'smtp') return sink.mails.find(({ raw }) => raw.includes(id))!.raw
    const { mails } = (await app.call('GET', '/dev/outbox')).body
    const mail = mails.find(({ message_id }: { message_id: string }) => message_id === id)
    return Buffer.from((await app.call('GET', `/dev/outbox/${mail.id}`)).body)
  }

  test("a receiver verifies the domain's signature through the records of customer and operator", async () => {
    const raw = await sent({
      payload: {
        subject: 'Grüße, and a subject that is so long that it must be folded over more than one line of the header',
        body_html: '<p>Hello  \u{1F600}</p>',
        body_text: 'Hello.\n\n.\nA line with trailing blanks   \n\n\n',
        headers: { 'X-Order': '8471' },
        attachments: [{ filename: 'ä.txt', content_type: 'text/plain', content: Buffer.from('x').toString('base64') }],
      },
    })
    expect(await verdict(raw)).toEqual({ result: 'pass', domain: name, selector: 'pl1' })
    const tampered = Buffer.from(raw.toString('latin1').replace('Acme', 'Evil'), 'latin1')
    expect((await verdict(tampered)).result).toBe('fail')
  })

  test('a domain that was deleted and added again signs with its new key', async () => {
    const again = `again.${name}`
    const from = { metadata: { from_email: `me@${again}` } }
    for (const _time of ['first', 'second']) {
      const { dns_records } = await aDomain(app, again)
      publish(dns.records, (await app.app.services.dkimZone.records()).records)
      expect(await verdict(await sent(from))).toEqual({ result: 'pass', domain: again, selector: 'pl1' })
      await app.call('DELETE', `/v1/domains/${again}`)
      for (const record of dns_records) delete dns.records[record.name]
    }
  })

  test('the signature covers every header that the service writes', async () => {
    const payload = { subject: 'S', body_text: 'T', reply_to: ['r@acme.com'], headers: { 'X-Order': '8471' } }
    const raw = (await sent({ payload, message_type: 'marketing' })).toString()
    const lines = raw
      .slice(0, raw.indexOf('\r\n\r\n'))
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
    const fields = lines.map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
    const signed = / h=([^;]+);/.exec(lines.find((line) => line.startsWith('DKIM-Signature'))!)![1]!
    const own = fields.filter((field) => field !== 'dkim-signature' && !field.startsWith('x-'))
    expect(signed.replaceAll(' ', '').split(':').sort()).toEqual(own.sort())
  })
})

test('bounces go to the MAIL FROM subdomain, or to the sender until that subdomain is set up', async () => {
  const app = apps.get('smtp')!
  const name = 'bounces.acme.com'
  const send = async () => {
    const body = aSend({ metadata: { from_email: `me@${name}` } })
    const { id } = (await app.call('POST', '/v1/send', { body })).body
    await settled(app, id, 'sent')
    return { id, from: sink.mails.find(({ raw }) => raw.includes(id))!.envelope.from }
  }
  const { mail_from_domain } = await aDomain(app, name)
  const mail = await send()
  expect(mail.from).toMatch(new RegExp(`^bounces\\+${mail.id}-[0-9a-z]{10}@${mail_from_domain}$`))

  const { MX, ...others } = dns.records[mail_from_domain] as DnsRecords
  expect(MX).toBeDefined()
  dns.records[mail_from_domain] = others
  expect((await app.call('POST', `/v1/domains/${name}/verify`)).body.fully_verified).toBe(true)
  expect((await send()).from).toBe(`me@${name}`)
})

test('every CNAME of a domain points to the key that signs its mail', async () => {
  const app = apps.get('smtp')!
  const { dns_records } = await aDomain(app, 'three.acme.com')
  publish(dns.records, (await app.app.services.dkimZone.records()).records)
  const keys = await Promise.all(
    dns_records.slice(0, 3).map(({ name }: { name: string }) => lookUp(name, 'TXT').then((records) => records[0]![0])),
  )
  expect(keys[0]).toMatch(/^v=DKIM1; k=rsa; p=[A-Za-z0-9+/]{390,}={0,2}$/)
  expect(new Set(keys).size).toBe(1)
})

test('no response contains the private key of a domain', async () => {
  const app = apps.get('capture')!
  await aDomain(app, 'secret.acme.com')
  for (const path of ['', '/secret.acme.com', '/secret.acme.com/dns-setup', '/secret.acme.com/dns-setup/zonefile']) {
    const { body } = await app.call('GET', `/v1/domains${path}`)
    expect(JSON.stringify(body)).not.toMatch(/PRIVATE|private/)
  }
})

describe('a domain that is no longer verified when its mail is due', () => {
  const inAMoment = () => new Date(Date.now() + 61_000).toISOString()

  /** Accepts scheduled mail, runs a step, and makes the mail due. */
  async function dispatched(app: TestApp, from: string, happen: () => Promise<unknown>) {
    const request = aSend({ metadata: { from_email: from }, scheduled_at: inAMoment() })
    const { body } = await app.call('POST', '/v1/send', { body: request })
    expect(body.status).toBe('scheduled')
    await happen()
    await app.app.models.messages.updateOne({ _id: body.id }, { dispatch_at: new Date() })
    return body.id as string
  }

  test('makes the message fail, and nothing is handed over', async () => {
    const app = apps.get('smtp')!
    await aDomain(app, 'lost.acme.com')
    const before = sink.mails.length
    const id = await dispatched(app, 'me@lost.acme.com', async () => {
      delete dns.records['_dmarc.lost.acme.com']
      await app.call('POST', '/v1/domains/lost.acme.com/verify')
    })
    const { events } = await settled(app, id, 'failed')
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ type: 'failed', source: 'worker', payload: { error: 'from_not_verified' } })
    expect(sink.mails.length).toBe(before)
  })

  test('does the same if it was deleted, even if another account has verified it since', async () => {
    const app = apps.get('smtp')!
    await aDomain(app, 'moved.acme.com')
    const { key } = await app.app.services.accounts.create('other@postline.test')
    const id = await dispatched(app, 'me@moved.acme.com', async () => {
      await app.call('DELETE', '/v1/domains/moved.acme.com')
      const { body } = await app.call('POST', '/v1/domains', { key, body: { domain: 'moved.acme.com' } })
      for (const { name } of body.dns_records) delete dns.records[name]
      publish(dns.records, body.dns_records)
      const verified = await app.call('POST', '/v1/domains/moved.acme.com/verify', { key })
      expect(verified.body.fully_verified).toBe(true)
    })
    const { events } = await settled(app, id, 'failed')
    expect(events[0].payload).toEqual({ error: 'from_not_verified' })
  })

  test('does not affect mail of the shared sender', async () => {
    const app = apps.get('capture')!
    const { key } = await app.app.services.accounts.create('owner@postline.test')
    const request = aSend({ destination: { email: 'owner@postline.test' } })
    const { body } = await app.call('POST', '/v1/send', { key, body: request })
    await eventually(
      'delivered',
      async () => (await app.call('GET', `/v1/messages/${body.id}`, { key })).body.status === 'delivered',
    )
  })
})
