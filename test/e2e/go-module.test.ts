import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCuttingProxy } from '../../packages/client/test/cutting-proxy.js'
import { signPayload, signStandard } from '../../src/lib/http/webhook-signature.js'
import { type ScratchProject, scratchProject } from '../support/scratch-project.js'
import { eventually, startApp, type TestApp } from '../support/start-app.js'
import { verifiedDomain } from '../support/verified-domain.js'

/* The Go module as its users have it: the programs in go-module/ depend on it, outside the checkout. */

/** Includes compiling the standard library. */
const BUILD_MS = 300_000
const MODULE = resolve('packages/go')
/** Nothing is downloaded, and nothing depends on how Go is set up here. */
const GO_ENV = {
  GOCACHE: join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'postline', 'go-build'),
  GOENV: 'off',
  GOFLAGS: '-mod=mod',
  GOPROXY: 'off',
  GOTOOLCHAIN: 'local',
  GOWORK: 'off',
  CGO_ENABLED: '0',
}

let app: TestApp
let project: ScratchProject
let testKey: string
/** Why there is no Go to test with; null if there is. */
let missing: string | null = null

beforeAll(async () => {
  app = await startApp()
  testKey = await app.key('admin', true)
  project = await scratchProject()
  missing = await missingGo()
  if (missing !== null) {
    // biome-ignore lint/suspicious/noConsole: who runs the tests should know what was not tested
    console.warn(`The Go module was not tested: ${missing}`)
    return
  }
  const modules = `require postline v0.0.0\n\nreplace postline => ${MODULE}\n`
  await project.write('go.mod', `module user\n\ngo 1.19\n\n${modules}`)
  await cp('test/e2e/go-module', join(project.folder, 'asks'), { recursive: true })
  await go('build', '-o', 'asks.bin', './asks')
}, BUILD_MS)
afterAll(async () => {
  await project?.remove()
  await app?.close()
})

const go = (...args: string[]) => project.run('go', args, GO_ENV)

/** Why Go cannot be used; null if it can. */
async function missingGo(): Promise<string | null> {
  try {
    const version = await go('version')
    const minor = Number(/ go1\.(\d+)/.exec(version)?.[1])
    return minor >= 19 ? null : `${version.trim()} is older than 1.19`
  } catch (error) {
    return (error as Error).message.trim().split('\n').at(-1)!
  }
}

/** Runs one of the programs in go-module/main.go. @returns what it prints, as JSON */
// biome-ignore lint/suspicious/noExplicitAny: programs print whatever JSON
async function run(program: string, env: Record<string, string> = {}): Promise<any> {
  const defaults = { BASE_URL: app.url, API_KEY: testKey }
  return JSON.parse(await project.run(join(project.folder, 'asks.bin'), [program], { ...defaults, ...env }))
}

const withGo = (name: string, body: () => Promise<void>) =>
  test(name, { timeout: BUILD_MS }, async ({ skip }) => {
    if (missing !== null) return skip(`needs Go (scripts/install-languages.sh): ${missing}`)
    await body()
  })

/** A server on loopback, with what it was asked. */
async function startServer(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    bodies.push(await text(request))
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function fail(response: ServerResponse, status: number, code: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ error: { code, message: 'No.' } }))
}

withGo('gofmt would change nothing, and go vet finds nothing', async () => {
  expect(await project.run('gofmt', ['-l', MODULE, join(project.folder, 'asks')])).toBe('')
  await go('vet', 'postline', './asks')
})

test('every operation of the API is a method', () => {
  const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8'))
  const operations = Object.entries<Record<string, { operationId: string }>>(paths).flatMap(([path, item]) =>
    path.startsWith('/v1/') && !path.startsWith('/v1/callbacks/') ? Object.values(item) : [],
  )
  expect(operations.length).toBeGreaterThan(150)
  const source = readFileSync(join(MODULE, 'operations.go'), 'utf8')
  for (const { operationId } of operations) {
    expect(source).toContain(`) ${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}(ctx context.Context`)
  }
})

