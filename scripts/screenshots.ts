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

/*
 * Takes the pictures of the console in docs/pictures: starts the built service on an empty data folder, fills it with sample
 * data, and opens its main pages in Chromium, in light and dark.
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
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} got ${response.status}: ${answer}`)
  return answer === '' ? null : JSON.parse(answer)
}

/** Sample data: a small shop. Returns the ids that pages are opened with. */
async function fill(key: string): Promise<{ message: string; thread: string | null }> {
  const { key: testKey } = await call(key, 'POST', '/v1/keys', { scope: 'admin', test_mode: true })
  for (const domain of ['shop.example', 'news.shop.example']) await call(key, 'POST', '/v1/domains', { domain })
  await call(key, 'POST', '/v1/domains/shop.example/verify')
  await call(key, 'POST', '/v1/domains/shop.example/inbound', { enabled: true })

  const endpoint = createEndpoint()
  await call(key, 'POST', '/v1/webhooks', { endpoint_url: `http://127.0.0.1:${await endpoint.port}/webhooks` })
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
  const broadcast = await call(key, 'POST', '/v1/broadcasts', {
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

  const transport = createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true })
  const questions = ['Where is my order?', 'A lamp arrived broken', 'Can I pay by invoice?', 'Thank you!']
  for (const [index, subject] of questions.entries()) {
    await transport.sendMail({
      from: `${PEOPLE[index]!.name} <${PEOPLE[index]!.address}>`,
      to: 'help@shop.example',
      subject,
      text: 'Hello,\n\nI ordered a lamp a week ago and have not heard from you since. Can you help?\n\nThank you',
    })
  }
  transport.close()

  const thread = await until('the mail is filed', async () => {
    const { threads } = await call(key, 'GET', '/v1/mail/threads?folder=inbox')
    return threads.length === questions.length ? threads[0].id : null
  })
  await until('the timeline is complete', async () => {
    const { status } = await call(key, 'GET', `/v1/messages/${message}`)
    return status === 'delivered'
  })
  endpoint.close()
  return { message, thread }
}

/** Opens every page in both color schemes. Pages that this version does not have are left out. */
async function takePictures(key: string, { message, thread }: { message: string; thread: string | null }) {
  mkdirSync(FOLDER, { recursive: true })
  const pages: Record<string, string> = {
    home: '/',
    messages: '/messages',
    message: `/messages/${message}`,
    mail: `/mail/threads/${thread}`,
    domains: '/domains',
    webhooks: '/webhooks',
    templates: '/templates',
    contacts: '/contacts',
    broadcasts: '/broadcasts',
    usage: '/usage',
  }
  const session = await fetch(`${url}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  })
  const [name = '', value = ''] = session.headers.getSetCookie()[0]!.split(';', 1)[0]!.split('=')
  const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path))
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
    for (const [picture, path] of Object.entries(pages)) {
      if (chosen.length > 0 && !chosen.includes(picture)) continue
      const answer = await page.goto(url + path)
      if (answer?.status() !== 200) {
        process.stdout.write(`${picture}: this version has no page ${path}\n`)
        continue
      }
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
