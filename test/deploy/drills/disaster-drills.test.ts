import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { elsewhere, Restarts } from '../../support/backups.js'
import { DRILLS, type DrillShell, openDrillShell } from '../../support/drills.js'
import { BUILD_MS } from '../../support/make-once.js'
import { type OwnServer, startOwnServer } from '../../support/own-servers.js'
import { sharedProgram } from '../../support/shared-program.js'
import { aSend, call, eventually, type Settings, type TestApp, testSettings } from '../../support/start-app.js'

const run = promisify(execFile)

let shell: DrillShell
const processes = new Restarts()
let redis: OwnServer | null = null
beforeAll(sharedProgram, BUILD_MS)
beforeAll(async () => {
  shell = await openDrillShell()
})
afterEach(async () => {
  await processes.close()
  await redis?.close()
  redis = null
})
afterAll(() => shell.close())

const drill: DrillShell['drill'] = (...given) => shell.drill(...given)
const start = (settings: Settings) => processes.start(settings)
const stop = (app: TestApp) => processes.stop(app)

const OWNER = { destination: { email: 'owner@postline.test' } }
const isSent = async (app: TestApp, key: string, id: string) =>
  ['sent', 'delivered'].includes((await call(app.url, 'GET', `/v1/messages/${id}`, { key })).body.status)

test('lost Redis: mail is accepted and waits, and goes on with an empty Redis', async () => {
  redis = await startOwnServer('redis')
  const app = await start(testSettings({ REDIS_URL: redis.uri }))
  await redis.kill()
  await eventually('not ready', async () => (await app.call('GET', '/readyz')).status === 503)
  const { status, body } = await app.call('POST', '/v1/send', { body: aSend(OWNER) })
  expect(status).toBe(201)
  // It ends with 1, because a check fails.
  await expect(drill('look', app.settings)).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^fail +Redis/m),
  })
  await redis.restart({ empty: true })
  await eventually('it is sent', () => isSent(app, app.adminKey, body.id))
})

test('lost data centre: the backup is restored elsewhere, and what was in flight is decided about', async () => {
  const api = await start(testSettings({ ROLES: 'api' }))
  const { settings, adminKey: key } = api
  const { body } = await api.call('POST', '/v1/send', { body: aSend(OWNER) })
  const backup = join(shell.folder, 'nightly')
  await run(join(shell.folder, 'postline'), ['backup', backup], { env: { ...settings, PATH: process.env.PATH! } })
  await stop(api)

  const target = { ...elsewhere(settings), ROLES: 'api,worker,scheduler' }
  expect(await drill('restore', target, { BACKUP: backup })).toContain('The deployment is held')
  const app = await start(target)
  expect(await drill('list', target)).toMatch(/Open work as of 20/)
  expect(await readFile(join(shell.folder, 'in-flight.csv'), 'utf8')).toContain(`\n${body.id},`)
  expect(await isSent(app, key, body.id)).toBe(false)
  expect(await drill('resume', target)).toContain('goes on within seconds')
  await eventually('it is sent', () => isSent(app, key, body.id))
})

test('a leaked key: another takes its place, and it is refused', async () => {
  const app = await start(testSettings({ ROLES: 'api' }))
  const { body } = await app.call('POST', '/v1/keys', { body: { scope: 'send' } })
  const said = await drill('leaked key', app.settings, { ACCOUNT: app.accountId, LEAKED_KEY: body.id })
  expect(said).toContain(body.id)
  // The list shows only how keys begin.
  const [fresh = ''] = said.match(/sk_live_[\w-]{30,}/) ?? []
  const sendWith = async (key: string) => (await app.call('POST', '/v1/send', { key, body: aSend(OWNER) })).status
  expect(await sendWith(fresh)).toBe(201)
  await eventually('the leaked key is refused', async () => (await sendWith(body.key)) === 401)
})

test('every command of the page is run by a test', () => {
  const sources = readdirSync(import.meta.dirname).map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  const names = sources.flatMap((source) => [...source.matchAll(/\bdrill\('([^']+)'/g)].map(([, name]) => name))
  expect([...new Set(names)].sort()).toEqual([...DRILLS.keys()].sort())
})
