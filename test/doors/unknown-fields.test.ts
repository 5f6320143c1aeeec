import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '../../src/config.js'
import { isRestOnly, operationList } from '../../src/operations/list.js'
import { objectsAt, unwrap } from '../../src/operations/unknown-fields.js'
import { type Route, routes } from '../../src/rest/routes.js'
import { expectError } from '../support/expect-error.js'
import { aSend, call, eventually, startApp, type TestApp } from '../support/start-app.js'
import { type StripeStandIn, startStripeStandIn } from '../support/stripe-stand-in.js'
import { doors } from './three-doors.js'

/*
 * Computed from the operations: a new one is covered without a line here.
 */

let app: TestApp
let stripe: StripeStandIn
beforeAll(async () => {
  stripe = await startStripeStandIn()
  app = await startApp(stripe.settings)
})
afterAll(async () => {
  await app.close()
  await stripe.close()
})

type Path = (string | number)[]

/** Every object of an input by its path, in lists at the index 0. */
function objectsOf(schema: z.core.$ZodType, path: Path = []): { path: Path; object: z.ZodObject }[] {
  return unwrap(schema).flatMap((core) => {
    if (core instanceof z.ZodArray) return objectsOf(core.element, [...path, 0])
    if (!(core instanceof z.ZodObject)) return []
    const inner = Object.entries(core.shape).flatMap(([name, field]) => objectsOf(field, [...path, name]))
    return [{ path, object: core }, ...inner]
  })
}

/** Takes any name: its own fields are only some of those that callers use. */
const FREE = ['messages.send metadata']
const all = operationList.flatMap(({ name, input }) => objectsOf(input).map((each) => ({ name, ...each })))
const strict = all.filter(({ name, path }) => !FREE.includes(`${name} ${path.join('.')}`))
const places = strict.map(({ name, path }) => [name, path] as const)

test('every object of an input is strict, except those whose names belong to the caller', () => {
  const loose = all.filter(({ object }) => !(object.def.catchall instanceof z.ZodNever))
  expect(loose.map(({ name, path }) => `${name} ${path.join('.')}`)).toEqual(FREE)
  expect(places.length).toBeGreaterThan(operationList.length)
})

/** An input with something in an object at a path. */
function withIn(input: unknown, [step, ...rest]: Path, more: object): unknown {
  if (step === undefined) return { ...(input as object), ...more }
  const inner = withIn((input as Record<string, unknown> | undefined)?.[step], rest, more)
  return typeof step === 'number' ? [inner] : { ...(input as object), [step]: inner }
}

const exampleOf = (name: string) => operationList.find((each) => each.name === name)!.examples?.[0]?.input ?? {}
const routeOf = (name: string) => routes.find(({ operation }) => operation.name === name)
const isWire = (route: Route) => Boolean(route.file ?? route.bodyType)

describe.each(doors.filter(({ name }) => name !== 'GraphQL'))('$name', (door) => {
  const offered = places.filter(([name]) => {
    const operation = operationList.find((each) => each.name === name)!
    const route = routeOf(name)
    if (!route) return false
    return door.name === 'tRPC' ? !isRestOnly(operation) : !isWire(route) && !route.bodyField
  })

  test.each(offered)('%s refuses an unknown field in %j', async (name, path) => {
    const input = withIn(exampleOf(name), path, { strange_name: 1 }) as Record<string, unknown>
    const outcome = await door.run(app.url, name, input, app.adminKey)
    expect(outcome).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(outcome.fields).toContain([...path, 'strange_name'].join('.'))
    expect(outcome.message).toContain('strange_name: is not a field here.')
  })

  test.each(offered)('%s proposes the field that was meant in %j', async (name, path) => {
    const operation = operationList.find((each) => each.name === name)!
    const inPath = path.length === 0 ? [...routeOf(name)!.path.matchAll(/:(\w+)/g)].map(([, each]) => each) : []
    const [known] = Object.keys(objectsAt(operation.input, path)[0]!.shape).filter((each) => !inPath.includes(each))
    if (known === undefined) return
    const input = withIn(exampleOf(name), path, { [`${known}x`]: 1 }) as Record<string, unknown>
    const outcome = await door.run(app.url, name, input, app.adminKey)
    expect(outcome.message).toContain(`${known}x: is not a field here. Did you mean ${known}?`)
  })
})

