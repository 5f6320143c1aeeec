import { afterAll, beforeAll, expect, test } from 'vitest'
import { quotaId, UPLOAD_QUOTA_BYTES } from '../../../../src/services/platform/quotas.js'
import { expectError } from '../../../support/expect-error.js'
import { anImage } from '../../../support/images.js'
import { anotherAccount } from '../../../support/more-processes.js'
import { call, startApp, type TestApp } from '../../../support/start-app.js'
import { uploadFile } from '../../../support/upload-file.js'

const SIZE = 10_000

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
})
afterAll(() => app.close())

const upload = (key: string) => uploadFile(app, '/v1/uploads', anImage('image/png', SIZE), { key })

test('the quota is 1 GiB, exact under load, and a deleted upload gives its bytes back', async () => {
  const { key, accountId } = await anotherAccount(app)
  expect(UPLOAD_QUOTA_BYTES).toBe(1024 ** 3)
  const { id } = (await upload(key)).body
  const _id = quotaId(accountId, 'uploads')
  expect((await app.app.models.quotas.findById(_id).lean())?.used).toBe(SIZE)
  // Room for three more, and a little.
  await app.app.models.quotas.updateOne({ _id }, { $set: { used: UPLOAD_QUOTA_BYTES - 3.5 * SIZE } })
  const results = await Promise.all(Array.from({ length: 10 }, () => upload(key)))
  expect(results.map(({ status }) => status).sort()).toEqual([201, 201, 201, ...Array(7).fill(413)])
  expectError(await upload(key), 413, 'payload_too_large')

  expect((await call(app.url, 'DELETE', `/v1/uploads/${id}`, { key })).status).toBe(204)
  expect((await upload(key)).status).toBe(201)
  expectError(await upload(key), 413, 'payload_too_large')
})

test('uploads from before the quota count', async () => {
  const { key, accountId } = await anotherAccount(app, 'before@elsewhere.test')
  await upload(key)
  const row = { _id: quotaId(accountId, 'uploads') }
  await app.app.models.quotas.deleteOne(row)
  await upload(key)
  expect((await app.app.models.quotas.findById(row._id).lean())?.used).toBe(2 * SIZE)
})

test('a deleted upload is found no more, not even by its URL', async () => {
  const { body: first } = await upload(app.adminKey)
  const { body: second } = await upload(app.adminKey)
  expect((await app.call('GET', '/v1/uploads?limit=2')).body.uploads).toEqual([second, first])
  const path = new URL(second.url).pathname
  expect((await fetch(app.url + path)).status).toBe(200)
  expect((await app.call('DELETE', `/v1/uploads/${second.id}`)).status).toBe(204)
  expect((await fetch(app.url + path)).status).toBe(404)
  expect(await app.app.models.uploadChunks.countDocuments({ files_id: second.id })).toBe(0)
  expectError(await app.call('DELETE', `/v1/uploads/${second.id}`), 404, 'not_found')
  expect((await app.call('GET', '/v1/uploads?limit=1')).body.uploads).toEqual([first])
})

test('the uploads of another account do not exist', async () => {
  const { body } = await upload(app.adminKey)
  const { key } = await anotherAccount(app, 'other@elsewhere.test')
  expect((await call(app.url, 'GET', '/v1/uploads', { key })).body.uploads).toEqual([])
  expectError(await call(app.url, 'DELETE', `/v1/uploads/${body.id}`, { key }), 404, 'not_found')
  expect((await fetch(app.url + new URL(body.url).pathname)).status).toBe(200)
})