withGo('a program sends, lists page by page, up- and downloads, and learns what is wrong', async () => {
  const { ids, ...said } = await run('send')
  expect(said).toMatchObject({
    batch: [
      { success: true, response: { status: 'queued' } },
      { success: false, error: { code: 'invalid_destination' } },
    ],
    found: ids[3],
    listed: ids.toReversed(),
    ranged: ids.toReversed().slice(0, 3),
    failures: [
      { code: 'not_found', status: 404, keys: 0, has_request: true },
      { code: 'not_found', status: 404 },
      { code: '', text: 'postline: ".." cannot be an id or a name' },
      { code: '', text: 'postline: "" cannot be an id or a name' },
      { code: 'invalid_destination', status: 422, keys: 1, has_request: true },
      { code: 'invalid_request', status: 400, keys: 0, details: [{ path: 'scope', message: expect.any(String) }] },
    ],
    hasWrong: false,
    wrong: { code: 'invalid_request' },
    imported: 1,
    contacts: true,
    csv: 1,
    raw: true,
    text: "It <works> & that's all.",
  })
  const { body } = await app.call('GET', `/v1/messages/${ids[0]}`)
  expect(body).toMatchObject({ subject: 'From Go', tags: { client: 'go' }, idempotency_key: 'go-0' })
})

withGo('a field is left out, empty or null as the program says', async () => {
  const { unknown, both, ...said } = await run('change')
  expect(said).toMatchObject({
    kept: { first_name: 'Grace', last_name: 'Hopper', attributes: { rank: 1 } },
    removed: { first_name: null, last_name: 'Hopper' },
    same: 1,
    cleared: 0,
    expires: true,
  })
  expect(said.kept.attributes).toEqual({ rank: 1 })
  expect(unknown.text).toContain('NullFields: "first_name" is not an optional field of ContactsUpdateBody that is nil')
  expect(both.text).toContain('NullFields: "FirstName"')
})

withGo('a send whose response is lost is repeated under one key, and is one message', async () => {
  const proxy = await startCuttingProxy(app.url)
  for (const [kind, count, moment] of [
    ['one', 1, 'before the response'],
    ['batch', 2, 'in the middle of the response'],
  ] as const) {
    const SUBJECT = `lost ${kind}`
    proxy.cutNext(2, moment)
    const keys = await run('retry', { KIND: kind, SUBJECT, BASE_URL: proxy.url, RETRIES: '3' })
    expect(proxy.requests()).toBe(3)
    expect(new Set(keys).size).toBe(count)
    const { messages } = (await app.call('GET', `/v1/messages?search=${encodeURIComponent(SUBJECT)}`)).body
    expect(messages).toHaveLength(count)
    const found = await app.call('GET', `/v1/messages/by-idempotency-key?idempotency_key=${keys[0]}`)
    expect(messages.map(({ id }: { id: string }) => id)).toContain(found.body.id)
  }
  proxy.cutNext(1, 'before the response')
  const failed = await run('retry', { SUBJECT: 'given up', BASE_URL: proxy.url, RETRIES: '0' })
  expect(failed).toMatchObject({ code: 'connection_failed', status: 0, keys: 1 })
  proxy.cutNext(3, 'before the response')
  const unsafe = await run('create', { BASE_URL: proxy.url, RETRIES: '3' })
  expect([unsafe.code, proxy.requests()]).toEqual(['connection_failed', 1])
  await proxy.close()
})

withGo('it waits as long as the service asks, and gives up if that is long or useless', async () => {
  const times: number[] = []
  const busy = await startServer(async (request, response) => {
    times.push(Date.now())
    if (times.length === 1) return fail(response, 503, 'overloaded', { 'retry-after': '2' })
    const { headers, method, url } = request
    const { authorization = '', 'content-type': type = '' } = headers
    const answer = await fetch(app.url + url, {
      method: method!,
      headers: { authorization, 'content-type': type },
      body: busy.bodies[1]!,
    })
    response.writeHead(answer.status).end(await answer.text())
  })
  const [key] = await run('retry', { SUBJECT: 'busy', BASE_URL: busy.url, RETRIES: '1' })
  expect(busy.bodies.map((body) => JSON.parse(body).idempotency_key)).toEqual([key, key])
  expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(2_000)
  await busy.close()

  for (const [status, code, after] of [
    [429, 'rate_limit_exceeded', '61'],
    [503, 'billing_not_configured', '1'],
    [400, 'invalid_request', '1'],
  ] as const) {
    const refusing = await startServer((_request, response) => fail(response, status, code, { 'retry-after': after }))
    const failed = await run('retry', { SUBJECT: 'refused', BASE_URL: refusing.url, RETRIES: '3' })
    expect(failed).toMatchObject({ code, status, retry_after: Number(after), keys: 1 })
    expect(refusing.bodies).toHaveLength(1)
    await refusing.close()
  }
})

