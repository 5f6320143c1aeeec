import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifySignature } from '../../src/lib/http/webhook-signature.js'
import { type BuiltProgram, freePort, Program } from '../support/built-program.js'
import { canBeNobody, makeReadOnly, nobody } from '../support/nobody.js'
import { copyProgram } from '../support/shared-program.js'
import { aSend, call, eventually, testSettings } from '../support/start-app.js'

/*
 * What docker-compose.yml runs, as plain processes: 2 API, 2 worker, 1 scheduler on one replica set and one Valkey,
 * from a read-only build, as an unprivileged user.
 */

const STOP_MS = 25_000
/** Time for a build and five processes on a busy machine. */
const START_MS = 300_000
/** A row claimed by a worker that dies comes back when its lease ends, for a fan-out after 30 to 45 s: most time until all is done. */
const RECOVERY_MS = 90_000

const adminKey = `sk_live_${randomBytes(32).toString('base64url')}`
let built: BuiltProgram
let receiver: Receiver
let settings: Record<string, string>
let apis: { url: string; program: Program }[]
let workers: Program[]
let scheduler: Program
let testKey: string
let secret: string

const everybody: Program[] = []

beforeAll(async () => {
  built = await copyProgram()
  await makeReadOnly(built.root)
  receiver = await startReceiver()
  settings = {
    ...testSettings({ LOG_LEVEL: 'info', BOOTSTRAP_ADMIN_KEY: adminKey }),
    // Short leases, so that the work of a killed process becomes due during the test.
    DISPATCH_TIMEOUT_MS: '1000',
    WEBHOOK_TIMEOUT_MS: '2000',
    WEBHOOK_RETRY_BASE_MS: '200',
  }
  const ports = await Promise.all([freePort(), freePort()])
  apis = ports.map((port) => ({ url: `http://127.0.0.1:${port}`, program: run('api', { PORT: String(port) }) }))
  workers = [run('worker'), run('worker')]
  scheduler = run('scheduler')
  for (const { url, program } of apis) {
    await eventually(
      'an API is ready',
      () =>
        program.isRunning &&
        fetch(`${url}/readyz`).then(
          (res) => res.ok,
          () => false,
        ),
    )
  }
  for (const program of [...workers, scheduler]) {
    await eventually('a process has started', () => program.stderr.includes('"started"'))
  }
}, START_MS)
afterAll(async () => {
  await Promise.all(everybody.map((program) => program.dispose()))
  await receiver?.close()
  await built?.remove()
})

function run(role: string, more: Record<string, string> = {}): Program {
  const env = { ...settings, ROLES: role, ...more }
  const program = new Program(built.main, { env, cwd: '/', ...nobody })
  everybody.push(program)
  return program
}

const ask = (api: number, method: string, path: string, options: { key?: string; body?: unknown } = {}) =>
  call(apis[api]!.url, method, path, { key: adminKey, ...options })

test('APIs that start together create one account, and both serve it', async () => {
  const [one, other] = await Promise.all([0, 1].map((api) => ask(api, 'GET', '/v1/account/verification')))
  expect(one!.status, JSON.stringify(one!.body)).toBe(200)
  expect(other!.body.account_id).toBe(one!.body.account_id)

  const key = await ask(0, 'POST', '/v1/keys', { body: { scope: 'admin', test_mode: true } })
  testKey = key.body.key
  const webhook = await ask(1, 'POST', '/v1/webhooks', { body: { endpoint_url: receiver.url } })
  expect(webhook.status, JSON.stringify(webhook.body)).toBe(201)
  secret = webhook.body.signing_secret
})

test('messages from both APIs are delivered once, and every webhook is signed', async () => {
  const ids = (await Promise.all([sendMany(0, 100), sendMany(1, 100)])).flat()
  await expectDelivered(ids, 1)
  const hits = receiver.hits.filter((hit) => ids.includes(hit.messageId))
  expect(hits).toHaveLength(2 * ids.length)
  expect(new Set(hits.map((hit) => hit.eventId)).size).toBe(2 * ids.length)
})

