import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slugOf } from '../../../../src/services/sending/templates/template-slugs.js'
import { expectError } from '../../../support/expect-error.js'
import { anotherAccount } from '../../../support/more-processes.js'
import { aSend, startApp, type TestApp } from '../../../support/start-app.js'

let app: TestApp
let key: string
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
  key = await app.testKey()
})
afterAll(() => app.close())

const call = (method: string, path: string, body?: unknown, own?: string) =>
  app.call(method, path, { ...(body !== undefined && { body }), ...(own && { key: own }) })
const source = { subject: 'Order {{ order }}', body_html: '<p>{{ order }}</p>' }
const create = (name: string, more: object = {}, own?: string) =>
  call('POST', '/v1/templates', { name, ...source, ...more }, own)

test.each([
  ['Order shipped', 'order-shipped'],
  ['  Größe & Maß: Ünïcode! ', 'grosse-mass-unicode'],
  ['tmpl_x', 'tmpl-x'],
  ['回复', 'template'],
  ['---', 'template'],
  ['2026', '2026'],
  [`${'a'.repeat(63)} b`, 'a'.repeat(63)],
  ['x'.repeat(255), 'x'.repeat(64)],
])('the slug of %j is %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

describe('a slug', () => {
  test('is made from the name, with a number if it is taken', async () => {
    const made = [await create('Twice sold'), await create('Twice: sold'), await create('twice sold!')]
    expect(made.map(({ body }) => body.slug)).toEqual(['twice-sold', 'twice-sold-2', 'twice-sold-3'])
    const long = 'y'.repeat(100)
    expect([(await create(long)).body.slug, (await create(long)).body.slug]).toEqual([
      'y'.repeat(64),
      `${'y'.repeat(62)}-2`,
    ])
  })

  test('is different for each of many templates that are created at once', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => create('At once')))
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201))
    expect(new Set(made.map(({ body }) => body.slug)).size).toBe(12)
  })

  test('that is chosen belongs to one of those that are created at once', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => create('Chosen', { slug: 'chosen-one' })))
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
    expectError(await create('Chosen', { slug: 'chosen-one' }), 409, 'template_exists')
  })

  test('is changed, which frees the former one; a new name keeps it', async () => {
    const { body } = await create('Changing')
    expect((await call('PUT', `/v1/templates/${body.id}`, { name: 'Renamed' })).body).toEqual({
      ...{ id: body.id, name: 'Renamed', version: 1 },
    })
    expect((await call('GET', '/v1/templates/changing')).body.id).toBe(body.id)
    await call('PUT', '/v1/templates/changing', { slug: 'changed', subject: 'Another' })
    expect((await call('GET', '/v1/templates/changed')).body).toMatchObject({
      id: body.id,
      slug: 'changed',
      version: 2,
    })
    expectError(await call('GET', '/v1/templates/changing'), 404, 'not_found')
    expect((await create('Changing')).body.slug).toBe('changing')
    expectError(await call('PUT', `/v1/templates/${body.id}`, { slug: 'changing' }), 409, 'template_exists')
    expectError(
      await call('PUT', `/v1/templates/${body.id}`, { slug: 'changing', subject: 'x' }),
      409,
      'template_exists',
    )
    expect((await call('PUT', `/v1/templates/${body.id}`, { slug: 'changed' })).status).toBe(200)
  })

  test('is that of one account', async () => {
    const other = await anotherAccount(app)
    const mine = (await create('Mine alone')).body
    expectError(await call('GET', '/v1/templates/mine-alone', undefined, other.key), 404, 'not_found')
    const theirs = (await create('Mine alone', {}, other.key)).body
    expect(theirs.slug).toBe('mine-alone')
    expect((await call('GET', '/v1/templates/mine-alone')).body.id).toBe(mine.id)
    expect((await call('GET', '/v1/templates/mine-alone', undefined, other.key)).body.id).toBe(theirs.id)
  })

  test('is taken wherever the id is', async () => {
    const { body } = await create('Everywhere')
    const vars = { order: '5' }
    expect((await call('POST', '/v1/templates/everywhere/render', { vars })).body.subject).toBe('Order 5')
    expect((await call('GET', '/v1/templates/everywhere/versions')).body.versions).toHaveLength(1)
    const sent = await call(
      'POST',
      '/v1/send',
      { ...aSend(), payload: undefined, template_id: 'everywhere', template_vars: vars },
      key,
    )
    expect(sent.status, JSON.stringify(sent.body)).toBe(201)
    expect((await call('GET', `/v1/messages/${sent.body.id}/content`)).body.subject).toBe('Order 5')
    expectError(
      await call('POST', '/v1/send', { ...aSend(), payload: undefined, template_id: 'nowhere' }, key),
      ...([404, 'template_not_found'] as const),
    )
    const list = (await call('POST', '/v1/contact-lists', { name: 'L' })).body
    const broadcast = (await call('POST', '/v1/broadcasts', { name: 'B', list_id: list.id, template_id: 'everywhere' }))
      .body
    expect(broadcast.template_id).toBe(body.id)
    const changed = await call('PUT', `/v1/broadcasts/${broadcast.id}`, { template_id: 'everywhere', subject: 'Own' })
    expect(changed.body).toMatchObject({ template_id: body.id, subject: 'Own' })
    const query = '{ template(id: "everywhere") { id slug } }'
    expect((await call('POST', '/graphql', { query })).body.data.template).toEqual({ id: body.id, slug: 'everywhere' })
    expect((await call('DELETE', '/v1/templates/everywhere')).status).toBe(200)
    expect(await app.app.models.templateVersions.countDocuments({ template_id: body.id })).toBe(0)
    const { entries } = (await call('GET', '/v1/audit-log?limit=1')).body
    expect(entries[0]).toMatchObject({ operation: 'templates.delete', target: body.id })
  })

  test('is found by an index that begins with the account', async () => {
    const plan = await app.app.models.templates.collection.find({ account_id: app.accountId, slug: 'x' }).explain()
    expect(JSON.stringify(plan.queryPlanner.winningPlan)).toContain('account_id_1_slug_1')
  })
})
