import { createTrpcClient } from '@postline/client'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.js'
import { SECTIONS } from '../../src/http/console/sections.js'
import { operationList } from '../../src/operations/list.js'
import { operatorOf } from '../../src/services/caller.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { anotherAccount, anotherProcess } from '../support/more-processes.js'
import { aSend, type CallOptions, eventually, startApp, type TestApp, testSettings } from '../support/start-app.js'
import { stopwatch } from '../support/stopwatch.js'

const SECRET = 'a-secret-of-more-than-32-characters-for-tests'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ SESSION_SECRET: SECRET, BASE_URL: 'https://mail.example.test' })
})
afterAll(() => app.close())

/** Signs in and returns the cookie as a browser sends it. */
async function signIn(key: string, at = app): Promise<string> {
  const { status, headers, body } = await at.call('POST', '/session', { key: null, body: { key } })
  expect(status, JSON.stringify(body)).toBe(200)
  return headers.getSetCookie()[0]!.split(';', 1)[0]!
}

/** What the token of a cookie says. */
const claimsOf = (cookie: string) =>
  JSON.parse(Buffer.from(cookie.split('.')[1]!, 'base64url').toString()) as { jti: string; sub: string }

const by = (cookie: string, more: CallOptions = {}): CallOptions => ({
  ...more,
  key: null,
  headers: { cookie, ...more.headers },
})

/** The same request at every door: the account and its keys. */
const DOORS = {
  REST: (cookie: string, headers = {}) => app.call('GET', '/v1/keys', by(cookie, { headers })),
  tRPC: (cookie: string, headers = {}) => app.call('GET', '/trpc/keys.list', by(cookie, { headers })),
  GraphQL: (cookie: string, headers = {}) =>
    app.call('POST', '/graphql', by(cookie, { headers, body: { query: '{ apiKeys { nodes { id } } }' } })),
}

