import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort, Program } from '../support/built-program.js'
import { compiled, frameworkProject, packagesOn, programsOn } from '../support/framework-project.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { CALLBACK_SECRET } from '../support/post-callback.js'
import { postMail } from '../support/post-mail.js'
import type { ScratchProject } from '../support/scratch-project.js'
import { eventually, startApp, type TestApp } from '../support/start-app.js'

/*
 * The programs of docs/frameworks: each is compiled, started, asked to send mail, and gets webhooks of the service.
 */

const PREPARE_MS = 600_000
const DOMAIN = 'shop.example'
const MIB = 1024 * 1024
/** A text whose webhook is above all usual limits of bodies: it has half of it twice, with two characters for each. */
const LARGE = '""""\r\n'.repeat(100_000)

interface Framework {
  page: string
  /** What is started. */
  program: string
  /** Mistakes that the page warns of: what is in the program instead of what, and what comes of it. */
  mistakes: Mistake[]
}

interface Mistake {
  what: string
  from: string
  to: string
  /** The status of a webhook that is genuine. */
  small: number
  /** That of one with a large mail. */
  large: number
  /** What the response says of the small one. */
  says: string
}

const parsed = (from: string, to = ''): Mistake => {
  return { what: 'a parsed body', from, to, small: 401, large: 401, says: 'The body is not raw' }
}
const limited = (from: string): Mistake => {
  return { what: 'the usual limit of bodies', from, to: '', small: 204, large: 413, says: '' }
}
/** JSON with spaces does not survive, which the small one has. */
const serialized = (from: string, to: string): Mistake => {
  return { what: 'a body that is serialized again', from, to, small: 401, large: 204, says: 'No secret matches' }
}

const FRAMEWORKS: Framework[] = [
  {
    page: 'express',
    program: 'express.ts',
    mistakes: [
      parsed("express.raw({ type: 'application/json', limit: '5mb' })", "express.json({ limit: '5mb' })"),
      limited(", limit: '5mb'"),
    ],
  },
  {
    page: 'fastify',
    program: 'fastify.ts',
    mistakes: [
      parsed("webhooks.addContentTypeParser('application/json'", "webhooks.addContentTypeParser('text/other'"),
      limited('{ bodyLimit: 5 * 1024 * 1024 }'),
    ],
  },
  {
    page: 'hono',
    program: 'hono.ts',
    mistakes: [serialized('await c.req.text()', 'JSON.stringify(await c.req.json())')],
  },
  {
    page: 'nestjs',
    program: 'nestjs.ts',
    mistakes: [parsed(', { rawBody: true }'), limited("app.useBodyParser('json', { limit: '5mb' })")],
  },
  { page: 'nextjs', program: 'next.ts', mistakes: [] },
]

/** Calls the route handlers of the page for Next.js as it does: each by the path of its file. */
const NEXT = `
import { serve } from '@hono/node-server'
import * as orders from './app/orders/route.js'
import * as webhooks from './app/webhooks/postline/route.js'

const routes: Record<string, (request: Request) => Promise<Response>> = {
  '/orders': orders.POST,
  '/webhooks/postline': webhooks.POST,
}
serve({ port: Number(process.env.PORT), fetch: (request) => routes[new URL(request.url).pathname]!(request) })
`

const NODEMAILER = 'docs/frameworks/nodemailer.md'

const pageOf = ({ page }: Framework) => `docs/frameworks/${page}.md`
const withMistake = ({ program }: Framework, index: number) => `mistake-${index}-${program}`

let app: TestApp
let project: ScratchProject
beforeAll(async () => {
  app = await startApp({ CALLBACK_SECRET, WEBHOOK_RETRY_BASE_MS: '200' })
  await inboundDomain({ models: app.app.models, accountId: app.accountId }, DOMAIN)
  project = await frameworkProject(allPrograms())
}, PREPARE_MS)
afterAll(async () => {
  await project?.remove()
  await app?.close()
})

function allPrograms(): Record<string, string> {
  const pages = [NODEMAILER, ...FRAMEWORKS.map(pageOf)]
  const programs = Object.assign({ 'next.ts': NEXT }, ...pages.map(programsOn))
  for (const framework of FRAMEWORKS) {
    for (const [index, { from, to }] of framework.mistakes.entries()) {
      const code = programs[framework.program]
      expect(code.split(from), `${framework.program} with ${from}`).toHaveLength(2)
      programs[withMistake(framework, index)] = code.replace(from, to)
    }
  }
  return programs
}

/** A started program of the documentation. */
class Shop {
  readonly #program: Program
  readonly url: string
  readonly #secret: string

  constructor(name: string, port: number, secret: string) {
    const env = { PORT: String(port), POSTLINE_URL: app.url, POSTLINE_KEY: app.adminKey, WEBHOOK_SECRET: secret }
    this.#program = new Program(join(project.folder, compiled(name)), { env })
    this.url = `http://127.0.0.1:${port}`
    this.#secret = secret
  }

  async isListening(): Promise<void> {
    const program = this.#program
    await eventually('the program listens', async () => {
      expect(program.isRunning, program.output).toBe(true)
      return this.receive('{}', {}).catch(() => null)
    })
  }

  get printed(): string {
    return this.#program.output
  }

  order(order: object): Promise<Response> {
    const headers = { 'content-type': 'application/json' }
    return fetch(`${this.url}/orders`, { method: 'POST', headers, body: JSON.stringify(order) })
  }

