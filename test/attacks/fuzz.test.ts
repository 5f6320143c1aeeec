import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzzRuns } from '../support/fuzz-runs.js'
import { aSend, type CallResult, startApp, type TestApp } from '../support/start-app.js'

/*
 * Every response conforms to the contract: never a 5xx, always the error body. Seeded, so that a failure can be
 * repeated: fast-check prints the path to it.
 */

const SEED = 20_261_121
const RUNS = { send: fuzzRuns(1_000), batch: fuzzRuns(200), list: fuzzRuns(300), webhooks: fuzzRuns(200) }

let app: TestApp
let key: string
let webhookId: string
beforeAll(async () => {
  // Nothing leaves the process: without workers no webhook is called either.
  app = await startApp({ ROLES: 'api', DNS_SERVERS: '127.0.0.1:9' })
  key = await app.testKey()
  webhookId = (await app.call('POST', '/v1/webhooks', { body: { endpoint_url: 'http://127.0.0.1:1029/' } })).body.id
})
afterAll(() => app.close())

const odd = fc.constantFrom(
  ...[
    null,
    true,
    false,
    0,
    -1,
    1e308,
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\udfff\ud800',
    '\u202e',
    'a\r\nb: c',
    '{{x}}',
    '$where',
  ],
  ...[
    'x'.repeat(5_000),
    '2026-11-21T09:00:00Z',
    'a@b.cc',
    'A <a@b.cc>',
    '<>',
    '@',
    '🌍'.repeat(300),
    'constructor',
    'https://[::1]/',
  ],
  ...[[], [[]], {}, { $gt: '' }, { toString: 1 }, { length: 3 }, { constructor: {} }],
)
const anything = fc.oneof(
  odd,
  fc.anything({ maxDepth: 3, withNullPrototype: false }),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 4 }),
)
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.emailAddress(),
)

/** A request that is valid except for its texts. */
const nearlyGood = fc.record(
  {
    channel: fc.constant('email'),
    message_type: fc.constantFrom('transactional', 'marketing'),
    destination: fc.record(
      {
        email: fc.emailAddress(),
        name: text,
        cc: fc.array(fc.oneof(text, fc.emailAddress()), { maxLength: 5 }),
        bcc: fc.array(fc.emailAddress()),
      },
      { requiredKeys: ['email'] },
    ),
    payload: fc.record(
      {
        subject: text,
        body_text: text,
        body_html: text,
        reply_to: fc.oneof(text, fc.array(text, { maxLength: 3 })),
        headers: fc.dictionary(fc.oneof(text, fc.constantFrom('X-A', 'List-Id')), text, { maxKeys: 4 }),
        attachments: fc.array(
          fc.record({
            filename: text,
            content_type: fc.constantFrom('text/plain', 'a/b; c=d', 'x'),
            content: fc.base64String({ maxLength: 60 }),
            content_id: text,
          }),
          { maxLength: 3 },
        ),
      },
      { requiredKeys: ['subject', 'body_text'] },
    ),
    metadata: fc.record({ from_email: fc.oneof(text, fc.constant('hello@sandbox.postline.localhost')) }),
    tags: fc.dictionary(fc.oneof(text, fc.constantFrom('a', 'b-c')), text, { maxKeys: 4 }),
    scheduled_at: fc.oneof(
      fc.date({ noInvalidDate: true }).map((date) => JSON.parse(JSON.stringify(date))),
      text,
    ),
    validate_recipient: fc.boolean(),
    test_send: fc.boolean(),
    template_vars: fc.dictionary(text, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 3 }),
  },
  { requiredKeys: ['channel', 'destination', 'payload'] },
)

/** A value with one part, at any depth, replaced, removed or added. */
const mutated = <T>(base: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc
    .tuple(base, fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }), anything, fc.constantFrom('set', 'drop', 'add'))
    .map(([value, path, other, change]) => {
      const copy = structuredClone(value) as unknown
      let part = copy as Record<string, unknown>
      for (const [depth, step] of path.entries()) {
        const names = Object.keys(part)
        const name = names[step % Math.max(1, names.length)] ?? 'x'
        const next = part[name]
        if (depth < path.length - 1 && typeof next === 'object' && next !== null && Object.keys(next).length > 0) {
          part = next as Record<string, unknown>
        } else {
          if (change === 'drop') delete part[name]
          else part[change === 'set' ? name : `x${step}`] = other
          break
        }
      }
      return copy
    })

let counter = 0
function withKey(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || 'idempotency_key' in value) return value
  counter += 1
  return { ...value, idempotency_key: `fuzz-${counter}` }
}

/** A good request with anything in the objects whose names are those of the caller. */
const withFreeParts = fc
  .record({
    metadata: fc.dictionary(text, anything),
    template_vars: fc.dictionary(text, fc.jsonValue({ maxDepth: 3 })),
  })
  .map((free) => withKey(aSend(free)))

