import { once } from 'node:events'
import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AttackedService, DOMAIN, NEIGHBOUR } from '../support/attacked-service.js'
import { postMail } from '../support/post-mail.js'
import { sendInBytes } from '../support/send-in-bytes.js'
import { atData } from '../support/smtp-client.js'
import { call, eventually } from '../support/start-app.js'

/*
 * Requests and sessions that are as costly as the limits let them be, at a service of several processes: each has its
 * answer, nobody waits for it, and no process ends.
 */

const MIB = 2 ** 20

let service: AttackedService
/** Keys of the account that attacks, by scope. */
let keys: Record<'send' | 'read', string>
beforeAll(async () => {
  service = await AttackedService.start()
  const keyFor = async (scope: string) => (await service.call('POST', '/v1/keys', { body: { scope } })).body.key
  keys = { send: await keyFor('send'), read: await keyFor('read') }
})
afterAll(() => service.close())

/** Asks GraphQL; a list of requests is a batch. */
async function ask(request: object, key = service.key) {
  const { status, body } = await call(service.url, 'POST', '/graphql', { key, body: request })
  expect(status).toBe(200)
  return body
}

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_none, index) => make(index))

describe('others are served meanwhile:', () => {
  const aliases = times(29, (index) => `a${index}: __schema { ...S }`).join(' ')
  test.each([
    [
      'every type under aliases',
      `{ ${aliases} } fragment S on __Schema { types { name fields { name args { name } } } }`,
    ],
    [
      'descriptions',
      `{ __schema { types { fields { ${times(29, (index) => `a${index}: description`).join(' ')} } } } }`,
    ],
    ['the usual query', getIntrospectionQuery()],
  ])('ten questions about the schema: %s', async (title, query) => {
    const results = await service.whileOthersAreServed(`ten times ${title}`, async () => {
      const batch = times(10, (index) => ({ query: `${query} # ${index}` }))
      return ask(batch, keys.send)
    })
    expect(results).toHaveLength(10)
    expect(results.at(-1).errors[0].message).toContain('cost')
    expect(JSON.stringify(results).length).toBeLessThan(2 * MIB)
  })

  test.each([
    ['a mail of pictures', '<img src="cid:a">', 490_000],
    ['a mail of references without pictures', 'src="cid:a" ', 500_000],
    ['a mail of links', '<a href=x target=y>', 300_000],
  ])('the preview of %s', async (title, unit, count) => {
    const { id } = await service.whileOthersAreServed(`sending ${title}`, () => sent(unit.repeat(count)))
    const page = await service.whileOthersAreServed(`preview of ${title}`, async () => {
      const headers = { authorization: `Bearer ${keys.read}` }
      const response = await fetch(`${service.url}/preview/messages/${id}`, { headers })
      expect(response.status).toBe(200)
      return response.text()
    })
    expect(page.length).toBeGreaterThan(unit.length * count)
  })

  test('large mails, each asked for ten times at once', async () => {
    // Characters of three bytes take longest to decode.
    const html = '<p>€€ ö</p>'.repeat(6_500_000 / 15)
    const { id } = await sent(html)
    const recipient = `large@${DOMAIN}`
    const header = 'Subject: Large\r\nContent-Type: text/html; charset=utf-8\r\n\r\n'
    const raw = Buffer.from(header + html.replaceAll(/.{300}/g, '$&\r\n'))
    expect((await postMail(service.url, raw, { recipients: recipient })).status).toBe(200)
    const { inboundEmails } = service.deployment.ledger.models
    const read = () => inboundEmails.findOne({ recipient, parse_at: { $exists: false } }).lean()
    const { _id: inboundId } = await eventually('it is read', read)
    const paths = [`/preview/messages/${id}`, `/v1/messages/${id}/content`]
    paths.push(`/preview/inbound/${inboundId}`, `/v1/inbound/${inboundId}`)
    for (const path of paths) {
      const sizes = await service.whileOthersAreServed(`ten times ${path}`, () =>
        Promise.all(times(10, () => sizeOf(path))),
      )
      expect(Math.min(...sizes)).toBeGreaterThan(3_000_000)
    }
  })

  /** Asks again if there was no room: on a busy machine, the last of ten may wait for too long. */
  async function sizeOf(path: string): Promise<number> {
    const headers = { authorization: `Bearer ${keys.read}` }
    for (;;) {
      const response = await fetch(service.url + path, { headers })
      const { byteLength } = await response.arrayBuffer()
      if (response.status === 200) return byteLength
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).not.toBeNull()
    }
  }

  async function sent(body_html: string): Promise<{ id: string }> {
    const { status, body } = await service.call('POST', '/v1/send', {
      body: {
        ...{ channel: 'email', idempotency_key: `${Math.random()}`, destination: { email: 'ada@example.net' } },
        ...{ payload: { subject: 'S', body_html }, metadata: { from_email: `hello@${DOMAIN}` } },
      },
    })
    expect(status, JSON.stringify(body).slice(0, 300)).toBe(201)
    return body
  }

  test('an import of line breaks', async () => {
    const status = await service.whileOthersAreServed('line breaks', async () => {
      const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'text/csv' }
      const body = `email\n${'\n'.repeat(31 * MIB)}`
      const stored = await fetch(`${service.url}/v1/contacts/imports`, { method: 'POST', headers, body })
      expect(stored.status).toBe(201)
      const { storage_key } = (await stored.json()) as { storage_key: string }
      const { body: begun } = await service.call('POST', '/v1/contacts/import', { body: { storage_key } })
      const read = async () => (await service.call('GET', `/v1/contacts/imports/${begun.id}`)).body.status
      return eventually('it is over', async () => /^(?:done|failed)$/.exec(await read())?.[0])
    })
    expect(status).toBe('done')
  })

  test('300,000 chunks of a byte each', async () => {
    const { status } = await service.whileOthersAreServed('chunks', () =>
      sendInBytes(`${service.url}/v1/send`, { key: keys.send, count: 300_000 }),
    )
    expect(status).toBe(413)
  })

  test('7 MB of HTML through GraphQL', async () => {
    const bodyHtml = '<p>x</p>'.repeat(7_000_000 / 8)
    const SEND = 'mutation ($input: SendInput!) { sendMessage(input: $input) { id } }'
    const input = {
      ...{ idempotencyKey: 'large', destination: { email: 'ada@example.net' } },
      ...{ payload: { subject: 'S', bodyHtml }, metadata: { fromEmail: `hello@${DOMAIN}` } },
    }
    const content = await service.whileOthersAreServed('HTML', async () => {
      const { data, errors } = await ask({ query: SEND, variables: { input } })
      expect(errors).toBeUndefined()
      const query = `{ message(id: "${data.sendMessage.id}") { content { bodyHtml } } }`
      return (await ask({ query })).data.message.content
    })
    expect(content.bodyHtml === bodyHtml).toBe(true)
  })

  test('a hundred mails with three bodies each, in one query', async () => {
    const recipient = `many@${DOMAIN}`
    const bodies = 'id text html htmlSafe'
    const { data, errors } = await service.whileOthersAreServed('bodies', async () => {
      for (const raw of times(100, mailOfBodies)) {
        expect((await postMail(service.url, raw, { recipients: recipient })).status).toBe(200)
      }
      const { inboundEmails } = service.deployment.ledger.models
      const read = () => inboundEmails.countDocuments({ recipient, parse_at: { $exists: false } })
      await eventually('all are read', async () => (await read()) === 100)
      return ask({ query: `{ inboundEmails(first: 100) { nodes { ${bodies} } } }` }, keys.read)
    })
    expect(errors).toBeUndefined()
    expect(data.inboundEmails.nodes).toHaveLength(100)
    expect(JSON.stringify(data).length).toBeGreaterThan(8 * MIB)
    const twice = await service.whileOthersAreServed('bodies twice', () => {
      const query = `{ a: inboundEmails(first: 100) { nodes { ${bodies} } } b: inboundEmails(first: 100) { nodes { ${bodies} } } }`
      return ask({ query }, keys.read)
    })
    expect(twice.errors.length).toBeGreaterThan(0)
    expect(JSON.stringify(twice).length).toBeLessThan(17 * MIB)
  })

  /** A mail whose text, HTML and sanitised HTML are about 100 KB. */
  function mailOfBodies(index: number): string {
    const html = `<p>${'Some words. <b>More</b> words. '.repeat(1_300)}</p>`
    return [
      ...['From: Eve <eve@elsewhere.test>', `Subject: ${index}`, 'Content-Type: multipart/alternative; boundary=b', ''],
      ...['--b', 'Content-Type: text/plain', '', 'Some words.\r\n'.repeat(1_500)],
      ...['--b', 'Content-Type: text/html', '', html, '--b--', ''],
    ].join('\r\n')
  }

  test('eight slow sessions with 17 MB of mail each', async () => {
    await service.whileOthersAreServed('slow sessions', async () => {
      const sessions = await Promise.all(times(8, (index) => beginMail(`127.0.2.${index + 1}`)))
      for (let count = 0; count < 20; count += 1) {
        for (const { socket } of sessions) if (socket.writable) socket.write('x\r\n')
        expect(await transferred('x'.repeat(500), count)).toMatch(/^250/)
      }
      // A large mail waits until a slow one has made room for it.
      await eventually('a large mail is taken', async () => /^250/.test(await transferred(LARGE, 20)))
      for (const session of sessions) session.close()
    })
    const inbound = () => call(service.url, 'GET', '/v1/inbound?limit=100', { key: service.neighbourKey })
    await eventually('all are shown', async () => (await inbound()).body.emails.length === 21)
  })

  const LARGE = `${'x'.repeat(998)}\r\n`.repeat(10_000)

  /** Sends 17 MB of a mail, and does not end it. */
  async function beginMail(localAddress: string) {
    const client = await atData(service.smtpPort, `slow@${DOMAIN}`, { localAddress })
    client.write('Subject: Slow\r\n\r\n')
    if (!client.socket.write(`${'x'.repeat(998)}\r\n`.repeat(17_000))) {
      await Promise.race([once(client.socket, 'drain'), client.ended])
    }
    return client
  }

  /** Hands a mail for the neighbour to the listener, as another server. Returns the reply. */
  async function transferred(text: string, number: number): Promise<string> {
    const client = await atData(service.smtpPort, `box@${NEIGHBOUR}`, { localAddress: '127.0.0.8' })
    client.write(`Subject: ${number}\r\n\r\n${text}\r\n`)
    const reply = await client.command('.')
    client.close()
    return reply
  }
})