describe('signing in', () => {
  test("returns the key's account and scope, and sets a cookie hidden from scripts and other sites", async () => {
    const { status, headers, body } = await app.call('POST', '/session', { key: null, body: { key: app.adminKey } })
    expect(status).toBe(200)
    const sections = SECTIONS.map(({ path }) => path)
    expect(body).toEqual({ account_id: app.accountId, scope: 'admin', sections, test_mode: false })
    expect(headers.get('cache-control')).toBe('no-store')
    const [cookie, ...others] = headers.getSetCookie()
    expect(others).toEqual([])
    const [pair, ...attributes] = cookie!.split('; ')
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Strict', 'Secure'])
    const [, claims] = pair!.split('=')[1]!.split('.')
    const text = Buffer.from(claims!, 'base64url').toString()
    const { hash } = (await app.app.models.apiKeys.findOne({ account_id: app.accountId }).lean())!
    expect(text).toContain('"sub":"key_')
    expect(text).not.toContain(hash)
    expect(text).not.toContain(app.adminKey.slice(8, 20))
  })

  test.each([
    ['an unknown key', { key: `sk_live_${'x'.repeat(43)}` }, 401, 'unauthorized'],
    ['no key at all', {}, 400, 'invalid_request'],
    ['a key that is not a string', { key: 5 }, 400, 'invalid_request'],
    ['a key with a suffix', { key: `sk_live_${'x'.repeat(43)} more` }, 401, 'unauthorized'],
  ])('refuses %s', async (_what, body, status, code) => {
    const answer = await app.call('POST', '/session', { key: null, body })
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test('limits failures per address, so that keys cannot be guessed quickly', async () => {
    const limited = await startApp({ RATE_LIMIT_PER_SECOND: '3' })
    try {
      const guess = () => limited.call('POST', '/session', { key: null, body: { key: `sk_live_${'y'.repeat(43)}` } })
      const answers = await Promise.all(Array.from({ length: 8 }, guess))
      expect(answers.map(({ status }) => status).filter((status) => status === 429).length).toBeGreaterThanOrEqual(5)
      const refused = answers.find(({ status }) => status === 429)!
      expect(refused.headers.get('retry-after')).toBe('1')
    } finally {
      await limited.close()
    }
  })

  test('the cookie is not marked Secure if the service has no https', async () => {
    const home = await startApp({ BASE_URL: 'http://localhost:3000' })
    try {
      const { headers } = await home.call('POST', '/session', { key: null, body: { key: home.adminKey } })
      expect(headers.getSetCookie()[0]).not.toContain('Secure')
    } finally {
      await home.close()
    }
  })

  test('a session tells what its key may do, and no key is 401', async () => {
    const sessionOf = async (cookie: string) => (await app.call('GET', '/session', by(cookie))).body
    const sections = SECTIONS.filter(({ scope }) => !scope || scope === 'read').map(({ path }) => path)
    const session = { account_id: app.accountId, scope: 'read', sections, test_mode: true }
    expect(await sessionOf(await signIn(await app.key('read', true)))).toEqual(session)
    expect(await sessionOf(await signIn(app.adminKey))).toMatchObject({ scope: 'admin', test_mode: false })
    const { status, headers } = await app.call('GET', '/session', { key: null })
    expect([status, headers.get('cache-control')]).toEqual([401, 'no-store'])
  })

  test('a session of a bound key tells that it may use the mail alone', async () => {
    await inboundDomain({ models: app.app.models, accountId: app.accountId }, 'shop.test')
    const inbox = (await app.call('POST', '/v1/mail/inboxes', { body: { address: 'help@shop.test' } })).body
    const { key } = (await app.call('POST', '/v1/keys', { body: { scope: 'admin', inbox_ids: [inbox.id] } })).body
    const { body } = await app.call('GET', '/session', by(await signIn(key)))
    expect(body.sections).toEqual(['/', '/mail'])
  })

  test('the console says of each section what its operation needs', () => {
    const needed = SECTIONS.filter(({ operation }) => operation).map(({ path, operation }) => {
      const { scope } = operationList.find(({ name }) => name === operation)!
      return [path, scope]
    })
    expect(needed).toEqual(SECTIONS.filter(({ operation }) => operation).map(({ path, scope }) => [path, scope]))
    expect(SECTIONS.filter(({ operation }) => !operation).map(({ path }) => path)).toEqual(['/'])
  })

  test('signing out removes the cookie, even without a session', async () => {
    const { status, headers } = await app.call('DELETE', '/session', { key: null })
    expect((await app.call('DELETE', '/session', by('postline_session=nonsense'))).status).toBe(204)
    expect(status).toBe(204)
    expect(headers.getSetCookie()[0]).toMatch(
      /^postline_session=; Max-Age=0; Path=\/;.*HttpOnly; Secure; SameSite=Strict/,
    )
  })
})

describe.each(Object.entries(DOORS))('at the %s door', (door, ask) => {
  const refused = async (cookie: string, headers?: Record<string, string>) => {
    const { status, body } = await ask(cookie, headers)
    const error = body.error?.data?.apiError ?? body.error ?? body.errors?.[0]?.extensions
    return [status, error?.code]
  }

  test('a session can do what its key can do', async () => {
    const { status, body } = await ask(await signIn(app.adminKey))
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.errors).toBeUndefined()
  })

  test('a session cannot do what its key cannot do', async () => {
    const [status, code] = await refused(await signIn(await app.key('read')))
    expect(code).toBe('forbidden')
    // GraphQL answers errors of its fields with 200.
    expect(status).toBe(door === 'GraphQL' ? 200 : 403)
  })

  test('a session ends at once when its key is revoked', async () => {
    const { id, key } = await app.app.services.apiKeys.create(operatorOf(app.accountId), { scope: 'admin' })
    const cookie = await signIn(key)
    expect((await ask(cookie)).status).toBe(200)
    await app.app.services.apiKeys.revoke(operatorOf(app.accountId), id)
    expect(await refused(cookie)).toEqual([401, 'unauthorized'])
  })

  test('a session ends when its key is rotated, and the new secret opens another', async () => {
    const { id, key } = await app.app.services.apiKeys.create(operatorOf(app.accountId), { scope: 'admin' })
    const cookie = await signIn(key)
    const rotated = await app.app.services.apiKeys.rotate(operatorOf(app.accountId), id)
    expect(await refused(cookie)).toEqual([401, 'unauthorized'])
    expect((await ask(await signIn(rotated.key))).status).toBe(200)
  })

  test('a session ends when its key expires', async () => {
    const { id, key } = await app.app.services.apiKeys.create(operatorOf(app.accountId), { scope: 'admin' })
    const cookie = await signIn(key)
    await app.app.models.apiKeys.updateOne({ _id: id }, { $set: { expires_at: new Date(Date.now() - 1) } })
    expect(await refused(cookie)).toEqual([401, 'unauthorized'])
  })

  test('signing out ends the session for every copy of the cookie and in every process, but no other session', async () => {
    const cookie = await signIn(app.adminKey)
    const other = await signIn(app.adminKey)
    const elsewhere = await anotherProcess(app, { SESSION_SECRET: SECRET, BASE_URL: 'https://mail.example.test' })
    try {
      expect((await ask(cookie)).status).toBe(200)
      expect((await elsewhere.call('DELETE', '/session', by(cookie))).status).toBe(204)
      expect(await refused(cookie)).toEqual([401, 'unauthorized'])
      expect((await elsewhere.call('GET', '/v1/keys', by(cookie))).status).toBe(401)
      expect((await ask(other)).status).toBe(200)
    } finally {
      await elsewhere.close()
    }
  })

  test('a session ends when its row expires, whatever its token says', async () => {
    const cookie = await signIn(app.adminKey)
    await app.app.models.sessions.updateOne({ _id: claimsOf(cookie).jti }, { expires_at: new Date(Date.now() - 1) })
    expect(await refused(cookie)).toEqual([401, 'unauthorized'])
  })

  test('a suspended account gets 403', async () => {
    const { accountId, key } = await anotherAccount(app, `${door.toLowerCase()}@elsewhere.test`)
    const cookie = await signIn(key)
    await app.app.services.accounts.suspend(accountId)
    expect(await refused(cookie)).toEqual([403, 'account_suspended'])
    const again = await app.call('POST', '/session', { key: null, body: { key } })
    expect([again.status, again.body.error.code]).toEqual([403, 'account_suspended'])
  })

  test('an Authorization header has precedence over the cookie, and a bad one is 401', async () => {
    const cookie = await signIn(app.adminKey)
    expect(await refused(cookie, { authorization: 'Bearer nonsense' })).toEqual([401, 'unauthorized'])
    expect(await refused(cookie, { authorization: 'Basic x' })).toEqual([401, 'unauthorized'])
    const [, code] = await refused(cookie, { authorization: `Bearer ${await app.key('read')}` })
    expect(code).toBe('forbidden')
    expect((await ask('postline_session=nonsense', { authorization: `Bearer ${app.adminKey}` })).status).toBe(200)
  })

  test('tokens that this service did not sign, or signed for another purpose, are 401', async () => {
    const [, token] = (await signIn(app.adminKey)).split('=')
    const [head, claims, signature] = token!.split('.')
    const { sub, jti } = JSON.parse(Buffer.from(claims!, 'base64url').toString())
    const another = await app.app.services.apiKeys.create(operatorOf(app.accountId), { scope: 'admin' })
    const bytes = (secret: string) => new TextEncoder().encode(secret)
    const forge = (secret: string, audience: string, expires: string, id: string = jti, subject: string = sub) =>
      new SignJWT()
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(subject)
        .setJti(id)
        .setAudience(audience)
        .setExpirationTime(expires)
        .sign(bytes(secret))
    expect((await ask(`postline_session=${await forge(SECRET, 'session', '1h')}`)).status).toBe(200)
    for (const forged of [
      await forge('another-secret-of-more-than-32-characters', 'session', '1h'),
      await forge(SECRET, 'something else', '1h'),
      await forge(SECRET, 'session', '1 second ago'),
      await forge(SECRET, 'session', '1h', 'ses_00000000000000000000000000'),
      await forge(SECRET, 'session', '1h', jti, another.id),
      new UnsecuredJWT().setJti(jti).setSubject(sub).setAudience('session').encode(),
      `${head}.${claims}.${signature!.slice(0, -4)}AAAA`,
      `${head}.${Buffer.from(JSON.stringify({ sub, jti, aud: 'session' })).toString('base64url')}.${signature}`,
      await new SignJWT({})
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(sub)
        .setAudience('session')
        .sign(bytes(SECRET)),
      'nonsense',
      '..',
      '%E0%A4%A',
    ]) {
      expect(await refused(`postline_session=${forged}`), forged).toEqual([401, 'unauthorized'])
    }
  })
})

describe('another site', () => {
  const writes: [
    string,
    (cookie: string, headers: Record<string, string>) => Promise<{ status: number; body: unknown }>,
  ][] = [
    ['REST', (cookie, headers) => app.call('POST', '/v1/send', by(cookie, { headers, body: aSend() }))],
    ['tRPC', (cookie, headers) => app.call('POST', '/trpc/messages.send', by(cookie, { headers, body: aSend() }))],
    [
      'GraphQL',
      (cookie, headers) => app.call('POST', '/graphql', by(cookie, { headers, body: { query: '{ account { id } }' } })),
    ],
    ['a deletion', (cookie, headers) => app.call('DELETE', '/v1/keys/key_none', by(cookie, { headers }))],
  ]
  let cookie: string
  beforeAll(async () => {
    cookie = await signIn(
      (await app.app.services.apiKeys.create(operatorOf(app.accountId), { scope: 'admin', test_mode: true })).key,
    )
  })

  test.each(writes)("cannot change anything by %s with its visitor's session", async (_door, write) => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'not a url' },
      { origin: 'https://mail.example.test.evil.example' },
      { origin: 'https://mail.example.test:8443' },
      // Whoever controls the network makes pages without TLS.
      { origin: 'http://mail.example.test' },
      { origin: new URL(app.url).origin },
      { origin: 'http://mail.example.test', 'x-forwarded-proto': 'http' },
      { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'Application/X-WWW-Form-Urlencoded; charset=utf-8' },
      { 'content-type': 'multipart/form-data; boundary=x' },
    ] as Record<string, string>[]) {
      const { status, body } = await write(cookie, headers)
      expect(status, JSON.stringify(headers)).toBe(403)
      expect(JSON.stringify(body)).toContain('"forbidden"')
    }
  })

  test.each(writes)('cannot, but our own site can change data by %s', async (_door, write) => {
    for (const headers of [
      {},
      { origin: 'https://mail.example.test' },
      // Another name of the same service.
      { origin: `https://${new URL(app.url).host}` },
      { 'sec-fetch-site': 'same-origin', origin: 'https://mail.example.test' },
      { 'sec-fetch-site': 'none' },
    ] as Record<string, string>[]) {
      expect((await write(cookie, headers)).status, JSON.stringify(headers)).not.toBe(403)
    }
  })

  test.each([
    ['false', {}, 'http', 'https'],
    ['false', { 'x-forwarded-proto': 'https' }, 'http', 'https'],
    ['1', {}, 'http', 'https'],
    ['1', { 'x-forwarded-proto': 'https' }, 'https', 'http'],
  ])('is one with another scheme too: TRUST_PROXY=%s, headers %j', async (TRUST_PROXY, headers, own, foreign) => {
    const home = await startApp({ BASE_URL: 'http://localhost:3000', TRUST_PROXY })
    try {
      const session = await signIn(home.adminKey, home)
      const revoke = (scheme: string) => {
        const origin = `${scheme}://${new URL(home.url).host}`
        return home.call('DELETE', '/v1/keys/key_none', by(session, { headers: { ...headers, origin } }))
      }
      expect((await revoke(own)).status).toBe(404)
      expect((await revoke(foreign)).status).toBe(403)
    } finally {
      await home.close()
    }
  })

  test('cannot set X-Requested-With, so a form with this header is accepted', async () => {
    const headers = { 'content-type': 'text/plain', 'x-requested-with': 'fetch' }
    const { status } = await app.call('POST', '/v1/send', by(cookie, { headers, body: 'x' }))
    expect(status).toBe(400)
  })

  test('can cause reads, but browsers do not show it the response', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const { status, headers: answered } = await app.call('GET', '/v1/keys', by(cookie, { headers }))
    expect(status).toBe(200)
    expect(answered.get('access-control-allow-origin')).toBeNull()
  })

  test('cannot sign anybody in or out', async () => {
    const headers = { origin: 'https://evil.example' }
    expect((await app.call('POST', '/session', { key: null, headers, body: { key: app.adminKey } })).status).toBe(403)
    expect((await app.call('DELETE', '/session', by(cookie, { headers }))).status).toBe(403)
  })

  test('does not matter for requests with a key', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await app.call('POST', '/v1/webhooks', { headers, body: {} })).status).toBe(400)
  })
})