const requestBody = fc.oneof(
  { weight: 2, arbitrary: withFreeParts },
  { weight: 4, arbitrary: mutated(nearlyGood).map(withKey) },
  { weight: 2, arbitrary: nearlyGood.map(withKey) },
  { weight: 2, arbitrary: mutated(fc.constant(null).map(() => aSend())) },
  { weight: 1, arbitrary: anything },
)

/** JSON, or the nearest text if the value has no JSON form. */
const write = (value: unknown) => {
  try {
    return JSON.stringify(value, (_name, part) => (typeof part === 'bigint' ? `${part}` : part)) ?? 'undefined'
  } catch {
    return '{"cyclic":'
  }
}

function expectAnswer({ status, body }: CallResult, allowed: number[]): void {
  const shown = `${status} ${JSON.stringify(body)}`
  expect(allowed, shown).toContain(status)
  if (status >= 400)
    expect(body.error, shown).toMatchObject({ status, code: expect.any(String), message: expect.any(String) })
}

const check = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number, probe: (value: T) => Promise<void>) =>
  fc.assert(fc.asyncProperty(arbitrary, probe), {
    seed: SEED,
    numRuns,
    endOnFailure: false,
    interruptAfterTimeLimit: 60_000,
  })

const accepted = { send: 0, items: 0 }

test('POST /v1/send', async () => {
  await check(requestBody, RUNS.send, async (body) => {
    const result = await app.call('POST', '/v1/send', { key, body: write(body) })
    expectAnswer(result, [201, 400, 404, 409, 413, 422, 503])
    if (result.status === 503) expect(result.body.error.code).toBe('test_send_not_configured')
    if (result.status === 201) accepted.send += 1
  })
  // If everything were refused early, the test would prove nothing.
  expect(accepted.send).toBeGreaterThan(RUNS.send / 20)
})

test('POST /v1/send/batch', async () => {
  await check(fc.array(requestBody, { maxLength: 20 }), RUNS.batch, async (items) => {
    const result = await app.call('POST', '/v1/send/batch', { key, body: write(items) })
    expectAnswer(result, items.length === 0 ? [400] : [200, 400])
    if (result.status !== 200) return
    expect(result.body).toHaveLength(items.length)
    for (const item of result.body) {
      if (item.success) accepted.items += 1
      else expect(item.error.code, JSON.stringify(item)).not.toMatch(/internal_error|overloaded/)
    }
  })
  expect(accepted.items).toBeGreaterThan(RUNS.batch / 20)
})

test('every accepted message can be read', async () => {
  let cursor: string | null = null
  let seen = 0
  do {
    const { status, body }: CallResult = await app.call(
      'GET',
      `/v1/messages?limit=100${cursor ? `&cursor=${cursor}` : ''}`,
    )
    expect(status).toBe(200)
    seen += body.messages.length
    cursor = body.next_cursor
  } while (cursor)
  expect(seen).toBeGreaterThanOrEqual(accepted.send)
})

const queryName = fc.constantFrom(
  'channel',
  'status',
  'search',
  'idempotency_key',
  'from',
  'to',
  'limit',
  'cursor',
  '__proto__',
  'x',
)
const queryValue = fc.oneof(
  text,
  fc.constantFrom(
    'email',
    'sent',
    '5',
    '-1',
    '1e9',
    'NaN',
    '2026-11-21T09:00:00Z',
    '0000-01-01T00:00:00Z',
    '%',
    '%00',
    '+',
    '[]',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }).map((value) => Buffer.from(`v1:msg_${value}`).toString('base64url')),
)
const query = fc.oneof(
  fc.array(fc.tuple(queryName, queryValue), { maxLength: 8 }).map((pairs) => new URLSearchParams(pairs).toString()),
  fc.string({ maxLength: 60 }).map((raw) => raw.replaceAll(/[#\s\\]/g, '%')),
)

test('GET /v1/messages with any query', async () => {
  await check(query, RUNS.list, async (text) => {
    expectAnswer(await app.call('GET', `/v1/messages?${text}`), [200, 400, 404])
  })
})

const webhookBody = mutated(
  fc.record({
    endpoint_url: fc.oneof(
      fc.webUrl(),
      text,
      fc.constantFrom('http://127.0.0.1:1029/a', 'https://127.0.0.1', 'https://[::1]:1', 'https://a@b'),
    ),
    event_types: fc.array(fc.oneof(fc.constantFrom('sent', 'bounced', 'queued', 'email.received'), text), {
      maxLength: 5,
    }),
    is_active: fc.boolean(),
  }),
)

test('POST and PUT /v1/webhooks', async () => {
  await check(fc.tuple(webhookBody, fc.boolean()), RUNS.webhooks, async ([body, create]) => {
    const [method, path] = create ? ['POST', '/v1/webhooks'] : ['PUT', `/v1/webhooks/${webhookId}`]
    expectAnswer(await app.call(method!, path!, { body: write(body) }), [create ? 201 : 200, 400])
  })
  expect((await app.call('GET', '/v1/webhooks')).status).toBe(200)
})
