import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SmtpApp, startSmtpApp } from '../../../support/smtp-app.js'
import { aSend, eventually, startApp, type TestApp } from '../../../support/start-app.js'
import { startWebhookReceiver, type WebhookReceiver } from '../../../support/webhook-receiver.js'

const BASE = 'https://post.acme.example'
const HTML = [
  '<!doctype html><html><body style="margin:0">',
  '<a href="https://shop.example/a?x=1&amp;y=2#top">one</a> <a href="mailto:a@example.com">two</a>',
  '<a href="https://shop.example/b" data-no-track>three</a> <a href="https://shop.example/ü">four</a></body></html>',
].join('\n')
const BROWSER = { 'user-agent': 'Mozilla/5.0 (Test)' }

let app: SmtpApp
let byDefault: TestApp
let receiver: WebhookReceiver
beforeAll(async () => {
  app = await startSmtpApp({ BASE_URL: BASE, TRUST_PROXY: 'true' })
  byDefault = await startApp({
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: app.sink.url,
    BASE_URL: BASE,
    TRACKING_OPENS: 'true',
    TRACKING_CLICKS: 'true',
  })
  receiver = await startWebhookReceiver()
  await app.call('POST', '/v1/webhooks', {
    body: { endpoint_url: receiver.url, event_types: ['opened', 'clicked'] },
  })
})
afterAll(async () => {
  await byDefault.close()
  await app.close()
  await receiver.close()
})

async function mailed(
  tracking: unknown,
  { html = HTML, from = app, more = {} }: { html?: string; from?: TestApp; more?: object } = {},
) {
  const body = aSend({
    destination: { email: from.ownerEmail },
    payload: { subject: 'Hello', body_html: html, body_text: 'See https://shop.example/a' },
    ...(tracking !== undefined && { tracking }),
    ...more,
  })
  const sent = await from.call('POST', '/v1/send', { body })
  expect(sent.status, JSON.stringify(sent.body)).toBe(201)
  const id = sent.body.id as string
  const mail = await eventually('the mail', () => app.sink.mails.find(({ raw }) => raw.includes(id)))
  const written = mail.parsed.html || ''
  return {
    id,
    html: written.replace(/\n$/, ''),
    text: mail.parsed.text,
    pixel: new RegExp(`src="${BASE}(/o/[^"]+\\.gif)"`).exec(written)?.[1],
    clicks: [...written.matchAll(new RegExp(`href="${BASE}(/c/[^"]+)"`, 'g'))].map(([, path]) => path!),
  }
}

const get = (path: string, headers: Record<string, string> = BROWSER, method = 'GET') =>
  fetch(app.url + path, { method, headers, redirect: 'manual' })
const message = async (id: string) => (await app.call('GET', `/v1/messages/${id}`)).body
const eventsOf = async (id: string, type: string) =>
  (await message(id)).events.filter((event: { type: string }) => event.type === type)
const recorded = (id: string, type: string, count: number) =>
  eventually(`${count} of ${type}`, async () => {
    const events = await eventsOf(id, type)
    return events.length === count && events
  })

describe('the additions to a mail', () => {
  test('are none unless tracking is requested', async () => {
    expect((await mailed(undefined)).html).toBe(HTML)
    expect((await mailed({ opens: false, clicks: false })).html).toBe(HTML)
    expect((await mailed({})).html).toBe(HTML)
  })

  test("follow the deployment's settings, unless the request overrides them", async () => {
    const both = await mailed(undefined, { from: byDefault })
    expect([both.pixel !== undefined, both.clicks.length]).toEqual([true, 2])
    const none = await mailed({ opens: false, clicks: false }, { from: byDefault })
    expect(none.html).toBe(HTML)
  })

  test('are a pixel at the end for opens and rewritten links for clicks; no other byte changes', async () => {
    const opens = await mailed({ opens: true })
    const picture = `<img src="${BASE}${opens.pixel}" width="1" height="1" alt="" style="display:block">`
    expect(opens.html).toBe(HTML.replace('</body>', `${picture}</body>`))

    const { html, clicks, text } = await mailed({ clicks: true })
    expect(clicks).toHaveLength(2)
    expect(
      html
        .replace(BASE + clicks[0], 'https://shop.example/a?x=1&amp;y=2#top')
        .replace(BASE + clicks[1], 'https://shop.example/ü'),
    ).toBe(HTML)
    expect(text).toContain('See https://shop.example/a')
  })

  test('can be requested through GraphQL and tRPC too', async () => {
    const query = 'mutation ($input: SendInput!) { sendMessage(input: $input) { id } }'
    const { body } = await app.call('POST', '/graphql', {
      body: {
        query,
        variables: {
          input: {
            channel: 'EMAIL',
            idempotencyKey: 'tracked-graphql',
            destination: { email: app.ownerEmail },
            payload: { subject: 'S', bodyHtml: HTML },
            tracking: { opens: true },
          },
        },
      },
    })
    const stored = await app.app.models.messages.findById(body.data.sendMessage.id).lean()
    expect(stored?.tracking).toEqual({ opens: true, clicks: false })
    const wrong = await app.call('POST', '/v1/send', { body: aSend({ tracking: { opens: 'yes' } }) })
    expect(wrong.body.error.details[0].path).toBe('tracking.opens')
  })
})

