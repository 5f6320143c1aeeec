import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aTemplate } from '../../../doors/cases/templates.js'
import { askWell } from '../../../graphql/graphql-client.js'
import { expectError } from '../../../support/expect-error.js'
import { anotherAccount, anotherProcess } from '../../../support/more-processes.js'
import { aSend, call, startApp, type TestApp } from '../../../support/start-app.js'

let app: TestApp
let second: TestApp
let key: string
let stranger: string

beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
  second = await anotherProcess(app)
  key = await app.testKey()
  stranger = (await anotherAccount(app)).key
})
afterAll(async () => {
  await second.close()
  await app.close()
})

const minimal = { name: 'Minimal', channel: 'email', subject: 'Hello {{ name }}', body_html: '<p>{{ name }}</p>' }
const make = async (overrides: Record<string, unknown> = {}) => {
  const { status, body } = await app.call('POST', '/v1/templates', { body: { ...minimal, ...overrides } })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const put = (id: string, body: Record<string, unknown>, url = app.url) =>
  call(url, 'PUT', `/v1/templates/${id}`, { key: app.adminKey, body })
const get = async (id: string) => (await app.call('GET', `/v1/templates/${id}`)).body
const versionsOf = async (id: string) => (await app.call('GET', `/v1/templates/${id}/versions`)).body.versions
const render = (id: string, vars: unknown) => app.call('POST', `/v1/templates/${id}/render`, { body: { vars } })
const preview = (body: Record<string, unknown>) =>
  app.call('POST', '/v1/templates/preview', { body: { subject: 's', body_html: 'h', ...body } })
const send = (body: Record<string, unknown>) =>
  app.call('POST', '/v1/send', { key, body: aSend({ payload: undefined, ...body }) })
const contentOf = async (id: string) => (await app.app.models.messages.findById(id).lean())?.content

describe('a template', () => {
  test('starts as version 1, active, with defaults for omitted fields', async () => {
    const made = await make({
      variables: [{ name: 'name' }, { name: 'list', sample: [1], required: true, default: {} }],
    })
    expect(made).toMatchObject({ version: 1, is_active: true, channel: 'email', body_text: null })
    expect(made.variables).toEqual([
      { name: 'name', sample: null, required: false, default: null },
      { name: 'list', sample: [1], required: true, default: {} },
    ])
    expect(made.updated_at).toBe(made.created_at)
    expect(await get(made.id)).toEqual(made)
  })

  test('changes only in the given fields; new content makes a version, a new name or state does not', async () => {
    const { id } = await make({ body_text: 'text', variables: [{ name: 'name' }] })
    expect((await put(id, { name: 'Renamed', is_active: false })).body).toEqual({ id, name: 'Renamed', version: 1 })
    expect((await put(id, { subject: 'New' })).body).toEqual({ id, name: 'Renamed', version: 2 })
    expect((await put(id, { subject: 'New' })).body.version).toBe(2)
    expect((await put(id, { body_html: '<b>', name: 'Again' })).body).toEqual({ id, name: 'Again', version: 3 })
    expect((await put(id, { variables: [] })).body.version).toBe(4)
    expect((await put(id, { body_text: null })).body.version).toBe(5)
    expect((await put(id, {})).body.version).toBe(5)
    expect(await get(id)).toMatchObject({
      name: 'Again',
      subject: 'New',
      body_html: '<b>',
      body_text: null,
      variables: [],
      version: 5,
      is_active: false,
    })
    const versions = await versionsOf(id)
    expect(versions.map(({ version }: { version: number }) => version)).toEqual([5, 4, 3, 2, 1])
    expect(versions[4]).toMatchObject({ subject: minimal.subject, body_text: 'text', variables: [{ name: 'name' }] })
    expect(versions[3]).toMatchObject({ subject: 'New', body_html: minimal.body_html })
  })

  test('keeps all concurrent changes, in any process: each makes its own version', async () => {
    const { id } = await make()
    const changes = Array.from({ length: 24 }, (_none, index) =>
      index % 2 ? { subject: `subject ${index}` } : { body_html: `html ${index}` },
    )
    const results = await Promise.all(changes.map((change, index) => put(id, change, (index % 3 ? app : second).url)))
    expect(results.map(({ status }) => status)).toEqual(changes.map(() => 200))
    expect(results.map(({ body }) => body.version).sort((a, b) => a - b)).toEqual(
      changes.map((_none, index) => index + 2),
    )
    const versions = (await versionsOf(id)).reverse()
    expect(versions.map(({ version }: { version: number }) => version)).toEqual(
      Array.from({ length: 25 }, (_none, index) => index + 1),
    )
    // Each version is the previous one with one change.
    for (const [index, { body }] of results.entries()) {
      const [before, after] = [versions[body.version - 2], versions[body.version - 1]]
      expect(after).toMatchObject({ subject: before.subject, body_html: before.body_html, ...changes[index] })
    }
    const { id: _id, created_at: _at, ...newest } = versions.at(-1)
    expect(await get(id)).toMatchObject(newest)
  })

  test('is still there if its versions cannot be deleted', async () => {
    const { id } = await make()
    const { collection } = app.app.models.templateVersions
    const failing = vi.spyOn(collection, 'deleteMany').mockRejectedValueOnce(new Error('no answer'))
    expect((await app.call('DELETE', `/v1/templates/${id}`)).status).toBe(500)
    failing.mockRestore()
    expect((await app.call('DELETE', `/v1/templates/${id}`)).status).toBe(200)
    expect(await app.app.models.templateVersions.countDocuments({ template_id: id })).toBe(0)
  })

  test('is deleted with its versions, and not accessible to other accounts', async () => {
    const { id } = await make()
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['GET', '/versions', undefined],
      ['PUT', '', { name: 'Mine' }],
      ['DELETE', '', undefined],
      ['POST', '/render', { vars: {} }],
    ] as const) {
      expectError(await call(app.url, method, `/v1/templates/${id}${path}`, { key: stranger, body }), 404, 'not_found')
    }
    expect((await call(app.url, 'GET', '/v1/templates', { key: stranger })).body.templates).toEqual([])
    expectError(
      await call(app.url, 'POST', '/v1/send', { key: stranger, body: aSend({ payload: undefined, template_id: id }) }),
      404,
      'template_not_found',
    )
    const deleted = await app.call('DELETE', `/v1/templates/${id}`)
    expect(deleted.body).toEqual({ message: expect.any(String) })
    expectError(await app.call('GET', `/v1/templates/${id}`), 404, 'not_found')
    expectError(await app.call('DELETE', `/v1/templates/${id}`), 404, 'not_found')
    expect(await app.app.models.templateVersions.countDocuments({ template_id: id })).toBe(0)
  })

  test('preserves any variables and any text', async () => {
    const odd = { 'a.b': 1, $set: { $gt: '' }, '': null, 'nul\0': ['\0'] }
    const variables = [
      { name: '__proto__', default: odd },
      { name: 'constructor', default: 'mine', sample: odd },
    ]
    const made = await make({ body_text: '\0 \u2028 ✉ 🎉', variables })
    expect((await get(made.id)).variables[0]).toMatchObject({ name: '__proto__', default: odd })
    expect((await put(made.id, { subject: '{{ constructor }}' })).status).toBe(200)
    expect((await render(made.id, {})).body).toMatchObject({ subject: 'mine', body_text: '\0 \u2028 ✉ 🎉' })
  })

  test('is listed newest first, in pages, as a summary', async () => {
    const ids = [(await make()).id, (await make()).id, (await make()).id].reverse()
    const first = (await app.call('GET', '/v1/templates?limit=2')).body
    expect(first.templates.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2))
    expect(Object.keys(first.templates[0]).sort()).toEqual([
      'channel',
      'created_at',
      'id',
      'is_active',
      'is_layout',
      'layout_id',
      'name',
      'slug',
      'version',
    ])
    const next = (await app.call('GET', `/v1/templates?limit=1&cursor=${first.next_cursor}`)).body
    expect(next.templates[0].id).toBe(ids[2])
  })
})

