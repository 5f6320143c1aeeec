import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import mongoose from 'mongoose'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { postline } from '../cli/support.js'
import { elsewhere } from '../support/backups.js'
import { Program } from '../support/built-program.js'
import { Deployment } from '../support/deployment.js'
import { expectInvariants } from '../support/invariants.js'
import { BUILD_MS } from '../support/make-once.js'
import { makeScratch } from '../support/scratch.js'
import { sharedProgram } from '../support/shared-program.js'
import { eventually, type Settings, whenReady } from '../support/start-app.js'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js'

/** Enough that a backup and a restore can be killed while they run. */
const FILLER = 30_000

/** So that a slow machine has no more to send. */
const MAX_LOAD = 400

let folder: string
let receiver: WebhookReceiver
let deployments: Deployment[]
beforeAll(sharedProgram, BUILD_MS)
beforeEach(async () => {
  folder = await makeScratch('backup-faults')
  receiver = await startWebhookReceiver()
  deployments = []
})
afterEach(async () => {
  for (const deployment of deployments) await deployment.close()
  await receiver.close()
  await rm(folder, { recursive: true, force: true })
})

async function spawnPostline(settings: Settings, ...args: string[]): Promise<Program> {
  const main = join(await sharedProgram(), 'dist/cli/postline.js')
  return new Program(main, { env: { PATH: process.env.PATH!, ...settings }, args })
}

async function create(settings: Settings = {}): Promise<Deployment> {
  const deployment = await Deployment.create(settings)
  deployments.push(deployment)
  return deployment
}

test('a backup under load, both it and the restore killed on the way, loses nothing and sends nothing until it is resumed', async () => {
  const source = await create({ DISPATCH_TIMEOUT_MS: '4000', DISPATCH_RETRY_BASE_MS: '500' })
  await source.ledger.models.connection
    .db!.collection('filler')
    .insertMany(Array.from({ length: FILLER }, (_none, index) => ({ index, text: 'x'.repeat(3_000) })))
  for (const roles of ['api', 'worker,scheduler'] as const) await source.start(roles)
  await source.call('POST', '/v1/webhooks', { body: { endpoint_url: receiver.url, event_types: ['sent'] } })
  const settings = source.settings

  // Load until the backup is there.
  const accepted: string[] = []
  let isOver = false
  const load = async () => {
    while (!isOver && accepted.length < MAX_LOAD) accepted.push(...(await source.sendMany(20)))
  }
  const loading = load()
  await eventually('some are accepted', () => accepted.length > 40)
  const before = [...accepted]

  const backup = join(folder, '2026-11-27')
  const killed = await spawnPostline(settings, 'backup', backup)
  const written = join(`${backup}.partial`, source.ledger.models.connection.db!.databaseName, 'filler.bson.gz')
  await eventually('it has begun', () => existsSync(written))
  killed.signal('SIGKILL')
  expect(await killed.ended).toBe('SIGKILL')
  expect(await readdir(folder)).toEqual(['2026-11-27.partial'])
  expect(await postline(settings, 'restore', `${backup}.partial`, '--check')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not a whole backup'),
  })
  expect((await postline(settings, 'backup', backup)).stderr).toContain('another backup is writing it, or was killed')
  await rm(`${backup}.partial`, { recursive: true })

  const made = await postline(settings, 'backup', backup)
  isOver = true
  await loading
  expect(made, made.stderr).toMatchObject({ code: 0 })
  expect(await postline(settings, 'restore', backup, '--check')).toMatchObject({ code: 0 })
  const manifest = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8'))
  const count: number = manifest.collections.find(({ name }: { name: string }) => name === 'messages').documents
  expect(count).toBeGreaterThanOrEqual(before.length)
  const hitsBefore = receiver.hits.length

  // The restore is killed after some documents. Nothing starts on what it leaves, and the next run finishes it.
  const target = elsewhere(settings)
  const half = await spawnPostline(target, 'restore', backup)
  const watcher = await mongoose.createConnection(target.MONGODB_URI!).asPromise()
  await eventually('it has begun', () => watcher.db!.collection('filler').estimatedDocumentCount())
  half.signal('SIGKILL')
  expect(await half.ended, half.output).toBe('SIGKILL')
  await expect(Deployment.create(target)).rejects.toThrow('is being restored')
  const restored = await postline(target, 'restore', backup)
  expect(restored, restored.stderr).toMatchObject({ code: 0 })
  expect(await watcher.db!.collection('messages').countDocuments()).toBe(count)
  expect(await watcher.db!.collection('filler').countDocuments()).toBe(FILLER)
  await watcher.close()

  // The lost deployment is gone.
  for (const program of source.programs) {
    program.signal('SIGKILL')
    await program.ended
  }
  const copy = await create(target)
  for (const roles of ['api', 'worker,scheduler'] as const) await copy.start(roles)
  expect(await whenReady(copy.url)).toEqual({ status: 'ready', held: true })
  const sentAtBackup = await copy.countMessages('sent')
  const later = await copy.sendMany(5)
  expect(await copy.countMessages('queued')).toBeGreaterThanOrEqual(later.length)
  const list = (await postline(target, 'resume', '--list', '--json')).json()
  const csv = (await postline(target, 'resume', '--list', '--csv')).stdout.trim().split('\n').slice(1)
  const inFlight = list.accounts.reduce((sum: number, each: { in_flight: number }) => sum + each.in_flight, 0)
  expect(csv).toHaveLength(inFlight)
  expect(await copy.countMessages('sent')).toBe(sentAtBackup)

  expect((await postline(target, 'resume', '--json')).json()).toEqual({ resumed: true, dropped: null })
  const ids = (await copy.ledger.models.messages.find({}, { _id: 1 }).lean()).map(({ _id }) => _id)
  expect(ids).toHaveLength(count + later.length)
  expect(new Set(ids)).toEqual(new Set([...ids, ...before, ...later]))
  await expectInvariants(copy, { accepted: [...before, ...later] }, 180_000)
  expect(receiver.hits.length).toBeGreaterThanOrEqual(hitsBefore + later.length)
})