describe('an open', () => {
  test('is answered with the pixel and recorded each time, with a webhook and as the status', async () => {
    const { id, pixel } = await mailed({ opens: true })
    const answer = await get(pixel!, { ...BROWSER, 'x-forwarded-for': '203.0.113.7' })
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/gif',
      'cache-control': 'no-store, private',
    })
    const gif = Buffer.from(await answer.arrayBuffer())
    expect([gif.length, gif.subarray(0, 6).toString()]).toEqual([43, 'GIF89a'])
    await get(pixel!)

    const [event, second] = await recorded(id, 'opened', 2)
    expect(event).toMatchObject({
      type: 'opened',
      source: 'worker',
      provider_event_id: expect.stringMatching(/^wkr_[0-9a-f]{64}$/),
      payload: {
        timestamp: event.occurred_at,
        ip_address: '203.0.113.7',
        user_agent: 'Mozilla/5.0 (Test)',
      },
    })
    expect(Object.keys(event.payload)).toEqual(['timestamp', 'ip_address', 'user_agent'])
    expect(second.provider_event_id).not.toBe(event.provider_event_id)
    await eventually('the status follows, in the row too', async () => {
      const { messages } = (await app.call('GET', '/v1/messages?status=opened')).body
      return messages.some((found: { id: string }) => found.id === id)
    })
    await eventually('webhooks', () => receiver.hits.filter(({ body }) => body.message_id === id).length === 2)
  })

  test('is not recorded for HEAD requests or for unsigned pixels', async () => {
    const { id, pixel } = await mailed({ opens: true })
    const head = await get(pixel!, BROWSER, 'HEAD')
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'image/gif'])
    const [token] = pixel!.slice(3).split('.gif')
    for (const broken of ['/o/x.gif', '/o/.gif', `/o/${token!.slice(0, -4)}AAAA.gif`, '/o/%E0%A4%A.gif']) {
      const answer = await get(broken)
      if (answer.status !== 400) expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif'])
    }
    await get(pixel!)
    await recorded(id, 'opened', 1)
  })

  test('by a thousand clients at once is recorded in few writes, and a flood is limited', async () => {
    const mails = await Promise.all([1, 2, 3, 4, 5].map(() => mailed({ opens: true })))
    const loads = mails.flatMap(({ pixel }) => Array.from({ length: 100 }, () => get(pixel!)))
    const statuses = (await Promise.all(loads)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    for (const { id } of mails) await recorded(id, 'opened', 60)
  })

  test('has a truncated user agent', async () => {
    const { id, pixel } = await mailed({ opens: true })
    await get(pixel!, { 'user-agent': 'x'.repeat(2_000) })
    const [event] = await recorded(id, 'opened', 1)
    expect(event.payload.user_agent).toBe('x'.repeat(512))
  })
})

describe('a click', () => {
  test('redirects to the exact target, including query and fragment, and is recorded', async () => {
    const { id, clicks } = await mailed({ clicks: true })
    const answer = await get(clicks[0]!)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('https://shop.example/a?x=1&y=2#top')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('cache-control')).toBe('no-store, private')
    const [event] = await recorded(id, 'clicked', 1)
    expect(event.payload).toEqual({
      timestamp: event.occurred_at,
      ip_address: '127.0.0.1',
      user_agent: 'Mozilla/5.0 (Test)',
      link: 'https://shop.example/a?x=1&y=2#top',
    })
    expect((await message(id)).status).toBe('clicked')
    expect((await get(clicks[1]!)).headers.get('location')).toBe('https://shop.example/%C3%BC')
  })

  test('is not recorded for HEAD requests', async () => {
    const { id, clicks } = await mailed({ clicks: true })
    expect((await get(clicks[0]!, BROWSER, 'HEAD')).status).toBe(302)
    await get(clicks[1]!)
    const [event] = await recorded(id, 'clicked', 1)
    expect(event.payload.link).toBe('https://shop.example/ü')
  })

  test('on an unsigned link does not redirect', async () => {
    const { clicks } = await mailed({ clicks: true })
    const forged = Buffer.from('acc_1 msg_1 https://evil.example/').toString('base64url')
    const [said, signature] = clicks[0]!.slice(3).split('.')
    for (const path of ['/c/x', `/c/${forged}.${signature}`, `/c/${said}`, `/c/${said}.${signature}x`]) {
      const answer = await get(path)
      expect(answer.status).toBe(404)
      expect(answer.headers.get('location')).toBeNull()
      expect(await answer.text()).toContain('This link does not work')
    }
  })

  test('redirects even if nothing can be recorded', async () => {
    const { clicks } = await mailed({ clicks: true })
    const { collection } = app.app.models.events
    const insertMany = collection.insertMany.bind(collection)
    let refusals = 0
    collection.insertMany = async () => {
      refusals += 1
      throw new Error('the disk is full')
    }
    try {
      expect((await get(clicks[0]!)).status).toBe(302)
      await eventually('a refusal', () => refusals > 0)
    } finally {
      collection.insertMany = insertMany
    }
  })
})

test('a retried mail is identical byte for byte', async () => {
  const tries: Buffer[] = []
  const other = await startSmtpApp(
    { BASE_URL: BASE, DISPATCH_RETRY_BASE_MS: '50' },
    { onData: ({ raw }) => (tries.push(raw) === 1 ? { code: 451, text: 'later' } : undefined) },
  )
  try {
    await other.call('POST', '/v1/send', {
      body: aSend({
        message_type: 'marketing',
        destination: { email: other.ownerEmail },
        payload: { subject: 'S', body_html: HTML },
        tracking: { opens: true, clicks: true },
      }),
    })
    await eventually('two tries', () => tries.length === 2)
    expect(tries[1]!.equals(tries[0]!)).toBe(true)
    expect(tries[0]!.toString()).toContain('List-Unsubscribe')
  } finally {
    await other.close()
  }
})
