import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectError, expectErrorObject } from '../../../support/expect-error.js'
import { anImage } from '../../../support/images.js'
import { aSend, call, startApp, type TestApp } from '../../../support/start-app.js'
import { uploadFile } from '../../../support/upload-file.js'

const MIB = 2 ** 20

let app: TestApp
let key: string
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
  key = await app.key('send', true)
})
afterAll(() => app.close())

const upload = async (bytes = anImage(), options = {}) =>
  (await uploadFile(app, '/v1/uploads', bytes, options)).body.id as string
const withFiles = (attachments: unknown[], more = {}) =>
  aSend({ payload: { subject: 'Hello', body_html: '<img src="cid:logo">', attachments }, ...more })
const send = (attachments: unknown[], more = {}) =>
  app.call('POST', '/v1/send', { key, body: withFiles(attachments, more) })

/** The files that were stored with a message. */
async function filesOf(id: string) {
  const { messages, messageContents } = app.app.models
  const row = await messages.findById(id).lean()
  const content = row!.content ?? (await messageContents.findById(id).lean())!.content
  return content.attachments.map(({ content: bytes, ...file }) => ({ ...file, bytes: Buffer.from(bytes.buffer) }))
}

test.each([
  ...[
    'a\u0007.gif',
    'a\u0000.gif',
    'invoice\u202efdp.gif',
    'a\u2066b.gif',
    'a\u200f.gif',
    'a\u061cb.gif',
    'a\u2028b.gif',
  ],
])('no file has the name %j, which could end a header or display as something else', async (filename) => {
  expectError(await uploadFile(app, '/v1/uploads', anImage(), { filename }), 400, 'invalid_request', 'file')
  const path = 'payload.attachments.0.filename'
  const own = { content_type: 'image/gif', content: 'YQ==' }
  expectError(await send([{ ...own, filename }]), 400, 'invalid_request', path)
  const upload_id = await upload()
  expectError(await send([{ upload_id, filename }]), 400, 'invalid_request', path)
})