describe('A query', () => {
  const config = readConfig({ MONGODB_URI: 'mongodb://127.0.0.1/x', REDIS_URL: 'redis://127.0.0.1' })
  const served = routes.filter(({ operation: { enabled } }) => enabled?.(config) ?? true)

  test.each(served.map((route) => [route.method, route.path, route] as const))(
    '%s %s refuses an unknown parameter',
    async (method, path, route) => {
      const { body, headers } = bodyFor(route)
      const target = `${path.replaceAll(/:\w+/g, 'x')}?strange_name=1`
      const result = await call(app.url, method, target, { key: app.adminKey, headers, body })
      expectError(result, 400, 'invalid_request')
      expect(result.body.error.details.map((each: { path: string }) => each.path)).toContain('strange_name')
    },
  )

  test.each([
    ['GET', '/v1/messages?status[$ne]=queued', 'status[$ne]: is not a field here. Did you mean status?'],
    ['GET', '/v1/stats?tag=order', 'tag: is not a field here.'],
    ['GET', '/v1/messages/msg_x?id=msg_y', 'id: is not a field here: it is in the path'],
    ['POST', '/v1/send?test_send=true', 'test_send: is not a query parameter here'],
    ['GET', '/v1/messages?idempotency_key=x&limit=1&limt=1', 'limt: is not a field here.'],
    ['GET', '/v1/mail/export?format=mbox&starrd=true', 'starrd: is not a field here. Did you mean starred?'],
    ['GET', '/v1/messages?__proto__=1&constructor=2', 'constructor: is not a field here.'],
    ['GET', '/v1/messages?=1', '"": is not a field here.'],
  ])('%s %s is refused', async (method, path, message) => {
    const result = await app.call(method, path, method === 'POST' ? { body: aSend() } : {})
    expectError(result, 400, 'invalid_request')
    expect(result.body.error.message).toContain(message)
  })

  test('that names a field of the body too is refused', async () => {
    const recipient = 'twice@example.com'
    await app.call('POST', '/v1/suppressions', { body: { channel: 'email', recipient } })
    const path = `/v1/suppressions?channel=email&recipient=${recipient}`
    const result = await app.call('DELETE', path, { body: { recipient: 'other@example.com' } })
    expectError(result, 400, 'invalid_request')
    expect(result.body.error.details).toEqual([
      { path: 'recipient', message: 'is in the query and in the body: send it once' },
    ])
    const inParts = await app.call('DELETE', '/v1/suppressions?channel=email', { body: { recipient } })
    expect(inParts.status).toBe(204)
  })

  test('the parameter that chooses a format is none of the export itself', async () => {
    expect((await fetch(`${app.url}/v1/mail/export?format=mbox&limit=1`, authorized())).status).toBe(200)
    expect((await app.call('GET', '/v1/mail/export?format=json&limit=1')).status).toBe(200)
  })

  test.each(['/healthz', '/docs', '/openapi.json'])('%s takes any', async (path) => {
    expect((await fetch(`${app.url}${path}?utm_source=mail`)).status).toBe(200)
  })
})

const authorized = () => ({ headers: { authorization: `Bearer ${app.adminKey}` } })

function bodyFor({ method, bodyType, bodyField, file, operation }: Route): {
  body: unknown
  headers: Record<string, string>
} {
  if (method === 'GET' || method === 'DELETE') return { body: undefined, headers: {} }
  if (bodyType) return { body: 'email\na@example.com', headers: { 'content-type': bodyType } }
  if (file) return { body: '--x--', headers: { 'content-type': 'multipart/form-data; boundary=x' } }
  const input = (operation.examples?.[0]?.input ?? {}) as Record<string, unknown>
  return { body: bodyField ? input[bodyField] : input, headers: {} }
}