withGo('what the rate limit refuses is repeated, also if it is no send', async () => {
  const limited = await startApp({ RATE_LIMIT_PER_SECOND: '1' })
  const { once: first, repeated } = await run('limited', {
    BASE_URL: limited.url,
    API_KEY: await limited.key('admin', true),
  })
  expect(first).toContain('rate_limit_exceeded')
  expect(repeated).toEqual(['', '', ''])
  await limited.close()
})

withGo('a context ends a call, also while it waits for another attempt, and an attempt has a time limit', async () => {
  const silent = await startServer(() => {})
  const failing = await startServer((_request, response) => fail(response, 503, 'overloaded', { 'retry-after': '60' }))
  const said = await run('cancel', { SILENT: silent.url, FAILING: failing.url })
  expect(said).toMatchObject({
    silent: { error: { code: 'aborted', status: 0, keys: 1 }, canceled: true },
    waiting: { error: { code: 'aborted', keys: 1 }, canceled: true, early: true },
    deadline: { error: { code: 'aborted' }, canceled: false, late: true },
    soon: { error: { code: 'overloaded', status: 503, keys: 1 }, early: true },
    timeout: { error: { code: 'timed_out', keys: 1 } },
  })
  expect(failing.bodies).toHaveLength(2)
  await silent.close()
  await failing.close()
})

withGo('an error has no secret and no address, and a redirect takes the key nowhere', async () => {
  const other = await startServer((_request, response) => response.end('{}'))
  const redirecting = await startServer((_request, response) => response.writeHead(307, { location: other.url }).end())
  const page = await startServer((_request, response) => response.end('<html>'))
  const empty = await startServer((_request, response) => response.end('null\n'))
  for (const [url, expected] of [
    [redirecting.url, { code: 'unexpected_response', status: 307 }],
    [page.url, { code: 'unexpected_response', status: 200 }],
    [empty.url, { code: 'unexpected_response', status: 200 }],
    ['http://127.0.0.1:1', { code: 'connection_failed', status: 0 }],
  ] as const) {
    const { list, ...made } = await run('fail', { BASE_URL: url, API_KEY: 'sk_test_secret', RETRIES: '0' })
    expect(list).toMatchObject(expected)
    for (const name of ['no url', 'password', 'file']) expect(made[name].text).toContain('base URL must be like')
    for (const name of ['no key', 'line']) expect(made[name].text).toContain('API key is empty, or has spaces')
    expect(made['content type'].text).toContain('has a line break')
    expect(made['client %+v'].text).toContain('https://mail.example.com')
    expect(JSON.stringify([list, made])).not.toMatch(/secret|ada/)
  }
  expect(other.bodies).toEqual([])
  for (const server of [other, redirecting, page, empty]) await server.close()
})