describe('a rendered template', () => {
  test('is escaped in HTML and plain in the subject and the text', async () => {
    const name = '<b>"A" & B</b>'
    const { body } = await preview({
      subject: '{{ name }}',
      body_html: '{{ name }}',
      body_text: '{{ name }}',
      vars: { name },
    })
    expect(body).toEqual({
      subject: name,
      body_html: '&lt;b&gt;&#34;A&#34; &amp; B&lt;/b&gt;',
      body_text: name,
    })
  })

  test.each([
    ['{{ x | raw }}', '<i>'],
    ['{{ x | escape }}', '&lt;i&gt;'],
    ['{{ x | upcase }}', '&lt;I&gt;'],
    ['{% echo x %}', '&lt;i&gt;'],
    ['{% capture c %}{{ x }}{% endcapture %}{{ c | raw }}', '&lt;i&gt;'],
    ['{% assign y = x | append: "<u>" %}{{ y }}', '&lt;i&gt;&lt;u&gt;'],
    ['{{ list }}', '&lt;i&gt;&amp;'],
    ['{% for i in list %}{{ i }}{% endfor %}', '&lt;i&gt;&amp;'],
    ['{{ list | json }}', '[&#34;&lt;i&gt;&#34;,&#34;&amp;&#34;]'],
    ['{% raw %}{{ x }}{% endraw %}', '{{ x }}'],
  ])('escapes %s unless it uses raw', async (body_html, expected) => {
    const { body } = await preview({ body_html, vars: { x: '<i>', list: ['<i>', '&'] } })
    expect(body.body_html).toBe(expected)
  })

  test('has a subject of one line, whatever its variables contain', async () => {
    const subject = 'Hi {{ name }}\n{% if true %}\r\n  there {% endif %}'
    const { body } = await preview({ subject, vars: { name: 'Ada\r\nBcc: eve@example.com\u2028\0' } })
    expect(body.subject).toBe('Hi Ada Bcc: eve@example.com there')
    expectError(await preview({ subject: '{{ s }}', vars: { s: 'x'.repeat(999) } }), 422, 'template_error')
  })

  test('is the same on every machine: times are in UTC and English', async () => {
    const { body } = await preview({ body_html: '{{ "2026-11-21T23:30:00Z" | date: "%A %d %B %H:%M %z" }}' })
    expect(body.body_html).toBe('Saturday 21 November 23:30 +0000')
  })

  test('does not show inherited properties of values', async () => {
    const body_html =
      '[{{ constructor }}{{ toString }}{{ __proto__ }}{{ o.constructor }}{{ o.__proto__ }}{{ o["constructor"].name }}' +
      '{{ s.constructor }}{{ l.constructor }}{{ l.map }}{{ hasOwnProperty }}{{ l | map: "constructor" }}]'
    const { body } = await preview({ body_html, vars: { o: { a: 1 }, s: 'text', l: [{}] } })
    expect(body.body_html).toBe('[]')
  })

  test('uses defaults for absent variables, ignores unknown ones, and shows nothing for the rest', async () => {
    const variables = [{ name: 'a', required: true, default: 'A' }, { name: 'b', default: ['B', 'C'] }, { name: 'c' }]
    const { body } = await preview({
      body_html: '{{ a }}{{ b | join: "+" }}{{ c }}{{ d }}',
      variables,
      vars: { e: 1, c: null },
    })
    expect(body.body_html).toBe('AB+C')
    const given = await preview({ body_html: '{{ a }}{{ b }}', variables, vars: { a: '', b: 0 } })
    expect(given.body.body_html).toBe('0')
  })

  test('needs its required variables, and the error names all missing ones', async () => {
    const variables = ['one', 'two', 'three'].map((name) => ({ name, required: true }))
    const { id } = await make({ variables })
    const result = await render(id, { two: 2, three: null })
    expectError(result, 400, 'missing_variable')
    expect(result.body.error.details.map(({ path }: { path: string }) => path)).toEqual(['vars.one', 'vars.three'])
    // An inherited property does not count as given.
    const odd = await make({ variables: [{ name: 'constructor', required: true }] })
    expectError(await render(odd.id, {}), 400, 'missing_variable')
  })

  test.each([
    ['a\n {% if x %}', 2, 2],
    ['{{ a | nonsense }}', 1, 1],
    ['\n\n{% include "x" %}', 3, 1],
    ['{% render "x" %}', 1, 1],
    ['{% layout "x" %}', 1, 1],
    ['{% liquid\n echo x %}', 1, 1],
    ['{% cycle x, y %}', 1, 1],
    ['{{ a | where_exp: "x", "x" }}', 1, 1],
    ['{{ ', 1, 1],
    ['{{> footer }}', 1, 1],
    ['{% for x in list %}\n{{ x contains }}{% endfor %}', 2, 1],
    ['{% if a %}{% elsif > 3 %}{% endif %}', 1, 1],
  ])('is refused for %j, with the position of the error', async (body_html, line, column) => {
    const result = await app.call('POST', '/v1/templates', { body: { ...minimal, body_html } })
    expectError(result, 400, 'invalid_template')
    expect(result.body.error.details[0].path).toBe('body_html')
    expect(result.body.error.message).toContain(`body_html: line ${line}, column ${column}: `)
  })

  test('takes operators with all their values', async () => {
    const whole = '{% if not a == b and c %}x{% elsif a > 1 or b contains "c" %}y{% else %}z{% endif %}{{ a <= b }}'
    expect((await preview({ body_html: whole })).body.body_html).toBe('zfalse')
  })

  test('reports its syntax before its variables', async () => {
    const variables = [{ name: 'x', required: true }]
    expectError(await preview({ body_html: '{% if %}', variables }), 400, 'invalid_template')
    expectError(await preview({ variables }), 400, 'missing_variable')
  })
})