describe('A typing error', () => {
  const named = (body: object, field: string) => ({ ...body, idempotency_key: `typo-${field}` })

  test('schedule_at does not send at once', async () => {
    const body = named({ ...aSend(), schedule_at: new Date(Date.now() + 3_600_000).toISOString() }, 'schedule_at')
    const result = await app.call('POST', '/v1/send', { body })
    expectError(result, 400, 'invalid_request')
    expect(result.body.error.details).toEqual([
      { path: 'schedule_at', message: 'is not a field here. Did you mean scheduled_at?' },
    ])
    expect((await app.call('GET', '/v1/messages/by-idempotency-key?idempotency_key=typo-schedule_at')).status).toBe(404)
  })

  test('in a batch is the error of its item', async () => {
    const good = { ...aSend({ destination: { email: app.ownerEmail } }), idempotency_key: 'typo-none' }
    const items = [good, { ...good, idempotency_key: 'typo-item', destination: { emial: app.ownerEmail } }]
    const { status, body } = await app.call('POST', '/v1/send/batch', { body: items })
    expect(status).toBe(200)
    expect(body[0]).toMatchObject({ success: true })
    expect(body[1].error.details).toEqual([
      { path: 'destination.emial', message: 'is not a field here. Did you mean email?' },
    ])
  })

  test('is told beside the other faults of the request', async () => {
    const { body } = await app.call('POST', '/v1/send', { body: { ...aSend(), channel: 'pigeon', chanel: 'email' } })
    expect(body.error.details.map(({ path }: { path: string }) => path)).toEqual(['channel', 'chanel'])
  })

  test('in a condition of a segment is named where it is', async () => {
    const condition = { event: 'clicked', within_days: 30, link: 'https://example.com' }
    const body = { name: 'Clicked', filter: { match: 'all', conditions: [condition] } }
    const result = await app.call('POST', '/v1/contact-lists', { body })
    expectError(result, 400, 'invalid_request')
    expect(result.body.error.details).toEqual([{ path: 'filter.conditions.0.link', message: 'is not a field here.' }])
  })

  test('a field of the path is not one of the body', async () => {
    const result = await app.call('POST', '/v1/mail/threads/th_x/star', { body: { id: 'th_y', is_starred: false } })
    expectError(result, 400, 'invalid_request')
    expect(result.body.error.details).toEqual([{ path: 'id', message: 'is not a field here: it is in the path' }])
  })

  test('names of the caller are free', async () => {
    const body = {
      ...named(aSend({ destination: { email: app.ownerEmail } }), 'free'),
      metadata: { order: 4711 },
      tags: { anything: 'x' },
      template_vars: { whatever: { nested: 1 } },
    }
    expect((await app.call('POST', '/v1/send', { body })).status).toBe(201)
  })

  test('hostile names cost little and come back short', async () => {
    const names = Array.from({ length: 20_000 }, (_none, index) => `${'s'.repeat(400)}${index}`)
    const strange = Object.fromEntries(names.map((name) => [name, 1]))
    const before = process.cpuUsage()
    const result = await app.call('POST', '/v1/send', { body: { ...aSend(), ...strange } })
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000)
    expectError(result, 400, 'invalid_request')
    expect(result.body.error.details).toHaveLength(20)
    expect(JSON.stringify(result.body).length).toBeLessThan(10_000)
  })
})

test('a stream that always begins now goes on when its client reconnects', async () => {
  const list = await app.call('POST', '/v1/contact-lists', { body: { name: 'Streamed' } })
  const body = { name: 'Streamed', list_id: list.body.id, subject: 's', body_text: 't' }
  const { id } = (await app.call('POST', '/v1/broadcasts', { body })).body
  const input = encodeURIComponent(JSON.stringify({ id }))
  const opened = new AbortController()
  const response = await fetch(`${app.url}/trpc/broadcasts.progress?input=${input}`, {
    headers: { ...authorized().headers, 'last-event-id': id },
    signal: opened.signal,
  })
  expect(response.status).toBe(200)
  await eventually('it is open', () => app.app.services.eventStreams.open === 1)
  const reader = response.body!.getReader()
  const { value } = await reader.read()
  expect(new TextDecoder().decode(value)).not.toContain('error')
  opened.abort()
})
