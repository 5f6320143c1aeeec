import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { availableParallelism, loadavg } from 'node:os'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signPayload } from '../../src/lib/http/webhook-signature.js'
import { BODY_SIZES, type BodySize, bodySizeOf } from '../../src/operations/body-sizes.js'
import { isRestOnly, operationList } from '../../src/operations/list.js'
import type { AnyOperation } from '../../src/operations/runner.js'
import { bombsOf, inEachField } from '../support/bombs.js'
import type { Program } from '../support/built-program.js'
import { Deployment } from '../support/deployment.js'
import { fuzzCases, runsAll } from '../support/fuzz-runs.js'
import { LoopWatch } from '../support/loop-watch.js'
import { CALLBACK_SECRET } from '../support/post-callback.js'
import { sendInBytes } from '../support/send-in-bytes.js'
import { type StripeStandIn, startStripeStandIn } from '../support/stripe-stand-in.js'

/*
 * The costliest bodies that anybody may think of, sent to every route of a real process. Whatever comes, others get
 * their answers meanwhile, and the process stays small.
 */

/** Longest time that anybody may wait for others, in ms. */
const MAX_HELD_MS = 200
/**
 * The same for floods, because Node.js parses a packet of every connection before others have their turn. On a machine
 * that is busy with other things, the process itself waits for its turn too.
 */
const MAX_FLOODED_MS = 400 * Math.max(1, loadavg()[0]! / availableParallelism())
/** 600 MB. */
const MAX_RESIDENT_MIB = 572
/** How long a flood lasts, in ms. */
const FLOOD_MS = 2_000
/** Bombs that are within the limits, for places where sending all of them would take too long. */
const FEW = ['numbers', 'names', 'a text of other letters']

let deployment: Deployment
let stripe: StripeStandIn
let api: Program
let watch: LoopWatch
let agent: Agent
beforeAll(async () => {
  // The heap that Node.js takes in a container of 1 GiB; without a limit it leaves garbage for longer.
  stripe = await startStripeStandIn()
  const settings = { CALLBACK_SECRET, NODE_OPTIONS: '--max-old-space-size=512', ...stripe.settings }
  deployment = await Deployment.create(settings)
  await startApi()
})
afterAll(async () => {
  await watch?.end()
  await deployment.close()
  await stripe.close()
})

async function startApi(): Promise<void> {
  api = await deployment.start('api')
  watch = new LoopWatch(deployment.url, api)
}

let held: [bomb: string, ms: number][] = []
beforeEach(async () => {
  held = []
  agent = new Agent({ keepAlive: true })
  await watch.takeHeldMs()
})
afterEach(() => agent.destroy())

interface Answer {
  status: number
  text: string
}

function send(method: string, path: string, body: string | Buffer, headers: Record<string, string> = {}) {
  const bytes = Buffer.from(body)
  const all = {
    authorization: `Bearer ${deployment.adminKey}`,
    'content-type': 'application/json',
    'content-length': bytes.length,
    ...headers,
  }
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(`${deployment.url}${path}`, { method, headers: all, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode!, text: text.slice(0, 300) }))
    })
    sent.on('error', reject)
    sent.end(bytes)
  })
}

/** Sends a bomb, and remembers for how long it has kept others waiting. */
async function drop(title: string, sending: () => Promise<Answer>, statuses: readonly number[] = []): Promise<void> {
  const ms = await shortestHold(MAX_HELD_MS, async () => {
    const { status, text } = await sending()
    if (statuses.length > 0) expect(statuses, `${title}: ${status} ${text}`).toContain(status)
    else expect(status, `${title}: ${text}`).toBeLessThan(500)
  })
  held.push([title, ms])
}

/** For how long an attack keeps others waiting. A busy machine adds to it now and then, a fault of ours each time. */
async function shortestHold(allowedMs: number, attack: () => Promise<unknown>): Promise<number> {
  let shortest = Infinity
  for (let attempt = 1; attempt <= 3 && shortest > allowedMs; attempt += 1) {
    await attack()
    shortest = Math.min(shortest, Math.round(await watch.takeHeldMs()))
  }
  return shortest
}

function expectNobodyWaited(): void {
  expect(held.filter(([, ms]) => ms > MAX_HELD_MS)).toEqual([])
  expect(watch.residentMiB() ?? 0).toBeLessThan(MAX_RESIDENT_MIB)
}

const few = (size: BodySize) => bombsOf(size).filter((bomb) => FEW.includes(bomb.title))
const anyPath = (path: string) => path.replaceAll(/:\w+/g, 'x')
const withBody = operationList.filter(({ rest }) => rest && rest.method !== 'GET' && !rest.file && !rest.bodyType)