describe('an attachment with an upload', () => {
  test("is stored with the message byte for byte, with the upload's name and type", async () => {
    const small = await upload(anImage('image/gif'), { filename: 'C:\\photos\\dot.gif' })
    const large = await upload(anImage('image/png', 2 * MIB), { filename: '' })
    const { status, body } = await send([{ upload_id: small }, { upload_id: large }])
    expect(status, JSON.stringify(body)).toBe(201)
    const [first, second] = await filesOf(body.id)
    expect(first).toEqual({
      filename: 'dot.gif',
      content_type: 'image/gif',
      content_id: null,
      bytes: anImage('image/gif'),
    })
    expect(second).toMatchObject({ content_type: 'image/png' })
    expect(second!.bytes.equals(anImage('image/png', 2 * MIB))).toBe(true)
  })

  test('can override name and type, and can be combined with attachments with content', async () => {
    const upload_id = await upload()
    const own = { filename: 'logo.png', content_type: 'image/x-png', content_id: 'logo' }
    const inline = { filename: 'a.txt', content_type: 'text/plain', content: 'YQ==' }
    const { body } = await send([inline, { upload_id, ...own }])
    expect(await filesOf(body.id)).toEqual([
      { filename: 'a.txt', content_type: 'text/plain', content_id: null, bytes: Buffer.from('a') },
      { ...own, bytes: anImage() },
    ])
  })

  test('stays in an accepted message, whatever happens to the upload', async () => {
    const upload_id = await upload(anImage('image/webp'))
    const { body } = await send([{ upload_id }], { scheduled_at: new Date(Date.now() + 3_600_000).toISOString() })
    await app.app.models.uploads.deleteOne({ _id: upload_id })
    expect((await filesOf(body.id))[0]!.bytes).toEqual(anImage('image/webp'))
    expectError(await send([{ upload_id }]), 400, 'invalid_request', 'payload.attachments.0.upload_id')
  })

  test("is refused with its position if it is unknown, another account's or malformed", async () => {
    const other = await app.app.services.accounts.create('other@example.com')
    const theirs = await upload(anImage(), { key: other.key })
    const ours = await upload()
    const path = 'payload.attachments.1.upload_id'
    for (const upload_id of [theirs, 'upl_00000000000000000000000000', 'msg_x', '', '$ne', '\u0000']) {
      expectError(await send([{ upload_id: ours }, { upload_id }]), 400, 'invalid_request', path)
    }
    for (const upload_id of [1, {}, { $ne: '' }, [ours]]) {
      expectError(await send([{ upload_id: ours }, { upload_id }]), 400, 'invalid_request', path)
    }
    const foreign = await call(app.url, 'POST', '/v1/send', { key: other.key, body: withFiles([{ upload_id: ours }]) })
    expectError(foreign, 400, 'invalid_request', 'payload.attachments.0.upload_id')
  })

  test('cannot have content as well, or be empty', async () => {
    const upload_id = await upload()
    const both = { upload_id, content: 'YQ==' }
    expectError(await send([both]), 400, 'invalid_request', 'payload.attachments.0.content')
    for (const missing of ['filename', 'content_type', 'content']) {
      expectError(await send([{}]), 400, 'invalid_request', `payload.attachments.0.${missing}`)
    }
    const nulls = { upload_id, filename: null, content_type: null, content: null, content_id: null }
    expect((await send([nulls])).status).toBe(201)
  })

  test('counts towards the 7 MiB of a message, each time that it is attached', async () => {
    const large = await upload(anImage('image/jpeg', 2 * MIB))
    const rest = (length: number) => ({
      filename: 'a.bin',
      content_type: 'a/b',
      content: Buffer.alloc(length).toString('base64'),
    })
    expectError(await send(Array(4).fill({ upload_id: large })), 413, 'payload_too_large')
    const three = Array(3).fill({ upload_id: large })
    expectError(await send([...three, rest(MIB + 1)]), 413, 'payload_too_large')
    const { status, body } = await send([rest(MIB), ...three])
    expect(status).toBe(201)
    expect((await filesOf(body.id)).map(({ bytes }) => bytes.length)).toEqual([MIB, 2 * MIB, 2 * MIB, 2 * MIB])
    expectError(await send(Array(100).fill({ upload_id: large })), 413, 'payload_too_large')
  })

  test('is part of the idempotent body: another upload is another body', async () => {
    const [one, two] = [await upload(), await upload()]
    const body = withFiles([{ upload_id: one }])
    const first = await app.call('POST', '/v1/send', { key, body })
    const again = await app.call('POST', '/v1/send', { key, body })
    expect([again.status, again.body]).toEqual([201, first.body])
    const changed = { ...body, payload: { ...(body.payload as object), attachments: [{ upload_id: two }] } }
    expectError(await app.call('POST', '/v1/send', { key, body: changed }), 409, 'idempotency_key_reused')
  })
})

test('a batch reads a shared picture once, and refuses items separately', async () => {
  const shared = await upload(anImage('image/png', 50_000))
  const own = await Promise.all(Array.from({ length: 20 }, (_none, at) => upload(anImage('image/gif', 1_000 + at))))
  const items = Array.from({ length: 300 }, (_none, at) =>
    withFiles([{ upload_id: shared }, { upload_id: at % 100 === 99 ? 'upl_x' : own[at % 20] }]),
  )
  const queries = await countFinds(async () => {
    const { status, body } = await app.call('POST', '/v1/send/batch', { key, body: items })
    expect(status).toBe(200)
    for (const [at, item] of body.entries()) {
      if (at % 100 === 99) expectErrorObject(item.error, 400, 'invalid_request', 'payload.attachments.1.upload_id')
      else expect(item.success, JSON.stringify(item)).toBe(true)
    }
    const files = await filesOf(body[41].response.id)
    expect(files.map(({ bytes }: { bytes: Buffer }) => bytes.length)).toEqual([50_000, 1_001])
  })
  expect(queries).toBeLessThan(20)
})

/** The queries for uploads that reach the database meanwhile. */
async function countFinds(work: () => Promise<void>): Promise<number> {
  const { db } = app.app.models.connection
  await db!.command({ profile: 2, filter: { ns: `${db!.databaseName}.uploads` } as never })
  await work()
  await db!.command({ profile: 0 })
  return db!.collection('system.profile').countDocuments({ op: 'query' })
}
