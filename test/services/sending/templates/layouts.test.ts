import { afterAll, beforeAll, expect, test } from 'vitest'
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
  app.call(method, `/v1/templates${path}`, { ...(body !== undefined && { body }), ...(own && { key: own }) })

async function create(body: object, own?: string): Promise<{ id: string; slug: string } & Record<string, unknown>> {
  const created = await call('POST', '', { name: 'Letter', ...body }, own)
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body
}

const FRAME = {
  is_layout: true,
  body_html: '<h1>{{ firm }}</h1>{{content}}<hr>',
  body_text: '{{ firm }}: {{ content }}.',
  variables: [
    { name: 'firm', default: 'Acme' },
    { name: 'order', required: true },
  ],
}
const ORDER = {
  subject: 'Order {{ order }}',
  body_html: '<p>{{ order }} $& {{ firm }}</p>',
  body_text: 'No. {{ order }}',
}

async function sent(template: string, vars: object = {}): Promise<Record<string, unknown>> {
  const body = { ...aSend(), payload: undefined, template_id: template, template_vars: vars }
  const { status, body: message } = await app.call('POST', '/v1/send', { key, body })
  expect(status, JSON.stringify(message)).toBe(201)
  return (await app.call('GET', `/v1/messages/${message.id}/content`)).body
}

test('the bodies of a template are sent within its layout, with the variables of both', async () => {
  const layout = await create(FRAME)
  expect(layout).toMatchObject({ is_layout: true, layout_id: null, subject: '' })
  const template = await create({ ...ORDER, layout_id: layout.slug })
  expect(template).toMatchObject({ is_layout: false, layout_id: layout.id, body_html: ORDER.body_html })
  // Signs that would stand for something in a replacement are those of the template.
  expect(await sent(template.id, { order: '<7>' })).toMatchObject({
    ...{ subject: 'Order <7>', body_html: '<h1>Acme</h1><p>&lt;7&gt; $& Acme</p><hr>', body_text: 'Acme: No. <7>.' },
  })
  expectError(await call('POST', `/${template.id}/render`, { vars: {} }), 400, 'missing_variable', 'vars.order')
  const own = await create({ ...ORDER, layout_id: layout.id, variables: [{ name: 'order', default: '8' }] })
  expect((await call('POST', `/${own.id}/render`, { vars: { firm: 'Lamps' } })).body.body_text).toBe('Lamps: No. 8.')
})

test('a change of a layout changes what its templates send from then on', async () => {
  const layout = await create(FRAME)
  const template = await create({ ...ORDER, layout_id: layout.id })
  const vars = { order: 1 }
  expect((await sent(template.id, vars)).body_text).toBe('Acme: No. 1.')
  expect((await call('PUT', `/${layout.id}`, { body_text: 'Now: {{ content }}' })).body.version).toBe(2)
  expect((await sent(template.id, vars)).body_text).toBe('Now: No. 1')
  // A layout without a text adds none, and a template without one has none.
  await call('PUT', `/${layout.id}`, { body_text: null })
  expect((await sent(template.id, vars)).body_text).toBe('No. 1')
  await call('PUT', `/${layout.id}`, { body_text: 'Then: {{ content }}' })
  await call('PUT', `/${template.id}`, { body_text: null })
  expect((await call('POST', `/${template.id}/render`, { vars })).body.body_text).toBeNull()
})

test('a template gets another layout, and loses it, with and without a new version', async () => {
  const [one, other] = [await create(FRAME), await create({ ...FRAME, body_html: '<b>{{ content }}</b>' })]
  const { id } = await create({ ...ORDER, layout_id: one.id })
  const html = async () => (await call('POST', `/${id}/render`, { vars: { order: 1, firm: 'A' } })).body.body_html
  expect((await call('PUT', `/${id}`, { layout_id: other.slug })).body.version).toBe(1)
  expect(await html()).toBe('<b><p>1 $& A</p></b>')
  expect((await call('PUT', `/${id}`, { layout_id: one.id, body_html: '<i>' })).body.version).toBe(2)
  expect(await html()).toBe('<h1>A</h1><i><hr>')
  await call('PUT', `/${id}`, { layout_id: null })
  expect(await html()).toBe('<i>')
  await call('PUT', `/${id}`, { layout_id: one.id })
  await call('PUT', `/${id}`, { layout_id: null, body_html: '<u>' })
  expect(await html()).toBe('<u>')
})

test('what is no layout, or another account has, is refused and named', async () => {
  const stranger = await anotherAccount(app)
  const theirs = await create(FRAME, stranger.key)
  const { id } = await create(ORDER)
  for (const layout_id of [theirs.id, id, 'nothing', '']) {
    expectError(await call('POST', '', { name: 'A', ...ORDER, layout_id }), 400, 'invalid_request', 'layout_id')
    expectError(await call('PUT', `/${id}`, { layout_id }), 400, 'invalid_request', 'layout_id')
    expectError(await call('PUT', `/${id}`, { layout_id, subject: 'B' }), 400, 'invalid_request', 'layout_id')
    expectError(await call('POST', '/preview', { ...ORDER, layout_id }), 400, 'invalid_request', 'layout_id')
  }
  expect((await call('GET', `/${id}`)).body).toMatchObject({ version: 1, layout_id: null })
  const layout = await create(FRAME)
  for (const given of [{ subject: 'S' }, { layout_id: layout.id }]) {
    const [path] = Object.keys(given)
    expectError(await call('POST', '', { name: 'A', ...FRAME, ...given }), 400, 'invalid_request', path)
    expectError(await call('PUT', `/${layout.id}`, given), 400, 'invalid_request', path)
  }
})