/** What the body of an operation is. */
const formOf = ({ rest }: AnyOperation) => (rest!.bodyField ? 'array' : 'object')
/** The first operation of each size and form. */
const firstOfKind = new Set(
  new Map(
    withBody.toReversed().map((operation) => [`${bodySizeOf(operation)} ${formOf(operation)}`, operation]),
  ).values(),
)

/**
 * The bombs for an operation: those that its schema looks into. What cannot be read, or has another form, is refused in the
 * same way for all operations of a size, so only one of them gets it. With `FUZZ=all` each operation gets all bombs.
 */
function bombsFor(operation: AnyOperation) {
  const getsAll = runsAll || firstOfKind.has(operation)
  const form = formOf(operation)
  return bombsOf(bodySizeOf(operation)).filter((bomb) => getsAll || (bomb.isAllowed && bomb.form === form))
}

/** The body of an operation's example, as REST takes it, with a bomb in each of its fields. */
function bodiesWith(operation: AnyOperation, bomb: string): [field: string, text: string][] {
  const example = (operation.examples?.[0]?.input ?? {}) as Record<string, unknown>
  const { bodyField } = operation.rest!
  if (!bodyField) return inEachField(example, bomb)
  const [item] = example[bodyField] as object[]
  return inEachField(item!, bomb).map(([field, text]) => [field, `[${text}]`])
}

