import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import mongoose from 'mongoose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AppPorts } from '../../src/app.js'
import { backUp } from '../../src/services/platform/backup/back-up.js'
import { workerEventDoc } from '../../src/services/tracking/events/worker-events.js'
import { contentOf, editManifest, elsewhere, Restarts, restoreInto } from '../support/backups.js'
import { recordingTransport } from '../support/recording-transport.js'
import { makeScratch } from '../support/scratch.js'
import { aSend, call, eventually, type Settings, type TestApp, whenReady } from '../support/start-app.js'
import { postlineHere } from './support.js'

let folder: string
const processes = new Restarts()
beforeEach(async () => {
  folder = await makeScratch('restores')
})
afterEach(async () => {
  await processes.close()
  await rm(folder, { recursive: true, force: true })
})

const start = (settings: Settings, ports?: Partial<AppPorts>) => processes.start(settings, ports)
const stop = (app: TestApp) => processes.stop(app)

const OWNER = { destination: { email: 'owner@postline.test' } }
/** To be given up or sent after a restore. */
const mailTo = (app: TestApp, key: string, more: object = {}) =>
  call(app.url, 'POST', '/v1/send', { key, body: aSend({ ...OWNER, ...more }) }).then(({ status, body }) => {
    if (status !== 201) throw new Error(`not accepted: ${JSON.stringify(body)}`)
    return body.id as string
  })
const statusOf = async (app: TestApp, key: string, id: string) =>
  (await call(app.url, 'GET', `/v1/messages/${id}`, { key })).body.status
const isSent = async (app: TestApp, key: string, id: string) =>
  ['sent', 'delivered'].includes(await statusOf(app, key, id))
const timelineOf = async (app: TestApp, key: string, id: string) =>
  (await call(app.url, 'GET', `/v1/messages/${id}`, { key })).body.events.map(({ type }: { type: string }) => type)

/** A deployment that has sent one mail, and has accepted others that no worker took: they are in flight in its backup. */
async function backedUp() {
  const first = await start({ ROLES: 'api,worker,scheduler' })
  const { settings, adminKey: key, accountId } = first
  const sent = await mailTo(first, key)
  await eventually('it is sent', () => isSent(first, key, sent))
  await stop(first)
  const second = await start({ ...settings, ROLES: 'api' })
  const waiting = await mailTo(second, key)
  const later = await mailTo(second, key, { scheduled_at: new Date(Date.now() + 3_600_000).toISOString() })
  const backup = join(folder, 'backup')
  const result = await postlineHere(settings, 'backup', backup)
  expect(result, result.stderr).toMatchObject({ code: 0 })
  await stop(second)
  const all: Settings = { ...settings, ROLES: 'api,worker,scheduler' }
  return { settings: all, key, accountId, sent, waiting, later, backup }
}

test('a restored database has the same bytes and indexes, and waits until it is resumed', async () => {
  const { settings, key, accountId, sent, waiting, later, backup } = await backedUp()
  const target = elsewhere(settings)
  expect((await restoreInto(target, backup)).json()).toMatchObject({ restored: true })
  const [from, to] = await Promise.all(
    [settings, target].map(({ MONGODB_URI }) => mongoose.createConnection(MONGODB_URI!).asPromise()),
  )
  expect(await contentOf(to!)).toEqual(await contentOf(from!))
  const indexes = async (name: string) =>
    Promise.all([from!, to!].map(({ db }) => db!.collection(name).listIndexes().toArray()))
  const [before, after] = await indexes('messages')
  const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)
  expect([...after!].sort(byName as never)).toEqual([...before!].sort(byName as never))
  await Promise.all([from!.close(), to!.close()])

  const transport = recordingTransport()
  const app = await start(target, { transport })
  expect(await whenReady(app.url)).toEqual({ status: 'ready', held: true })
  const fresh = await mailTo(app, key)
  expect(await app.app.metrics.registry.metrics()).toMatch(/^postline_restore_hold 1$/m)

  const list = (await postlineHere(target, 'resume', '--list', '--json')).json()
  expect(list).toMatchObject({ hold: { state: 'held' } })
  expect(list.accounts).toEqual([
    { account_id: accountId, in_flight: 1, open: expect.objectContaining({ dispatch: 3 }) },
  ])
  const csv = (await postlineHere(target, 'resume', '--list', '--csv', '--account', accountId)).stdout
  expect(csv.trim().split('\n')).toEqual([
    'id,account_id,state,accepted_at,due_at',
    expect.stringMatching(new RegExp(`^${waiting},${accountId},queued,20.*Z,20.*Z$`)),
  ])
  expect(transport.handed).toEqual([])

  expect((await postlineHere(target, 'resume', '--json')).json()).toEqual({ resumed: true, dropped: null })
  await eventually('what waited is sent', () => isSent(app, key, waiting))
  await eventually('new mail is sent', () => isSent(app, key, fresh))
  // What had been sent before the backup is not sent again.
  expect(transport.handed.map(({ messageId }) => messageId).sort()).toEqual([waiting, fresh].sort())
  expect(await isSent(app, key, sent)).toBe(true)
  expect(await statusOf(app, key, later)).toBe('scheduled')
  expect(await whenReady(app.url)).toEqual({ status: 'ready' })
  expect((await postlineHere(target, 'resume', '--json')).json()).toEqual({ resumed: false, dropped: null })
})