test("requests with a session share the account's rate limit", async () => {
  const limited = await startApp({ RATE_LIMIT_PER_SECOND: '5' })
  try {
    const cookie = await signIn(limited.adminKey, limited)
    const ask = (options: CallOptions) => limited.call('GET', '/v1/account/verification', options)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => ask(n % 2 === 0 ? by(cookie) : { key: limited.adminKey })),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(5)
    expect(answers.some(({ headers }) => headers.get('x-ratelimit-limit') === '5')).toBe(true)
  } finally {
    await limited.close()
  }
})

test('processes that start together sign with the same secret, and sessions survive a restart', async () => {
  const first = await startApp()
  const others = await Promise.all([anotherProcess(first), anotherProcess(first), anotherProcess(first)])
  try {
    // None of them has signed anything yet, so all make the secret at once.
    const cookies = await Promise.all(
      [first, ...others].flatMap((at) => [signIn(first.adminKey, at), signIn(first.adminKey, at)]),
    )
    for (const cookie of cookies) {
      for (const at of [first, ...others]) expect((await at.call('GET', '/v1/keys', by(cookie))).status).toBe(200)
    }
    const later = await anotherProcess(first)
    others.push(later)
    expect((await later.call('GET', '/v1/keys', by(cookies[0]!))).status).toBe(200)
  } finally {
    await Promise.all(others.map((other) => other.close()))
    await first.close()
  }
})