describe('others are served at once, and memory stays low, while somebody sends bombs', { timeout: 600_000 }, () => {
  test.each(withBody.map((operation) => [operation.name, operation] as const))('to %s', async (_name, operation) => {
    const { method, path } = operation.rest!
    const size = bodySizeOf(operation)
    for (const { title, text, isAllowed } of bombsFor(operation)) {
      await drop(title, () => send(method, anyPath(path), text()), isAllowed ? [] : [400])
    }
    await drop('too many bytes', () => send(method, anyPath(path), 'x'.repeat(BODY_SIZES[size].maxBytes + 1)), [413])
    const fields = few(size).flatMap(({ title, text }) =>
      bodiesWith(operation, text()).map(([field, body]) => [`${title} as ${field}`, body] as const),
    )
    for (const [what, body] of fuzzCases(fields)) await drop(what, () => send(method, anyPath(path), body))
    expectNobodyWaited()
  })

  test('to procedures, alone and in a batch', async () => {
    const calls = withBody
      .filter((each) => !isRestOnly(each))
      .flatMap((operation) => few(bodySizeOf(operation)).map((bomb) => ({ ...bomb, name: operation.name })))
    for (const { title, text, name } of fuzzCases(calls)) {
      await drop(`${title} to ${name}`, () => send('POST', `/trpc/${name}`, text()))
    }
    for (const { title, text, isAllowed } of bombsOf('bulk')) {
      const path = '/trpc/messages.sendBatch,messages.sendBatch?batch=1'
      await drop(`${title} as a batch`, () => send('POST', path, text()), isAllowed ? [] : [400])
      await drop(`${title} in a batch`, () => send('POST', path, `{"0":{"items":${text()}},"1":{}}`))
    }
    expectNobodyWaited()
  })

  const SEND = 'mutation ($v: SendInput!) { sendMessage(input: $v) { id } }'
  const BATCH = 'mutation ($v: [SendInput!]!) { sendBatch(input: $v) { success } }'
  const entry = { channel: 'EMAIL', idempotencyKey: 'k', destination: { email: 'a@example.com' } }
  const ask = (query: string, variables: string) =>
    send('POST', '/graphql', `{"query":${JSON.stringify(query)},"variables":{"v":${variables}}}`)

  test('to GraphQL, as a body and as variables', async () => {
    for (const { title, text, isAllowed } of bombsOf('mail')) {
      await drop(title, () => send('POST', '/graphql', text()), isAllowed ? [] : [400])
    }
    const queries = [SEND, BATCH, 'query ($v: JSON!) { renderTemplate(id: "x", vars: $v) { subject } }']
    const variables = bombsOf('mail').flatMap((bomb) => queries.map((query) => ({ ...bomb, query })))
    for (const { title, text, query } of fuzzCases(variables)) {
      await drop(`${title} as a variable`, () => ask(query, text()))
    }
    const fields = few('mail').flatMap(({ title, text }) =>
      inEachField({ ...entry, payload: {}, metadata: {}, tags: {} }, text()).map(
        ([field, input]) => [`${title} as ${field}`, input] as const,
      ),
    )
    for (const [what, input] of fuzzCases(fields)) await drop(what, () => ask(SEND, input))
    const list = (item: object, count: number) => `[${Array(count).fill(JSON.stringify(item)).join()}]`
    await drop('wrong sends', () => ask(BATCH, list({}, 190_000)))
    await drop('sends', () => ask(BATCH, list({ ...entry, payload: { subject: 's', bodyText: 't' } }, 13_000)))
    const names = Object.fromEntries(Array.from({ length: 4_000 }, (_none, index) => [`k${index}`, 1]))
    const wrong = { query: SEND, variables: { v: { ...names, channel: 'x'.repeat(900_000) } } }
    await drop('a batch of wrong sends', () => send('POST', '/graphql', JSON.stringify(Array(10).fill(wrong))))
    expectNobodyWaited()
  })

  test.each([
    ['one field again and again', `{ account { ${'accountId '.repeat(990)} } }`],
    ['one object again and again', `{ ${'account { accountId } '.repeat(245)} }`],
    ['levels', `${'{ a '.repeat(490)}${'}'.repeat(490)}`],
    ['levels of a value', `{ message(id: ${'['.repeat(490)}${']'.repeat(490)}) { id } }`],
    ['unknown fields', `{ ${Array.from({ length: 990 }, (_none, index) => `mesage${index}`).join(' ')} }`],
    [
      'fragments in fragments',
      `{ ...F0 } ${Array.from({ length: 90 }, (_none, index) => `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} }`).join(' ')}`,
    ],
    ['white space', `{ ${' '.repeat(9 * 2 ** 20)} account { accountId } }`],
    ['a long name', `{ ${'x'.repeat(130_000)} }`],
    ['too many tokens', `{ account { ${'accountId '.repeat(60_000)} } }`],
  ])('to GraphQL, as a document of %s', async (title, query) => {
    await drop(title, () => send('POST', '/graphql', JSON.stringify({ query })))
    const different = Array.from({ length: 10 }, (_none, index) => ({ query: `${query} #${index}` }))
    if (query.length < 10_000)
      await drop(`${title}, ten times`, () => send('POST', '/graphql', JSON.stringify(different)))
    expectNobodyWaited()
  })

  test('to the callbacks, signed or not', async () => {
    const signed = (body: string) => {
      const at = Math.floor(Date.now() / 1_000)
      return { 'svc-timestamp': String(at), 'svc-signature': signPayload(CALLBACK_SECRET, at, body) }
    }
    for (const { title, text } of bombsOf('plain')) {
      for (const body of [text(), `{"notificationType":"Delivery","mail":${text()}}`, text().repeat(3)]) {
        await drop(title, () => send('POST', '/v1/callbacks/ses', body), [403])
        await drop(`${title}, signed`, () => send('POST', '/v1/callbacks/ses', body, signed(body)), [200, 400])
      }
    }
    await drop('too many bytes', () => send('POST', '/v1/callbacks/ses', '['.repeat(2 ** 20 + 1)), [413])
    expectNobodyWaited()
  })

  test('to the routes of browsers and mail programs', async () => {
    for (const { title, text } of bombsOf('public'))
      await drop(title, () => send('POST', '/session', text()), [400, 401])
    const form = (type: string) => ({ 'content-type': type })
    for (const path of ['/unsubscribe/x', '/preferences/x', '/verify/x']) {
      for (const [title, type, body] of [
        ['fields', 'application/x-www-form-urlencoded', 'a=1&'.repeat(4_000)],
        ['escapes', 'application/x-www-form-urlencoded', `a=${'%e4'.repeat(5_000)}`],
        [
          'parts',
          'multipart/form-data; boundary=b',
          '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(300),
        ],
        ['too many bytes', 'multipart/form-data; boundary=b', '-'.repeat(10 * 2 ** 20)],
      ] as const) {
        await drop(`${title} to ${path}`, () => send('POST', path, body, form(type)), [400, 413])
      }
    }
    expectNobodyWaited()
  })

  test.each(operationList.flatMap(({ name, rest }) => (rest?.file ? [[name, rest] as const] : [])))(
    'to %s, as a file',
    async (_name, { path, file }) => {
      const part = (content: string) =>
        `--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n${content}\r\n--b--\r\n`
      const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" version="1.2">${content}</svg>`
      const filled = (unit: string) => unit.repeat(Math.floor((file!.maxBytes - 1_000) / unit.length))
      const bodies = [
        ...['\x89PNG\r\n\x1a\n'.repeat(10), '\xff\xd8\xff', 'GIF89a', 'RIFFxxxxWEBP'].map((head) =>
          part(head + filled('\xff')),
        ),
        ...['<g/>', '<g>', '<g a="">', '&amp;', '<!---->', '<', ' '].map((unit) => part(svg(filled(unit)))),
        part(svg(`<g ${filled('a="" ')}/>`)),
        part(svg(`<path d="${filled('M0 0 ')}"/>`)),
        ...['\r\n-', '\r\n--b', '\r\n--c', '--b\r\n'].map((unit) => part(filled(unit))),
        filled('--b\r\n'),
        filled('--b\r\ncontent-disposition: form-data; name="file"\r\n\r\n\r\n'),
        `--b\r\n${filled('a: b\r\n')}`,
        part('x'.repeat(20 * 2 ** 20)),
      ]
      for (const [index, body] of bodies.entries()) {
        const bytes = Buffer.from(body, 'latin1')
        const type = { 'content-type': 'multipart/form-data; boundary=b' }
        await drop(`file ${index}`, () => send('POST', anyPath(path), bytes, type))
      }
      expectNobodyWaited()
    },
  )

  test('to contacts.createImport, as CSV that is then imported', async () => {
    const { maxBytes } = BODY_SIZES.bulk
    const csv = { 'content-type': 'text/csv' }
    const filled = (head: string, unit: string) =>
      head + unit.repeat(Math.floor((maxBytes - head.length) / unit.length))
    const files = {
      'one long header': filled('', 'email,'),
      'one long row': filled('email\n', 'a,'),
      'a quote that is never closed': filled('email\n"', 'a'),
      'escaped quotes': filled('email\n"', '""'),
      'quoted line breaks': filled('email\n"', '\r\n'),
      'empty rows': filled('email\n', '\n'),
      'rows without an address': filled('email,b\n', ',\n'),
      'half of a character in UTF-16': filled('\xff\xfee\0m\0a\0i\0l\0\n\0', '\xd8'),
    }
    await drop('too many bytes', () => send('POST', '/v1/contacts/imports', filled('', 'x').concat('xx'), csv), [413])
    for (const [title, text] of Object.entries(files)) {
      const bytes = Buffer.from(text, 'latin1')
      await drop(title, async () => {
        const { status, text: answer } = await send('POST', '/v1/contacts/imports', bytes, csv)
        expect(status, `${title}: ${answer}`).toBe(201)
        const { storage_key } = JSON.parse(answer) as { storage_key: string }
        return send('POST', '/v1/contacts/import', JSON.stringify({ storage_key }))
      })
    }
    expectNobodyWaited()
  })

  test('of every kind at the same time', async () => {
    const bodies = bombsOf('mail').map(({ text }) => text())
    await Promise.all(bodies.map((body) => drop('one of many', () => send('POST', '/v1/send', body), [400])))
    expectNobodyWaited()
  })

  test('in chunks of one byte', async () => {
    const inBytes = (count: number) => sendInBytes(`${deployment.url}/v1/send`, { key: deployment.adminKey, count })
    await drop('a text', () => inBytes(10_000), [400])
    await drop('a long text', () => inBytes(2_000_000), [413])
    expectNobodyWaited()
  })
})

