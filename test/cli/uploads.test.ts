import { afterAll, beforeAll, expect, test } from 'vitest'
import { anImage } from '../support/images.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { uploadFile } from '../support/upload-file.js'
import { postlineHere } from './support.js'

const GIB = 1024 ** 3

let app: TestApp

beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
})
afterAll(() => app.close())

const uploads = (...args: string[]) => postlineHere(app.settings, 'uploads', ...args)
const list = (...args: string[]) => uploads('list', '--account', app.accountId, ...args)
const upload = async (bytes: Buffer<ArrayBuffer>) => (await uploadFile(app, '/v1/uploads', bytes)).body

test('uploads list of an account without any says so, with its quota', async () => {
  const nothing = { code: 0, stdout: 'The account has no uploads.\n0 of 1024 MiB are used.\n' }
  expect(await list()).toMatchObject(nothing)
  expect((await list('--json')).json()).toEqual({ uploads: [], used_bytes: 0, quota_bytes: GIB })
})

test('uploads list shows all images, newest first, with the quota that they use', async () => {
  const [gif, png] = [await upload(anImage('image/gif', 500_000)), await upload(anImage('image/png', 800_000))]
  const { code, json } = await list('--json')
  expect(code).toBe(0)
  const created_at = expect.stringMatching(/^\d{4}-.*Z$/)
  expect(json()).toEqual({
    uploads: [
      { id: png.id, content_type: 'image/png', size: 800_000, created_at },
      { id: gif.id, content_type: 'image/gif', size: 500_000, created_at },
    ],
    used_bytes: 1_300_000,
    quota_bytes: GIB,
  })
  const lines = (await list()).stdout.trimEnd().split('\n')
  expect(lines[0]).toMatch(/^UPLOAD +TYPE +BYTES +CREATED$/)
  expect(lines[1]).toMatch(new RegExp(`^${png.id} +image/png +800000 +\\d{4}-`))
  expect(lines.at(-1)).toBe('1.2 of 1024 MiB are used.')
})

test('the quota shown is that of the plan', async () => {
  await app.app.models.accounts.updateOne({ _id: app.accountId }, { plan: 'pro' })
  expect((await list('--json')).json().quota_bytes).toBe(10 * GIB)
})

test('uploads delete finds an upload by its id alone, gives its bytes back and notes it in the audit log', async () => {
  const before = (await list('--json')).json().used_bytes
  const { id, url } = await upload(anImage('image/webp'))
  expect((await uploads('delete', id, '--json')).json()).toEqual({ id, account_id: app.accountId })
  expect((await fetch(app.url + new URL(url).pathname)).status).toBe(404)
  expect((await list('--json')).json().used_bytes).toBe(before)
  const [newest] = (await app.call('GET', '/v1/audit-log')).body.entries
  expect(newest).toMatchObject({ actor: { type: 'cli' }, operation: 'uploads.delete', target: id })

  const again = await uploads('delete', id)
  expect(again).toMatchObject({ code: 1, stdout: '' })
  expect(again.stderr).toBe(`error: There is no upload ${id}, or it is deleted already.\n`)
})

test('uploads list of an unknown account is an error that says so', async () => {
  const { code, stderr } = await uploads('list', '--account', 'acc_none')
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: There is no account acc_none.\n' })
})