test('a change of the secret keeps sessions as long as the old one is named, and signs new ones with the new one', async () => {
  const fresh = 'the-next-secret-of-more-than-32-characters'
  const cookie = await signIn(app.adminKey)
  const both = await anotherProcess(app, { SESSION_SECRET: `${fresh},${SECRET}` })
  const rotated = await anotherProcess(app, { SESSION_SECRET: fresh })
  try {
    expect((await both.call('GET', '/v1/keys', by(cookie))).status).toBe(200)
    expect((await rotated.call('GET', '/v1/keys', by(cookie))).status).toBe(401)
    const next = await signIn(app.adminKey, both)
    expect((await rotated.call('GET', '/v1/keys', by(next))).status).toBe(200)
    expect((await app.call('GET', '/v1/keys', by(next))).status).toBe(401)
  } finally {
    await Promise.all([both.close(), rotated.close()])
  }
})

test('a session lasts twelve hours', async () => {
  let aheadMs = 0
  const clock = { now: () => new Date(Date.now() + aheadMs), random: Math.random }
  const later = await startApp({}, { clock })
  try {
    const cookie = await signIn(later.adminKey, later)
    aheadMs = 12 * 3_600_000 - 5_000
    expect((await later.call('GET', '/v1/keys', by(cookie))).status).toBe(200)
    aheadMs = 12 * 3_600_000 + 5_000
    expect((await later.call('GET', '/v1/keys', by(cookie))).status).toBe(401)
  } finally {
    await later.close()
  }
})

