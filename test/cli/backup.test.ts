import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import mongoose, { type Connection, mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepHistory } from '../../src/services/platform/backup/snapshot-history.js'
import { VERSION } from '../../src/version.js'
import { editManifest } from '../support/backups.js'
import { startOwnServer } from '../support/own-servers.js'
import { makeScratch } from '../support/scratch.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'
import { postlineHere } from './support.js'

let app: TestApp
let folder: string
let connection: Connection
beforeAll(async () => {
  app = await startApp()
  folder = await makeScratch('backups')
  connection = await mongoose.createConnection(app.settings.MONGODB_URI!).asPromise()
})
afterAll(async () => {
  await connection.close()
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const backUp = (name: string) => postlineHere(app.settings, 'backup', join(folder, name), '--json')
const check = (name: string) => postlineHere(app.settings, 'restore', join(folder, name), '--check')
const filesOf = (name: string) => join(folder, name, connection.db!.databaseName)

test('a backup has every collection in the layout of mongodump, for its owner alone, and says what is in it', async () => {
  const { body } = await app.call('POST', '/v1/send', { body: aSend({ destination: { email: app.ownerEmail } }) })
  await eventually('the mail is sent', async () => {
    return (await app.call('GET', `/v1/messages/${body.id}`)).body.status === 'delivered'
  })
  const { code, json, stderr } = await backUp('layout')
  expect(code, stderr).toBe(0)
  const manifest = json()
  expect(manifest).toMatchObject({ format: 1, version: VERSION, database: connection.db!.databaseName })
  expect(Math.abs(new Date(manifest.at).getTime() - Date.now())).toBeLessThan(300_000)
  expect(manifest.encryption_keys).toHaveLength(1)
  expect(JSON.parse(await readFile(join(folder, 'layout/manifest.json'), 'utf8'))).toEqual(manifest)

  const names: string[] = manifest.collections.map(({ name }: { name: string }) => name)
  const found = await connection.db!.listCollections({ type: 'collection' }).toArray()
  expect(names).toEqual(found.map(({ name }) => name).sort())
  expect((await readdir(filesOf('layout'))).sort()).toEqual(
    names.flatMap((name) => [`${name}.bson.gz`, `${name}.metadata.json.gz`]).sort(),
  )
  for (const path of ['', 'manifest.json', `${connection.db!.databaseName}/messages.bson.gz`]) {
    expect((await stat(join(folder, 'layout', path))).mode & 0o077, path).toBe(0)
  }

  const bytes = gunzipSync(await readFile(join(filesOf('layout'), 'messages.bson.gz')))
  expect(mongo.BSON.deserialize(bytes.subarray(0, bytes.readInt32LE(0)))).toMatchObject({ _id: body.id })
  const metadata = gunzipSync(await readFile(join(filesOf('layout'), 'messages.metadata.json.gz'))).toString()
  expect(JSON.parse(metadata)).toMatchObject({ collectionName: 'messages', type: 'collection', options: {} })
  expect(mongo.BSON.EJSON.parse(metadata).indexes).toEqual(
    await connection.db!.collection('messages').listIndexes().toArray(),
  )
  expect((await check('layout')).stdout).toContain('The backup is whole')
})

test('a backup shows one moment, while transactions change several collections', async () => {
  const db = connection.db!
  const [one, other] = [db.collection('moment_one'), db.collection('moment_other')]
  // So that reading the first takes a while.
  const filler = Array.from({ length: 4_000 }, (_none, index) => ({ index, text: 'x'.repeat(4_000) }))
  await one.insertMany(filler)
  let written = 0
  let isOver = false
  const write = async () => {
    while (!isOver) {
      await connection.getClient().withSession((session) =>
        session.withTransaction(async () => {
          await one.insertOne({ nth: written }, { session })
          await other.insertOne({ nth: written }, { session })
        }),
      )
      written += 1
    }
  }
  const writing = write()
  await eventually('some are written', () => written > 20)
  const { code, stderr } = await backUp('moment')
  isOver = true
  await writing
  expect({ code, stderr }).toMatchObject({ code: 0 })
  const nthsIn = async (name: string) => {
    const bytes = gunzipSync(await readFile(join(filesOf('moment'), `${name}.bson.gz`)))
    const nths: number[] = []
    for (let at = 0; at < bytes.length; at += bytes.readInt32LE(at)) {
      const { nth } = mongo.BSON.deserialize(bytes.subarray(at, at + bytes.readInt32LE(at)))
      if (nth !== undefined) nths.push(nth)
    }
    return nths.sort((one, other) => one - other)
  }
  const nths = await nthsIn('moment_one')
  expect(nths).toEqual(nths.map((_nth, index) => index))
  expect(await nthsIn('moment_other')).toEqual(nths)
  expect(nths.length).toBeGreaterThan(20)
  await Promise.all([one.drop(), other.drop()])
})

test('MongoDB keeps its history for a day while a backup runs, and as long as before afterwards', async () => {
  // A server of its own: the time is the same for all databases.
  const server = await startOwnServer('mongo')
  const own = await mongoose.createConnection(server.uri).asPromise()
  try {
    const admin = own.getClient().db('admin')
    const name = 'minSnapshotHistoryWindowInSeconds'
    const seconds = async () => (await admin.command({ getParameter: 1, [name]: 1 }))[name]
    const before = await seconds()
    const history = await keepHistory(admin)
    expect([history.seconds, await seconds()]).toEqual([86_400, 86_400])
    await history.restore()
    expect(await seconds()).toBe(before)
    expect(before).toBeLessThan(86_400)
  } finally {
    await own.close()
    await server.close()
  }
})

test('a folder that exists is refused, also one that another backup is writing', async () => {
  await mkdir(join(folder, 'taken'))
  await writeFile(join(folder, 'taken/file'), '')
  expect(await backUp('taken')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('exists and is not empty. Name a new folder.'),
  })
  await mkdir(join(folder, 'other.partial'))
  expect((await backUp('other')).stderr).toContain('another backup is writing it, or was killed')
  expect(await readdir(join(folder, 'other.partial'))).toEqual([])
  expect((await backUp('none/there')).stderr).toContain('Create it first.')
})

test('a database without collections is refused, because its name is probably wrong', async () => {
  const settings = { ...app.settings, MONGODB_URI: app.settings.MONGODB_URI!.replace(/\/\w+(\?|$)/, '/no_such_one$1') }
  const { code, stderr } = await postlineHere(settings, 'backup', join(folder, 'empty'))
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('no_such_one is empty') })
  expect(await readdir(folder)).not.toContain('empty.partial')
})

test.each<[damage: string, says: string, harm: (name: string) => Promise<void>]>([
  [
    'a changed file',
    'its SHA-256 is not that of the manifest',
    (name) => appendFile(join(filesOf(name), 'accounts.bson.gz'), 'x'),
  ],
  ['a missing file', 'is missing from the backup', (name) => rm(join(filesOf(name), 'accounts.metadata.json.gz'))],
  ['no manifest', 'it has no manifest.json, which is written last', (name) => rm(join(folder, name, 'manifest.json'))],
  ['half a manifest', 'it is not JSON', (name) => writeFile(join(folder, name, 'manifest.json'), '{"format": 1')],
  [
    'a newer format',
    'has the format 2, and this version of Postline reads 1',
    (name) =>
      editManifest(join(folder, name), (manifest) => {
        manifest.format = 2
      }),
  ],
  [
    'a wrong field',
    'collections.0.documents',
    (name) =>
      editManifest(join(folder, name), (manifest) => {
        manifest.collections[0].documents = -1
      }),
  ],
])('%s is found by --check', async (damage, says, harm) => {
  const name = damage.replaceAll(' ', '-')
  expect((await backUp(name)).code).toBe(0)
  await harm(name)
  expect(await check(name)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(says) })
})
