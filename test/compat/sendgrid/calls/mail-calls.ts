import assert from 'node:assert/strict'
import { ask, type Call, missing, other, refused } from './call.js'

const source = { channel: 'email', name: 'Order', subject: 'Order {{ order }}', body_html: '<p>{{ order }}</p>' }

/** Mail and templates. */
export const mailCalls: readonly Call[] = [
  other('POST /v3/mail/send', 'As `send` of `@sendgrid/mail`', async ({ sdk, app }) => {
    const [response] = await sdk.request({
      method: 'POST',
      url: '/v3/mail/send',
      headers: { 'Idempotency-Key': 'order-4711' },
      body: {
        from: { email: 'hello@sandbox.postline.localhost' },
        subject: 'By the client',
        content: [{ type: 'text/plain', value: 'It works.' }],
        personalizations: [{ to: [{ email: app.ownerEmail }] }],
      },
    })
    assert.equal(response.statusCode, 202)
    const { body } = await app.call('GET', '/v1/messages?idempotency_key=order-4711')
    assert.equal(body.id, response.headers['x-message-id'])
    assert.equal(body.subject, 'By the client')
  }),
  missing('POST /v3/mail/batch', 'Cancel each mail: `POST /v1/messages/:id/cancel`'),
  missing('POST /v3/user/scheduled_sends', 'Cancel each mail: `POST /v1/messages/:id/cancel`'),
  missing('GET /v3/messages', 'Use `GET /v1/messages`'),
  missing('POST /v3/templates', 'A template has content from the beginning: `POST /v1/templates`'),
  other(
    'GET /v3/templates',
    'Up to 100 in a page, without their versions; `generations=legacy` finds none. `_metadata.next` is a path below the URL of this API',
    async ({ sdk, app }) => {
      const made = await app.call('POST', '/v1/templates', { body: source })
      const second = await app.call('POST', '/v1/templates', { body: source })
      const [, first] = await ask(sdk, 'GET', '/v3/templates?generations=dynamic&page_size=1')
      assert.equal(first.result[0].id, `d-${second.body.id}`)
      const [, next] = await ask(sdk, 'GET', first._metadata.next)
      assert.equal(next.result[0].id, `d-${made.body.id}`)
      const [, legacy] = await ask(sdk, 'GET', '/v3/templates?generations=legacy')
      assert.deepEqual(legacy.result, [])
    },
  ),
  other('GET /v3/templates/:id', 'With its newest 10 versions. The newest one is active', async ({ sdk, app }) => {
    const { body } = await app.call('POST', '/v1/templates', { body: source })
    await app.call('PUT', `/v1/templates/${body.id}`, { body: { subject: 'Newer' } })
    const [, template] = await ask(sdk, 'GET', `/v3/templates/d-${body.id}`)
    assert.equal(template.generation, 'dynamic')
    const versions = template.versions.map(({ subject, active }: { subject: string; active: number }) => [
      subject,
      active,
    ])
    assert.deepEqual(versions, [
      ['Newer', 1],
      ['Order {{ order }}', 0],
    ])
    assert.equal(await refused(sdk, 'GET', '/v3/templates/d-nothing'), 404)
  }),
  other('PATCH /v3/templates/:id', 'As `GET`', async ({ sdk, app }) => {
    const { body } = await app.call('POST', '/v1/templates', { body: source })
    const [, template] = await ask(sdk, 'PATCH', `/v3/templates/d-${body.id}`, { name: 'Wörter' })
    assert.equal(template.name, 'Wörter')
    assert.equal((await app.call('GET', `/v1/templates/${body.id}`)).body.name, 'Wörter')
  }),
  other('DELETE /v3/templates/:id', 'With all its versions', async ({ sdk, app }) => {
    const { body } = await app.call('POST', '/v1/templates', { body: source })
    const [status] = await ask(sdk, 'DELETE', `/v3/templates/d-${body.id}`)
    assert.equal(status, 204)
    assert.equal((await app.call('GET', `/v1/templates/${body.id}`)).status, 404)
  }),
  other(
    'POST /v3/templates/:id/versions',
    'Liquid instead of Handlebars. The new version is active at once; `name`, `editor`, `test_data` and `generate_plain_content` have no effect',
    async ({ sdk, app }) => {
      const { body } = await app.call('POST', '/v1/templates', { body: source })
      const url = `/v3/templates/d-${body.id}/versions`
      const content = { subject: 'New', html_content: '<b>New</b>', plain_content: 'New' }
      const [status, version] = await ask(sdk, 'POST', url, { ...content, name: 'Second', active: 1 })
      assert.equal(status, 201)
      assert.equal(version.active, 1)
      const { body: now } = await app.call('GET', `/v1/templates/${body.id}`)
      assert.deepEqual([now.version, now.subject, now.body_html, now.body_text], [2, 'New', '<b>New</b>', 'New'])
      assert.equal(await refused(sdk, 'POST', url, { ...content, active: 0 }), 501)
      assert.equal(await refused(sdk, 'POST', url, { ...content, html_content: '{% nothing %}' }), 400)
    },
  ),
  missing('GET /v3/templates/:id/versions/:version', 'Use `GET /v1/templates/:id/versions`'),
  missing('PATCH /v3/templates/:id/versions/:version', 'Post a new version'),
  missing('DELETE /v3/templates/:id/versions/:version', 'Versions stay until their template is deleted'),
  missing('POST /v3/templates/:id/versions/:version/activate', 'Post its content as a new version'),
]