describe('a send with a template', () => {
  test('has the content of the current version', async () => {
    const { id } = await make({ body_text: 'Dear {{ name }}' })
    const sent = await send({ template_id: id, template_vars: { name: 'A & B' } })
    expect(sent.status).toBe(201)
    await put(id, { subject: 'Changed' })
    await app.call('DELETE', `/v1/templates/${id}`)
    expect(await contentOf(sent.body.id)).toMatchObject({
      subject: 'Hello A & B',
      html: '<p>A &amp; B</p>',
      text: 'Dear A & B',
    })
  })

  test('can have its own subject, Reply-To, headers and attachments; the bodies come from the template', async () => {
    const id = await aTemplate(app, { subject: '{{ nothing }}', variables: [] })
    const payload = {
      subject: 'My own',
      body_html: 'not this',
      body_text: 'nor this',
      reply_to: 'desk@example.com',
      headers: { 'X-Order': '1' },
      attachments: [{ filename: 'a.txt', content_type: 'text/plain', content: 'YQ==' }],
    }
    const sent = await send({ template_id: id, payload })
    expect(sent.status, JSON.stringify(sent.body)).toBe(201)
    expect(await contentOf(sent.body.id)).toMatchObject({
      subject: 'My own',
      html: '<p>Hello </p>',
      text: 'Hello ',
      reply_to: [{ email: 'desk@example.com' }],
      headers: [['X-Order', '1']],
      attachments: [{ filename: 'a.txt' }],
    })
  })

  test('is refused for an unknown or inactive template, and if nothing is rendered', async () => {
    const { id } = await make({ body_html: '{{ name }}', subject: '{{ subject }}' })
    expectError(await send({ template_id: 'tmpl_nonsense' }), 404, 'template_not_found')
    expectError(await send({ template_id: id, template_vars: { name: 'x' } }), 422, 'template_error')
    expectError(await send({ template_id: id, template_vars: { subject: 'x' } }), 422, 'template_error')
    await put(id, { is_active: false })
    expectError(await send({ template_id: id, template_vars: { subject: 'x', name: 'x' } }), 404, 'template_not_found')
    await put(id, { is_active: true })
    expect((await send({ template_id: id, template_vars: { subject: 'x', name: 'x' } })).status).toBe(201)
  })

  test('is a replay only with the same template and the same variables', async () => {
    const [one, other] = [await aTemplate(app, { variables: [] }), await aTemplate(app, { variables: [] })]
    const body = aSend({
      payload: undefined,
      template_id: one,
      template_vars: { name: 'A', items: [1, { a: 1, b: 2 }] },
    })
    const first = await app.call('POST', '/v1/send', { key, body })
    expect(first.status).toBe(201)
    await put(one, { subject: 'Changed' })
    const reordered = { ...body, template_vars: { items: [1, { b: 2, a: 1 }], name: 'A' } }
    expect((await app.call('POST', '/v1/send', { key, body: reordered })).body).toEqual(first.body)
    const others = [{ template_id: other }, { template_vars: { name: 'B' } }, { template_vars: undefined }]
    for (const change of others) {
      const again = await app.call('POST', '/v1/send', { key, body: { ...body, ...change } })
      expectError(again, 409, 'idempotency_key_reused')
    }
  })

  test('takes a few look-ups for a batch of a thousand, and names the items that lack a variable', async () => {
    const id = await aTemplate(app)
    let finds = 0
    const { collection } = app.app.models.templates
    const find = collection.find.bind(collection)
    collection.find = ((...args: Parameters<typeof find>) => {
      finds += 1
      return find(...args)
    }) as typeof collection.find
    try {
      const items = Array.from({ length: 1_000 }, (_none, index) =>
        aSend({ payload: undefined, template_id: id, template_vars: index % 100 ? { order: `${index}` } : {} }),
      )
      const { body } = await app.call('POST', '/v1/send/batch', { key, body: items })
      expect(body.filter(({ success }: { success: boolean }) => success)).toHaveLength(990)
      expect(body[100].error).toMatchObject({ code: 'missing_variable', details: [{ path: 'template_vars.order' }] })
      expect(await contentOf(body[777].response.id)).toMatchObject({ subject: 'Order 777' })
      expect(finds).toBeLessThanOrEqual(20)
    } finally {
      collection.find = find as typeof collection.find
    }
  })
})