describe('others are served soon, and memory stays low, while somebody floods', () => {
  // In a new process: what all the bombs before have left to be collected says nothing about a flood.
  beforeAll(async () => {
    await watch.end()
    api.signal('SIGTERM')
    await api.ended
    await startApi()
  })

  const asking = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(1_500)
  const [spaces, brackets] = [' ', '['].map((byte) => `1\r\n${byte}\r\n`.repeat(20_000))
  const posting = (path: string) =>
    [
      `POST ${path} HTTP/1.1`,
      'host: x',
      `authorization: Bearer ${deployment.adminKey}`,
      'content-type: application/json',
      'transfer-encoding: chunked',
      '\r\n',
    ].join('\r\n')

  test.each([
    ['requests that wait for no answer', 8, () => ['', asking]],
    ['tiny chunks of a refused body', 16, () => [posting('/v1/test-recipients/verify'), brackets]],
    ['tiny chunks of a message', 16, () => [posting('/v1/send'), spaces]],
  ] as const)('%s, on %d connections', async (_title, connections, bytes) => {
    const [first, more] = bytes()
    const floodFor = (ms: number) =>
      Promise.all(Array.from({ length: connections }, () => flood(first!, more!, Date.now() + ms)))
    // Code that has not run often yet is several times slower.
    await floodFor(FLOOD_MS)
    await watch.takeHeldMs()
    expect(await shortestHold(MAX_FLOODED_MS, () => floodFor(FLOOD_MS))).toBeLessThan(MAX_FLOODED_MS)
    expect(watch.residentMiB() ?? 0).toBeLessThan(MAX_RESIDENT_MIB)
  })
})

/** Writes as fast as the service reads, again and again on a new connection when it closes the one before. */
async function flood(first: string, more: string, until: number): Promise<void> {
  const { hostname, port } = new URL(deployment.url)
  while (Date.now() < until) {
    const socket = connect(Number(port), hostname)
    const end = setTimeout(() => socket.destroy(), until - Date.now())
    const send = () => {
      while (socket.writable && socket.write(more));
    }
    // It is reset in the middle of what is sent.
    socket.on('error', () => undefined)
    socket
      .on('connect', () => socket.write(first))
      .on('connect', send)
      .on('drain', send)
      .resume()
    await new Promise((resolve) => socket.once('close', resolve))
    clearTimeout(end)
  }
}