test('mail that was in flight can be given up: it fails, and what is scheduled for later or recorded as sent stays', async () => {
  const { settings, key, waiting, later, backup } = await backedUp()
  const target = elsewhere(settings)
  await restoreInto(target, backup)
  const transport = recordingTransport()
  const app = await start(target, { transport })
  const { messages, events } = app.app.models
  // A worker was killed between the event of a hand-over and the closing of the row.
  const recorded = await mailTo(app, key)
  const row = await messages.collection.findOne({ _id: recorded })
  const old = waiting.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  const lease = { by: 'gone', token: 'gone', until: new Date(Date.now() + 3_600_000) }
  await messages.collection.deleteOne({ _id: recorded })
  await messages.collection.insertOne({ ...row!, _id: old, lease, crashes: 1, dispatch_at: lease.until })
  const payload = { provider_message_id: 'of the killed worker' }
  await events.collection.insertOne(
    workerEventDoc(app.app.newId, { ...row!, _id: old }, { type: 'sent', payload, occurredAt: new Date() }),
  )
  const fresh = await mailTo(app, key)

  expect((await postlineHere(target, 'resume', '--drop-in-flight', '--json')).json()).toEqual({
    resumed: true,
    dropped: { messages: 2, broadcasts: 0 },
  })
  await eventually('it fails', async () => (await statusOf(app, key, waiting)) === 'failed')
  const { body } = await call(app.url, 'GET', `/v1/messages/${waiting}`, { key })
  expect(JSON.stringify(body.events)).toContain('abandoned_after_restore')
  await eventually('what was recorded counts', () => isSent(app, key, old))
  await eventually('new mail is sent', () => isSent(app, key, fresh))
  expect(await statusOf(app, key, later)).toBe('scheduled')
  expect(transport.handed.map(({ messageId }) => messageId)).toEqual([fresh])
  expect(await timelineOf(app, key, waiting)).toEqual(['failed'])
})

test('only an empty database that no process uses is restored into', async () => {
  const { settings, backup } = await backedUp()
  const notEmpty = await postlineHere(settings, 'restore', backup)
  expect(notEmpty).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('is not empty') })

  const target = elsewhere(settings)
  const other = await mongoose
    .createConnection(target.MONGODB_URI!, {
      appName: `postline/${new URL(target.MONGODB_URI!).pathname.slice(1)}/worker`,
    })
    .asPromise()
  expect((await postlineHere(target, 'restore', backup)).stderr).toMatch(
    /error: Processes are connected to the database: postline\/\w+\/worker\. Stop every process of Postline first\./,
  )
  // Nothing is left that would keep a process from starting.
  expect(await contentOf(other)).toEqual([])
  expect(await other.db!.collection('system').countDocuments()).toBe(0)
  await other.close()
  await restoreInto(target, backup)
  expect((await postlineHere(target, 'restore', backup)).stderr).toContain('is not empty')
})