test.each([['<p>'], ['{{ content }}{{ content }}'], ['{{ contents }}'], ['{{ content | raw }}']])(
  'a layout of %j has no place for the content',
  async (body_html) => {
    const { id } = await create(FRAME)
    expectError(await call('POST', '', { name: 'A', ...FRAME, body_html }), 400, 'invalid_layout', 'body_html')
    expectError(await call('PUT', `/${id}`, { body_html }), 400, 'invalid_layout', 'body_html')
    expectError(await call('PUT', `/${id}`, { body_text: body_html }), 400, 'invalid_layout', 'body_text')
    expectError(await call('POST', '/preview', { ...FRAME, body_html }), 400, 'invalid_layout', 'body_html')
  },
)

test('a layout is not sent, and not the template of a broadcast', async () => {
  const { id } = await create(FRAME)
  const body = { ...aSend(), payload: undefined, template_id: id }
  expectError(await app.call('POST', '/v1/send', { key, body }), 404, 'template_not_found')
  const list = (await app.call('POST', '/v1/contact-lists', { body: { name: 'All' } })).body.id
  const broadcast = { name: 'B', list_id: list, template_id: id }
  expectError(await app.call('POST', '/v1/broadcasts', { body: broadcast }), 404, 'template_not_found')
})

test('a layout is deleted once no template has it', async () => {
  const layout = await create(FRAME)
  const template = await create({ ...ORDER, layout_id: layout.id })
  expectError(await call('DELETE', `/${layout.id}`), 409, 'layout_in_use')
  expect((await call('GET', `/${layout.id}/versions`)).body.versions).toHaveLength(1)
  await call('PUT', `/${template.id}`, { layout_id: null })
  expect((await call('DELETE', `/${layout.slug}`)).status).toBe(200)
  expectError(await call('GET', `/${layout.id}`), 404, 'not_found')
  expect((await call('DELETE', `/${template.id}`)).status).toBe(200)
})

test('a layout that is deleted while templates get it stays, or they do not get it', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = await create(FRAME)
    const { id: changed } = await create(ORDER)
    const [deleted, created, given] = await Promise.all([
      call('DELETE', `/${id}`),
      call('POST', '', { name: 'A', ...ORDER, layout_id: id }),
      call('PUT', `/${changed}`, { layout_id: id }),
    ])
    const users = await app.app.models.templates.countDocuments({ layout_id: id })
    const isThere = (await call('GET', `/${id}`)).status === 200
    expect([deleted.status, users > 0]).toEqual(isThere ? [409, true] : [200, false])
    expect([created.status === 201, given.status === 200].filter(Boolean)).toHaveLength(users)
  }
})

test('layouts, others and the templates of a layout are listed, page by page', async () => {
  const own = (await anotherAccount(app)).key
  const layout = await create(FRAME, own)
  const other = await create(FRAME, own)
  const [first, second] = [
    await create({ ...ORDER, layout_id: layout.id }, own),
    await create({ ...ORDER, layout_id: layout.id }, own),
  ]
  const plain = await create(ORDER, own)
  const list = async (query: string) => {
    const found: string[] = []
    let cursor = ''
    do {
      const { status, body } = await call('GET', `?limit=1&${query}${cursor && `&cursor=${cursor}`}`, undefined, own)
      expect(status, JSON.stringify(body)).toBe(200)
      found.push(...body.templates.map(({ id }: { id: string }) => id))
      cursor = body.next_cursor ?? ''
    } while (cursor)
    return found
  }
  expect(await list('is_layout=true')).toEqual([other.id, layout.id])
  expect(await list('is_layout=false')).toEqual([plain.id, second.id, first.id])
  for (const ref of [layout.id, layout.slug]) expect(await list(`layout_id=${ref}`)).toEqual([second.id, first.id])
  expect(await list(`layout_id=${layout.id}&is_layout=true`)).toEqual([])
  expect(await list('layout_id=nothing')).toEqual([])
  expect(await list(`layout_id=${first.id}`)).toEqual([])
  expect(await list('')).toHaveLength(5)
})

test('a template that was stored before there were layouts is one of those that are none', async () => {
  const { id } = await create(ORDER)
  await app.app.models.templates.collection.updateOne({ _id: id }, { $unset: { is_layout: '', layout_id: '' } })
  expect((await call('GET', `/${id}`)).body).toMatchObject({ is_layout: false, layout_id: null })
  expect((await call('GET', '?is_layout=false&limit=1')).body.templates[0].id).toBe(id)
})

test('a preview shows a source within a layout, and a layout without a content', async () => {
  const layout = await create(FRAME)
  const shown = await call('POST', '/preview', { ...ORDER, layout_id: layout.slug, vars: { order: 2 } })
  expect(shown.body).toEqual({
    ...{ subject: 'Order 2', body_html: '<h1>Acme</h1><p>2 $& Acme</p><hr>', body_text: 'Acme: No. 2.' },
  })
  const alone = await call('POST', '/preview', { ...FRAME, vars: { order: 2 } })
  expect(alone.body).toEqual({ subject: '', body_html: '<h1>Acme</h1><hr>', body_text: 'Acme: .' })
})

test('a body and its layout can both be as long as a body may be', async () => {
  const long = 'x'.repeat(512 * 1024)
  const layout = await create({ is_layout: true, body_html: `${long.slice(13)}{{ content }}` })
  const template = await create({ subject: 'Long', body_html: long, layout_id: layout.id })
  const { status, body } = await call('POST', `/${template.id}/render`, {})
  expect([status, body.body_html?.length]).toEqual([200, 2 * long.length - 13])
})