describe('through GraphQL', () => {
  test('templates have content and versions, with the same number of look-ups for many as for one', async () => {
    const ids = [await aTemplate(app), await aTemplate(app)]
    for (const id of ids) await put(id, { subject: `second of ${id}` })
    const query = `{ templates(first: 2) { nodes {
      id bodyHtml variables { name default } versions(first: 1) { nodes { version subject } pageInfo { hasNextPage } }
    } } }`
    const { templates } = await askWell(app, query)
    expect(templates.nodes.map(({ id }: { id: string }) => id)).toEqual(ids.reverse())
    for (const node of templates.nodes) {
      expect(node.bodyHtml).toContain('<p>Hello')
      expect(node.variables[1]).toEqual({ name: 'name', default: 'there' })
      expect(node.versions).toEqual({
        nodes: [{ version: 2, subject: `second of ${node.id}` }],
        pageInfo: { hasNextPage: true },
      })
    }
  })

  test('rendering is available as a query and as a mutation', async () => {
    const id = await aTemplate(app)
    for (const kind of ['query', 'mutation']) {
      const { renderTemplate } = await askWell(
        app,
        `${kind} ($id: ID!, $vars: JSON) { renderTemplate(id: $id, vars: $vars) { subject } }`,
        { id, vars: { order: 1 } },
      )
      expect(renderTemplate).toEqual({ subject: 'Order 1' })
    }
  })
})