test('while a database is being restored no process starts, and only the same backup finishes what was interrupted', async () => {
  const { settings, backup } = await backedUp()
  const target = elsewhere(settings)
  const connection = await mongoose.createConnection(target.MONGODB_URI!).asPromise()
  const system = connection.db!.collection<{ _id: string; value: string }>('system')
  await restoreInto(target, backup)
  const content = await contentOf(connection)
  const another = join(folder, 'another')
  await backUp(connection, another, { onProgress: () => undefined })
  // As a restore leaves it that was killed.
  const row = await system.findOne({ _id: 'restore_hold' })
  const restoring = JSON.stringify({ ...JSON.parse(row!.value), state: 'restoring' })
  await system.updateOne({ _id: 'restore_hold' }, { $set: { value: restoring } })
  await connection.db!.collection('messages').deleteMany({})
  await expect(start(target)).rejects.toThrow('its database is being restored from the backup of')
  for (const args of [['accounts', 'list'], ['migrate'], ['backup', join(folder, 'half')], ['shard', '--apply']]) {
    expect((await postlineHere(target, ...args)).stderr).toContain('is being restored')
  }

  expect((await postlineHere(target, 'restore', another)).stderr).toContain('A restore of another backup')
  await restoreInto(target, backup)
  expect(await contentOf(connection)).toEqual(content)
  await connection.close()
})

test('a backup of an older schema is migrated after the restore, while it is held', async () => {
  const first = await start({ ROLES: 'api' })
  const { settings, adminKey: key } = first
  const waiting = await mailTo(first, key)
  const { connection } = first.app.models
  await connection.db!.collection('messages').dropIndex('account_id_1__id_-1')
  const initial = { version: 0, min_compatible: 0, index_sets: [], steps: {} }
  await connection.db!.collection<{ _id: string }>('schema_state').replaceOne({ _id: 'ledger' }, initial)
  const backup = join(folder, 'old')
  await backUp(connection, backup, { onProgress: () => undefined })
  await stop(first)

  const target = { ...elsewhere(settings), ROLES: 'api,worker,scheduler', MIGRATE_ON_START: 'false' }
  await restoreInto(target, backup)
  await expect(start(target)).rejects.toThrow('The ledger is not ready: the schema of the ledger has version 0')
  const migrated = await postlineHere(target, 'migrate')
  expect(migrated, migrated.stderr).toMatchObject({ code: 0 })
  const app = await start(target)
  expect(await whenReady(app.url)).toEqual({ status: 'ready', held: true })
  const indexes = await app.app.models.messages.collection.indexes()
  expect(indexes.map(({ name }) => name)).toContain('account_id_1__id_-1')
  expect(await statusOf(app, key, waiting)).toBe('queued')
  const { checks } = (await postlineHere(target, 'doctor', '--json')).json()
  expect(checks.find(({ name }: { name: string }) => name === 'Restore')).toMatchObject({
    ...{ status: 'warn', detail: expect.stringMatching(/^of the backup of 20.*: held, so nothing leaves$/) },
    advice: expect.stringContaining('postline resume'),
  })
  await postlineHere(target, 'resume')
  await eventually('it is sent', () => isSent(app, key, waiting))
})

test('a backup that needs a newer build is refused before anything is written', async () => {
  const app = await start({ ROLES: 'api' })
  const { connection } = app.app.models
  const state = connection.db!.collection('schema_state')
  await state.updateOne({}, { $set: { version: 999, min_compatible: 998 } })
  const backup = join(folder, 'newer')
  await backUp(connection, backup, { onProgress: () => undefined })
  const target = elsewhere(app.settings)
  for (const args of [[], ['--check']]) {
    const { code, stderr } = await postlineHere(target, 'restore', backup, ...args)
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /needs version 998 or newer, and this build has version \d+\. Restore it with a newer/,
      ),
    })
  }
  // One that this build can work with is restored.
  await state.updateOne({}, { $set: { min_compatible: 1 } })
  const usable = join(folder, 'usable')
  await backUp(connection, usable, { onProgress: () => undefined })
  await restoreInto(target, usable)
})

test('a backup whose documents are fewer than it says is refused, and leaves no deployment that starts', async () => {
  const { settings, backup } = await backedUp()
  await editManifest(backup, (manifest) => {
    manifest.collections.find(({ name }: { name: string }) => name === 'messages').documents += 1
  })
  const target = elsewhere(settings)
  expect((await postlineHere(target, 'restore', backup)).stderr).toMatch(/it has \d+ documents, and the manifest says/)
  await expect(start(target)).rejects.toThrow('its database is being restored')
})

test.each([
  [['--csv'], '--csv needs --list'],
  [['--list', '--account', 'acc_1'], '--account needs --csv'],
  [['--list', '--drop-in-flight'], 'not both'],
  [['--list', '--csv', '--json'], 'not both'],
])('`resume %j` is a wrong command line', async (args, says) => {
  expect(await postlineHere({}, 'resume', ...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(says) })
})
