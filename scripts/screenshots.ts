import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { chromium } from 'playwright-core'
import { freePort } from '../test/support/built-program.js'

/*
 * Takes the pictures of the console in docs/pictures: starts the built service on an empty data folder, fills it with sample
 * data, and opens its main pages in Chromium.
 *
 *   npm run build && node --import tsx scripts/screenshots.ts [name…]
 */

const FOLDER = 'docs/pictures'
const MAX_BYTES = 150 * 1024
const SIZE = { width: 1280, height: 800 }
const START_MS = 120_000

/** Mail of a test key to `bounced` bounces, and mail to `complained` gets a complaint. */
const PEOPLE = [
  { address: 'grace@example.com', name: 'Grace' },
  { address: 'edsger@example.com', name: 'Edsger' },
  { address: 'bounced@example.net', name: 'Tony' },
  { address: 'barbara@example.com', name: 'Barbara' },
  { address: 'complained@example.org', name: 'Niklaus' },
  { address: 'donald@example.com', name: 'Donald' },
  { address: 'frances@example.com', name: 'Frances' },
  { address: 'ada@example.com', name: 'Ada' },
]

/** The readers of a newsletter. A few of them bounce. */
const READERS = Array.from({ length: 480 }, (_none, index) =>
  index % 60 === 30 ? `bounced@customer${index}.example` : `reader${index}@example.com`,
)
/** Mails a minute of the broadcast that is shown on its way, and how many of them are done then. */
const THROTTLE = 1_800
const DONE = 300

/** What pages are opened with. */
interface Filled {
  message: string
  thread: string
  domain: string
  webhook: string
  broadcast: string
  testKey: string
}

const chosen = process.argv.slice(2)
const [port, smtpPort] = [await freePort(), await freePort()]
const url = `http://127.0.0.1:${port}`
const dataDir = mkdtempSync(join(tmpdir(), 'postline-pictures-'))
const service = spawn(process.execPath, ['dist/main.js'], {
  env: {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    SMTP_PORT: String(smtpPort),
    METRICS_PORT: '0',
    RATE_LIMIT_PER_SECOND: '0',
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    LOG_LEVEL: 'error',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
let printed = ''
service.stdout.setEncoding('utf8').on('data', (text: string) => {
  printed += text
})

try {
  const key = await until('the service is ready', () => /Admin key\s+(sk_live_[\w-]+)/.exec(printed)?.[1])
  await until('it answers', async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok)
  const found = await fill(key)
  await takePictures(key, found)
} finally {
  service.kill()
  await once(service, 'exit')
  rmSync(dataDir, { recursive: true, force: true })
}

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
async function call(key: string, method: string, path: string, body?: unknown): Promise<any> {
  const isText = typeof body === 'string'
  const type = isText ? 'text/csv' : 'application/json'
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
  })
  const answer = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} got ${response.status}: ${answer}`)
  return answer === '' ? null : JSON.parse(answer)
}

/** Sample data: a small shop. */
async function fill(key: string): Promise<Filled> {
  const { key: testKey } = await call(key, 'POST', '/v1/keys', { scope: 'admin', test_mode: true })
  const domain = await call(key, 'POST', '/v1/domains', { domain: 'shop.example' })
  await call(key, 'POST', '/v1/domains', { domain: 'news.shop.example' })
  await call(key, 'POST', '/v1/domains/shop.example/verify')
  await call(key, 'POST', '/v1/domains/shop.example/inbound', { enabled: true })

  const endpoint = createEndpoint()
  const endpoint_url = `http://127.0.0.1:${await endpoint.port}/webhooks`
  const webhook = await call(key, 'POST', '/v1/webhooks', { endpoint_url })
  const template = await call(key, 'POST', '/v1/templates', {
    name: 'Order shipped',
    channel: 'email',
    subject: 'Your order {{ order }} has shipped',
    body_html:
      '<div style="font: 16px/1.5 sans-serif; max-width: 480px; margin: 24px auto">' +
      '<h1 style="font-size: 24px">On its way</h1>' +
      '<p>Hello {{ name }},</p><p>your order <b>{{ order }}</b> left our warehouse today. It will be with you in two days.</p>' +
      '<p>Thank you for shopping with us.</p></div>',
    body_text: 'Hello {{ name }}, your order {{ order }} left our warehouse today.',
    variables: [
      { name: 'order', sample: '4711', required: true },
      { name: 'name', sample: 'Ada', default: 'there' },
    ],
  })

  const list = await call(key, 'POST', '/v1/contact-lists', {
    name: 'Newsletter',
    description: 'News of our shop, once a month.',
    is_topic: true,
  })
  for (const { address, name } of PEOPLE) {
    const contact = await call(key, 'POST', '/v1/contacts', {
      email: address,
      first_name: name,
      attributes: { plan: 'pro' },
    })
    await call(key, 'POST', `/v1/contact-lists/${list.id}/members`, { contact_id: contact.id })
  }
  const broadcast = await call(testKey, 'POST', '/v1/broadcasts', {
    name: 'November news',
    list_id: list.id,
    from_email: 'Shop <news@shop.example>',
    subject: "News for {{ first_name | default: 'you' }}",
    body_html: '<p>Hello {{ first_name }},</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
  })
  await call(testKey, 'POST', `/v1/broadcasts/${broadcast.id}/send`)
  await until('the broadcast is over', async () => {
    const { status } = await call(key, 'GET', `/v1/broadcasts/${broadcast.id}`)
    return status === 'sent'
  })

  const from = { metadata: { from_email: 'Shop <hello@shop.example>' } }
  let message = ''
  for (const [index, { address, name }] of PEOPLE.entries()) {
    const sent = await call(testKey, 'POST', '/v1/send', {
      channel: 'email',
      idempotency_key: `order-${4711 + index}-shipped`,
      destination: { email: address, name },
      template_id: template.id,
      template_vars: { order: String(4711 + index), name },
      tags: { kind: 'shipping', order: String(4711 + index) },
      ...from,
    })
    message = sent.id
  }
  const plain = ['Your receipt', 'Reset your password', 'Confirm your address', 'Your invoice of November']
  for (const [index, subject] of plain.entries()) {
    await call(key, 'POST', '/v1/send', {
      channel: 'email',
      idempotency_key: `plain-${index}`,
      destination: { email: `customer${index}@example.com` },
      payload: { subject, body_text: 'Thank you.' },
      ...from,
    })
  }

  const thread = await converse(key)
  const sale = await draft(key, testKey)
  await until('the timeline is complete', async () => {
    const { status } = await call(key, 'GET', `/v1/messages/${message}`)
    return status === 'delivered'
  })
  endpoint.close()
  return { message, thread, domain: domain.id, webhook: webhook.id, broadcast: sale, testKey }
}