describe('an open stream ends within two seconds', () => {
  const STREAMS = {
    tRPC: (headers: Record<string, string>) => fetch(`${app.url}/trpc/events.live`, { headers }),
    GraphQL: (headers: Record<string, string>) =>
      fetch(`${app.url}/graphql`, {
        method: 'POST',
        headers: { accept: 'text/event-stream', 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query: 'subscription { accountEvents { id } }' }),
      }),
  }
  const ends: [string, (key: { id: string; key: string }, cookie: string) => Promise<unknown>, 'key' | 'session'][] = [
    ['a sign-out', async (_key, cookie) => app.call('DELETE', '/session', by(cookie)), 'session'],
    [
      'the revocation of its key',
      ({ id }) => app.app.services.apiKeys.revoke(operatorOf(app.accountId), id),
      'session',
    ],
    ['the rotation of its key', ({ id }) => app.app.services.apiKeys.rotate(operatorOf(app.accountId), id), 'session'],
    ['the revocation of its key', ({ id }) => app.app.services.apiKeys.revoke(operatorOf(app.accountId), id), 'key'],
    ['the rotation of its key', ({ id }) => app.app.services.apiKeys.rotate(operatorOf(app.accountId), id), 'key'],
  ]

  test.each(
    Object.entries(STREAMS).flatMap(([door, open]) => ends.map(([what, end, by]) => ({ door, open, what, end, by }))),
  )('of $what, over $door, opened by $by', { retry: 2 }, async ({ open, end, by: opener }) => {
    const key = await app.app.services.apiKeys.create(operatorOf(app.accountId), { scope: 'admin' })
    const cookie = await signIn(key.key)
    const response = await open(opener === 'session' ? { cookie } : { authorization: `Bearer ${key.key}` })
    expect(response.status).toBe(200)
    await eventually('open', () => app.app.services.eventStreams.open === 1)
    await end(key, cookie)
    const tookMs = stopwatch()
    expect(await response.text()).toContain('unauthorized')
    expect(tookMs()).toBeLessThan(2_000)
    await eventually('closed', () => app.app.services.eventStreams.open === 0)
  })
})

test('the typed tRPC client works with a session, streams included', async () => {
  const session = (await signIn(app.adminKey)).split('=')[1]!
  const client = createTrpcClient({ baseUrl: app.url, session })
  expect((await client.account.verification.query()).account_id).toBe(app.accountId)
  const metadata = { from_email: 'hello@shop.test' }
  const mail = aSend({ destination: { email: app.ownerEmail }, metadata })
  const { id } = await client.messages.send.mutate(mail as never)
  for await (const { data } of await client.events.live.subscribe({ message_id: id })) {
    expect(data).toMatchObject({ type: 'sent', message_id: id })
    break
  }
})

test('a secret that is too short stops the start', () => {
  expect(() => readConfig(testSettings({ SESSION_SECRET: 'short' }))).toThrow('SESSION_SECRET must have at least 32')
})