withGo('a webhook of the service is genuine, and other requests are not', async () => {
  let received: { headers: IncomingMessage['headers']; at: number } | null = null
  const receiver = await startServer((request, response) => {
    received ??= { headers: request.headers, at: Math.floor(Date.now() / 1_000) }
    response.writeHead(204).end()
  })
  const webhook = await app.call('POST', '/v1/webhooks', { body: { endpoint_url: `${receiver.url}/` } })
  await app.call('POST', `/v1/webhooks/${webhook.body.id}/test`, { body: { event_type: 'bounced' } })
  const { headers, at } = await eventually('the webhook has come', () => received)
  await app.call('DELETE', `/v1/webhooks/${webhook.body.id}`)
  const { signing_secret: signing, standard_secret: standardSecret } = webhook.body
  const real = { body: receiver.bodies[0]!, headers, secrets: [signing], now: at }
  const eventId = JSON.parse(real.body).event_id
  await receiver.close()

  const [now, body, secret] = [1_800_000_000, '{"event_id":"evt_ä"}', 'a1b2c3']
  const signed = (text: string) => ({ 'Svc-Timestamp': String(now), 'Svc-Signature': signPayload(secret, now, text) })
  const standard = {
    'Webhook-Id': 'evt_1',
    'webhook-timestamp': String(now),
    'webhook-signature': `v1a,else ${signStandard(secret, 'evt_1', now, body)}`,
  }
  const made = { body, headers: signed(body), secrets: [secret], now }
  const prefixed = { 'Acme-Timestamp': String(now), 'Acme-Signature': signPayload(secret, now, body) }
  const CASES: [verdict: string, request: object][] = [
    [eventId, real],
    [eventId, { ...real, secrets: ['old', standardSecret] }],
    [eventId, { ...real, secrets: [signing, 'old'] }],
    ['invalid_signature', { ...real, body: `${real.body} ` }],
    ['invalid_signature', { ...real, secrets: ['other'] }],
    ['timestamp_out_of_range', { ...made, headers: { ...made.headers, 'Svc-Timestamp': '1000000000' }, now: 0 }],
    ['evt_ä', made],
    ['evt_ä', { ...made, headers: standard, now: now + 299 }],
    ['evt_ä', { ...made, headers: standard, secrets: ['', `whsec_${Buffer.from(secret).toString('base64')}`] }],
    ['evt_ä', { ...made, headers: prefixed, prefix: 'Acme' }],
    ['missing_header', { ...made, headers: prefixed }],
    ['invalid_signature', { ...made, headers: { ...standard, 'Webhook-Id': 'evt_2' } }],
    ['invalid_signature', { ...made, headers: { ...standard, 'webhook-signature': 'v2,x' } }],
    ['invalid_signature', { ...made, headers: { ...made.headers, 'Svc-Signature': 'ü'.repeat(64) } }],
    [
      'invalid_signature',
      { ...made, headers: { ...made.headers, 'Svc-Signature': signPayload(secret, now, body).toUpperCase() } },
    ],
    ['timestamp_out_of_range', { ...made, now: now + 301 }],
    ['timestamp_out_of_range', { ...made, headers: standard, now: now - 301 }],
    ['invalid_timestamp', { ...made, headers: { ...made.headers, 'Svc-Timestamp': '१२३' } }],
    ['missing_header', { ...made, headers: {} }],
    ['invalid_body', { ...made, body: 'x', headers: signed('x') }],
    ['error', { ...made, secrets: ['', ''] }],
    ['error', { ...made, secrets: ['whsec_?'] }],
    ['error', { ...made, secrets: ['whsec_'] }],
  ]
  const verdicts = await run('verify', { CASES: JSON.stringify(CASES.map(([, request]) => request)) })
  expect(verdicts).toEqual(CASES.map(([verdict]) => verdict))
})

withGo('the first mail of the README is sent, and its other samples compile', async () => {
  const readme = readFileSync(join(MODULE, 'README.md'), 'utf8')
  const [first = '', ...others] = [...readme.matchAll(/```go\n([\s\S]*?)```/g)].map(([, sample]) => sample!)
  expect(first).toContain('https://mail.example.com')
  expect(others).toHaveLength(4)
  await verifiedDomain(app, 'shop.example')
  await mkdir(join(project.folder, 'first'))
  await project.write('first/main.go', first.replace('https://mail.example.com', app.url))
  expect(await project.run('go', ['run', './first'], { ...GO_ENV, POSTLINE_KEY: testKey })).toMatch(
    /^msg_\w{26} \w+\n$/,
  )
  for (const [index, sample] of others.entries()) {
    // Older versions cannot range over functions.
    const needs = sample.includes(':= range') ? '//go:build go1.23\n\n' : ''
    const functions = sample.startsWith('func') ? sample : `func sample() error {\n${sample}\nreturn nil\n}\n`
    await mkdir(join(project.folder, `sample${index}`))
    await project.write(`sample${index}/sample.go`, `${needs}package sample\n${SAMPLE_HEAD}${functions}`)
    await project.write(`sample${index}/doc.go`, 'package sample\n')
  }
  await go('vet', './...')
})

/** What the samples of the README take for granted. */
const SAMPLE_HEAD = `
import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"

	"postline"
)

var (
	ctx    context.Context
	client *postline.Client
	mail   postline.SendRequest
	_      = []any{errors.As, fmt.Println, io.ReadAll, log.Println, http.Error, os.Getenv, store}
)

func store(*postline.WebhookRequest) {}

`