/** A customer asks, the shop answers, and the customer sends a picture; others ask, too. Returns the thread. */
async function converse(key: string): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true })
  const write = (name: string, mail: object) =>
    transport.sendMail({ from: `${name} <${name.toLowerCase()}@example.com>`, to: 'help@shop.example', ...mail })
  const threadsOf = async () => (await call(key, 'GET', '/v1/mail/threads?folder=inbox')).threads
  await write('Grace', { subject: 'Can I pay by invoice?', text: 'Hello, can our company pay by invoice?' })
  await write('Donald', { subject: 'Thank you!', text: 'The parcel arrived a day early. Thank you!' })
  const messageId = '<lamp@example.com>'
  await write('Edsger', {
    ...{ subject: 'A lamp arrived broken', messageId },
    text: 'Hello,\n\nmy order 4712 arrived this morning, but the glass of the lamp is broken.\n\nWhat can we do?\n\nEdsger',
  })
  const id: string = await until('the mail is filed', async () => {
    const threads = await threadsOf()
    return threads.length === 3 ? threads.find(({ subject }: { subject: string }) => /lamp/.test(subject)).id : null
  })
  await call(key, 'POST', `/v1/mail/threads/${id}/reply`, {
    body_text: 'Hello Edsger,\n\nwe are sorry. Could you send us a picture? A new lamp leaves today.\n\nYour shop',
  })
  await write('Edsger', {
    ...{ subject: 'Re: A lamp arrived broken', inReplyTo: messageId, references: messageId },
    text: 'Thank you, that is kind. The picture is attached.\n\nEdsger',
    attachments: [{ filename: 'lamp.jpg', content: Buffer.alloc(48_200), contentType: 'image/jpeg' }],
  })
  transport.close()
  await until('the answer is filed', async () => {
    const { messages } = await call(key, 'GET', `/v1/mail/threads/${id}`)
    return messages.length === 3
  })
  const label = await call(key, 'POST', '/v1/mail/labels', { name: 'Complaints' })
  await call(key, 'PUT', `/v1/mail/threads/${id}/labels`, { labels: [label.name] })
  return id
}