test(
  'a killed API and a killed worker lose no accepted message',
  async () => {
    const before = await sendMany(0, 100)
    const inFlight = sendMany(1, 200)
    workers[0]!.signal('SIGKILL')
    apis[0]!.program.signal('SIGKILL')
    await Promise.all([workers[0]!.ended, apis[0]!.program.ended])
    const ids = [...before, ...(await inFlight), ...(await sendMany(1, 50))]
    await expectDelivered(ids, 1)
  },
  2 * RECOVERY_MS,
)

test(
  'on SIGTERM every remaining process ends with code 0',
  async () => {
    const left = everybody.filter((program) => program.isRunning)
    expect(left).toHaveLength(3)
    await sendMany(1, 100)
    const stoppedAt = performance.now()
    for (const program of left) program.signal('SIGTERM')
    for (const program of left) expect(await program.ended, program.output.slice(-4_000)).toBe(0)
    expect(performance.now() - stoppedAt).toBeLessThan(STOP_MS)
  },
  2 * STOP_MS,
)

test.runIf(canBeNobody)('no process could write to its own program', async () => {
  const writer = new Program('--eval', {
    env: {},
    ...nobody,
    args: [`require('node:fs').writeFileSync(${JSON.stringify(join(built.root, 'dist/probe.js'))}, '')`],
  })
  expect(await writer.ended).not.toBe(0)
  expect(writer.stderr).toContain('EACCES')
})

/** Sends through one API in batches, as a test key: sent and delivered are simulated. */
async function sendMany(api: number, count: number): Promise<string[]> {
  const body = Array.from({ length: count }, () => aSend({ idempotency_key: randomBytes(12).toString('hex') }))
  const sent = await ask(api, 'POST', '/v1/send/batch', { key: testKey, body })
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  return sent.body.map((item: { response: { id: string } }) => item.response.id)
}

/** Expects every message to be delivered, with a complete, ordered timeline and correctly signed webhooks. */
async function expectDelivered(ids: string[], api: number): Promise<void> {
  const missing = () => {
    const seen = new Set(receiver.hits.map((hit) => `${hit.messageId} ${hit.type}`))
    return ids.filter((id) => !seen.has(`${id} sent`) || !seen.has(`${id} delivered`))
  }
  await eventually('webhooks of every message', () => missing().length === 0, RECOVERY_MS)
  for (const id of ids) {
    const { body } = await ask(api, 'GET', `/v1/messages/${id}`)
    expect(body.status).toBe('delivered')
    expect(body.events.map((event: { type: string }) => event.type)).toEqual(['sent', 'delivered'])
    const told = receiver.hits.filter((hit) => hit.messageId === id).map((hit) => hit.eventId)
    expect(new Set(told)).toEqual(new Set(body.events.map((event: { id: string }) => event.id)))
  }
  for (const { timestamp, signature, rawBody } of receiver.hits) {
    const check = { secrets: [secret], timestamp, signature, rawBody, toleranceSeconds: 300 }
    expect(await verifySignature({ ...check, nowSeconds: Date.now() / 1_000 })).toBe(true)
  }
}

interface Hit {
  eventId: string
  type: string
  messageId: string
  timestamp: string
  signature: string
  rawBody: string
}

interface Receiver {
  url: string
  hits: Hit[]
  close(): Promise<void>
}

/** An endpoint that takes every webhook. */
async function startReceiver(): Promise<Receiver> {
  const hits: Hit[] = []
  const server: Server = createServer(async (request: IncomingMessage, response) => {
    const rawBody = await text(request)
    const header = (name: string) => String(request.headers[`svc-${name}`] ?? '')
    hits.push({
      eventId: header('event-id'),
      type: header('event-type'),
      messageId: JSON.parse(rawBody).message_id,
      timestamp: header('timestamp'),
      signature: header('signature'),
      rawBody,
    })
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { url: `http://127.0.0.1:${port}/webhooks`, hits, close }
}
