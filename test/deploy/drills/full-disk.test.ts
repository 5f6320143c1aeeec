import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SmallDisk, smallDisk } from '../../endurance/servers/small-disk.js'
import { ConfiguredMongod, initiate, mongodBinary, uriOf } from '../../support/configured-mongod.js'
import { type DrillShell, openDrillShell } from '../../support/drills.js'
import { BUILD_MS } from '../../support/make-once.js'
import { makeScratch } from '../../support/scratch.js'
import { sharedProgram } from '../../support/shared-program.js'
import { aSend, eventually, startApp, type TestApp } from '../../support/start-app.js'

/** Enough for MongoDB and the collections of the service. */
const DISK_MIB = 768

let folder: string
let shell: DrillShell
let disk: SmallDisk
let mongod: ConfiguredMongod
let app: TestApp | undefined
beforeAll(sharedProgram, BUILD_MS)
beforeAll(async () => {
  folder = await makeScratch('full-disk')
  shell = await openDrillShell()
  const binary = await mongodBinary(folder)
  await shell.addProgram('mongod', binary)
  disk = await smallDisk(join(folder, 'disk'), DISK_MIB)
  mongod = await ConfiguredMongod.create(join(folder, 'mongod'), join(disk.path, 'data'))
  await mongod.start(binary)
  await initiate([mongod])
})
afterAll(async () => {
  await app?.close()
  await mongod.kill()
  await disk.remove()
  await rm(folder, { recursive: true, force: true })
  await shell.close()
})

test('full disk: MongoDB ends, and with free space everything that was accepted is there and is sent', async () => {
  app = await startApp({ MONGODB_URI: uriOf([mongod], 'drill'), DISPATCH_TIMEOUT_MS: '2000' })
  const { settings, call } = app
  const key = await app.testKey()
  const accepted: string[] = []
  const send = async () => {
    const payload = { subject: 'Large', body_text: 'x'.repeat(100_000) }
    const { status, body } = await call('POST', '/v1/send', { key, body: aSend({ payload }) })
    if (status === 201) accepted.push(body.id)
    return status
  }
  expect(await send()).toBe(201)
  await disk.fill(await mongod.pid())
  await eventually('sends are refused', async () => (await Promise.all(Array.from({ length: 8 }, send))).includes(503))
  await mongod.ended()
  await eventually('not ready', async () => (await call('GET', '/readyz')).status === 503)

  const places = { MONGOD_CONF: mongod.config, MONGOD_LOG: mongod.log, MONGOD_DATA: mongod.data }
  const seen = await shell.drill('full disk', settings, places)
  expect(seen).toMatch(/^fail +MongoDB .*ECONNREFUSED/m)
  // Where no disk can be mounted, MongoDB meets a limit on the size of files instead.
  if (disk.kind === 'tmpfs') expect(seen).toContain('No space left on device')
  expect(seen).toMatch(/\d+% /)

  await shell.drill('freed disk', settings, { ...places, OLD_FILES: join(disk.path, 'ballast') })
  await eventually('sends are accepted again', async () => (await send()) === 201)
  const { messages } = app.app.models
  await eventually('everything is delivered', async () => {
    const rows = await messages.collection.find({ _id: { $in: accepted }, status: 'delivered' }).toArray()
    return rows.length === accepted.length
  })
})