  /** Posts a webhook that is signed with the secret. */
  receive(body: string, { signed = body, type = 'application/json' }: { signed?: string; type?: string }) {
    const timestamp = String(Math.floor(Date.now() / 1_000))
    const signature = createHmac('sha256', this.#secret).update(`${timestamp}.${signed}`).digest('hex')
    const headers = { 'content-type': type, 'svc-timestamp': timestamp, 'svc-signature': signature }
    return fetch(`${this.url}/webhooks/postline`, { method: 'POST', headers, body })
  }

  close(): Promise<void> {
    return this.#program.dispose()
  }
}

test.each([NODEMAILER, ...FRAMEWORKS.map(pageOf)])('%s names packages that are installed here', async (page) => {
  const { dependencies, devDependencies } = JSON.parse(await readFile('package.json', 'utf8'))
  const installed = { ...dependencies, ...devDependencies }
  expect(packagesOn(page).filter((name) => !(name in installed))).toEqual([])
})

describe.each(FRAMEWORKS)('a program with $page', (framework) => {
  let shop: Shop
  let subscription: string
  beforeAll(async () => {
    const port = await freePort()
    const endpoint_url = `http://127.0.0.1:${port}/webhooks/postline`
    const { body } = await app.call('POST', '/v1/webhooks', { body: { endpoint_url } })
    subscription = body.id
    shop = new Shop(framework.program, port, body.signing_secret)
    await shop.isListening()
  })
  afterAll(async () => {
    await app.call('DELETE', `/v1/webhooks/${subscription}`)
    await shop?.close()
  })

  test('sends a mail for an order, once, and receives its webhooks', async () => {
    const order = { id: `${framework.page}-1`, email: 'ada@example.com' }
    const [first, second] = [await shop.order(order), await shop.order(order)]
    expect([first.status, second.status]).toEqual([202, 202])
    const { message_id: id } = (await first.json()) as { message_id: string }
    expect(await second.json()).toEqual({ message_id: id })
    const content = await app.call('GET', `/v1/messages/${id}/content`)
    expect(content.body).toMatchObject({
      from: `Shop <hello@${DOMAIN}>`,
      to: ['ada@example.com'],
      subject: 'Thank you for your order',
      body_text: `We have your order ${framework.page}-1.`,
    })
    await eventually('its events are printed', () => shop.printed.includes(`delivered ${id} evt_`))
  })

  test('receives a webhook with a large mail', async () => {
    const raw = `From: ada@example.com\r\nSubject: ${framework.page}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${LARGE}\r\n`
    expect((await postMail(app.url, raw, { recipients: `orders@${DOMAIN}` })).status).toBe(200)
    await eventually('the mail is printed', () => shop.printed.includes('email.received inb_'))
    const { id } = await eventually('the delivery is recorded', async () => {
      const { body } = await app.call('GET', `/v1/webhooks/${subscription}/deliveries?status=succeeded`)
      return body.deliveries.find((delivery: { event_type: string }) => delivery.event_type === 'email.received')
    })
    const { body } = await app.call('GET', `/v1/webhooks/${subscription}/deliveries/${id}`)
    expect(Buffer.byteLength(body.payload)).toBeGreaterThan(MIB)
    expect([body.attempt_count, body.response_status]).toEqual([1, 204])
  })

  test('refuses what the service did not sign', async () => {
    const event = JSON.stringify({ event_type: 'forged', message_id: 'msg_1', event_id: 'evt_1' })
    expect((await shop.receive(event, {})).status).toBe(204)
    const statuses = [
      await shop.receive(event, { signed: `${event} ` }),
      await shop.receive(` ${event}`, { signed: event }),
      await shop.receive(event, { type: 'text/plain', signed: `${event} ` }),
      await fetch(`${shop.url}/webhooks/postline`, { method: 'POST', body: event }),
    ].map(({ status }) => status)
    expect(statuses.filter((status) => ![401, 415].includes(status))).toEqual([])
    await eventually('the first is printed', () => shop.printed.includes('forged msg_1 evt_1'))
    expect(shop.printed.match(/forged/g)).toHaveLength(1)
  })
})

test('the program with Nodemailer sends its mail once', async () => {
  const env = { POSTLINE_URL: app.url, POSTLINE_KEY: app.adminKey }
  const run = async () => (await project.run(process.execPath, [compiled('nodemailer.ts')], env)).trim()
  const id = await run()
  expect(await run()).toBe(id)
  expect((await app.call('GET', `/v1/messages/${id}/content`)).body).toMatchObject({
    from: `Shop <hello@${DOMAIN}>`,
    to: ['ada@example.com'],
    subject: 'Your invoice',
    body_html: '<p>It is attached.</p>',
    attachments: [{ filename: 'invoice.txt', content_type: 'text/plain', size: Buffer.byteLength('One book: 12 €') }],
  })
  expect((await app.call('GET', `/v1/messages/${id}`)).body.tags).toEqual({ order: '4711' })
})

const MISTAKES = FRAMEWORKS.flatMap((framework) =>
  framework.mistakes.map((mistake, index) => ({
    ...mistake,
    page: framework.page,
    file: withMistake(framework, index),
  })),
)
test.each(MISTAKES)('$page with $what fails as the page says', async ({ file, small, large, says }) => {
  const shop = new Shop(file, await freePort(), 'a secret')
  try {
    await shop.isListening()
    const refused = await shop.receive('{ "event_type": "sent" }', {})
    expect([refused.status, await refused.text()]).toEqual([small, expect.stringContaining(says)])
    const mail = await shop.receive(
      JSON.stringify({ event_type: 'email.received', text: LARGE, reply_text: LARGE }),
      {},
    )
    expect(mail.status).toBe(large)
  } finally {
    await shop.close()
  }
})