/** A broadcast to many, of a test key: such a key can send no other. Returns its id. */
async function draft(key: string, testKey: string): Promise<string> {
  const list = await call(key, 'POST', '/v1/contact-lists', { name: 'Customers' })
  const file = await call(key, 'POST', '/v1/contacts/imports', `email\n${READERS.join('\n')}\n`)
  await call(key, 'POST', '/v1/contacts/import', { ...file, list_id: list.id })
  const broadcast = await call(testKey, 'POST', '/v1/broadcasts', {
    name: 'Winter sale',
    list_id: list.id,
    from_email: 'Shop <news@shop.example>',
    subject: 'Twenty percent off all lamps',
    body_html:
      '<div style="font: 16px/1.5 sans-serif; max-width: 480px; margin: 24px auto">' +
      '<h1 style="font-size: 24px">Light for the dark months</h1>' +
      "<p>Hello {{ first_name | default: 'you' }},</p><p>until Sunday, all our lamps cost a fifth less.</p>" +
      '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p></div>',
    throttle_per_minute: THROTTLE,
  })
  return broadcast.id
}

/** Sends the broadcast, and waits until a good part of it is done. */
async function sendOn({ testKey, broadcast }: Filled): Promise<void> {
  await call(testKey, 'POST', `/v1/broadcasts/${broadcast}/send`)
  await until('a part of it is sent', async () => {
    const { counts } = await call(testKey, 'GET', `/v1/broadcasts/${broadcast}`)
    return counts.delivered >= DONE
  })
}

interface Picture {
  path: string
  /** In light colors alone by default. */
  isDarkToo?: boolean
  /** What has to happen just before. */
  prepare?: () => Promise<void>
}

async function takePictures(key: string, found: Filled) {
  mkdirSync(FOLDER, { recursive: true })
  const { message, thread, domain, webhook, broadcast } = found
  const pictures: Record<string, Picture> = {
    home: { path: '/', isDarkToo: true },
    message: { path: `/messages/${message}`, isDarkToo: true },
    mail: { path: `/mail/threads/${thread}` },
    domain: { path: `/domains/${domain}` },
    webhook: { path: `/webhooks/${webhook}` },
    broadcast: { path: `/broadcasts/${broadcast}`, prepare: () => sendOn(found) },
  }
  const session = await fetch(`${url}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  })
  const [name = '', value = ''] = session.headers.getSetCookie()[0]!.split(';', 1)[0]!.split('=')
  const executablePath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
    (path) => existsSync(path),
  )
  if (!executablePath) throw new Error('There is no Chromium: scripts/install-chromium.sh installs it.')
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath, args: ['--disable-gpu', ...sandbox] })
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      colorScheme,
      viewport: SIZE,
      locale: 'en-US',
      timezoneId: 'Europe/Berlin',
    })
    await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }])
    const page = await context.newPage()
    for (const [picture, { path, isDarkToo = false, prepare }] of Object.entries(pictures)) {
      if (chosen.length > 0 && !chosen.includes(picture)) continue
      if (colorScheme === 'dark' && !isDarkToo) continue
      await prepare?.()
      await page.goto(url + path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      // What loads after the heading.
      await delay(1_500)
      const image = await page.screenshot({ type: 'png' })
      const file = join(FOLDER, `${picture}-${colorScheme}.png`)
      if (image.length > MAX_BYTES) throw new Error(`${file} would have ${image.length} bytes, more than ${MAX_BYTES}`)
      await writeFile(file, image)
      process.stdout.write(`${file}: ${Math.round(image.length / 1024)} KB\n`)
    }
    await context.close()
  }
  await browser.close()
}

/** An endpoint that refuses every fifth webhook. */
function createEndpoint() {
  let count = 0
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      count += 1
      const status = count % 5 === 0 ? '503 Service Unavailable' : '204 No Content'
      socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
    })
  }).listen(0, '127.0.0.1')
  const port = once(server, 'listening').then(() => (server.address() as { port: number }).port)
  return { port, close: () => void server.close() }
}

async function until<T>(what: string, probe: () => T | Promise<T>): Promise<NonNullable<T>> {
  const deadline = Date.now() + START_MS
  while (Date.now() < deadline) {
    if (service.exitCode !== null) throw new Error(`the service ended before ${what}`)
    const found = await probe()
    if (found) return found
    await delay(100)
  }
  throw new Error(`timed out: ${what}`)
}
