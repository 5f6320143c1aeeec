import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfiguredMongod, initiate, mongodBinary, primaryOf, uriOf } from '../../support/configured-mongod.js'
import { type DrillShell, openDrillShell } from '../../support/drills.js'
import { BUILD_MS } from '../../support/make-once.js'
import { sharedProgram } from '../../support/shared-program.js'
import { aSend, eventually, startApp, type TestApp } from '../../support/start-app.js'

/** With the usual DISPATCH_TIMEOUT_MS. */
const LEASE_MS = 90_000

let shell: DrillShell
let members: ConfiguredMongod[] = []
let app: TestApp | undefined
beforeAll(sharedProgram, BUILD_MS)
beforeAll(async () => {
  shell = await openDrillShell()
  const binary = await mongodBinary(shell.folder)
  await shell.addProgram('mongod', binary)
  members = await Promise.all(['a', 'b', 'c'].map((name) => ConfiguredMongod.create(join(shell.folder, name))))
  for (const member of members) await member.start(binary)
  await initiate(members)
})
afterAll(async () => {
  await app?.close()
  for (const member of members) await member.kill()
  await shell.close()
})

test('lost primary: a new one is elected, and the replaced member carries the service when another is lost', async () => {
  app = await startApp({ MONGODB_URI: uriOf(members, 'drill') })
  const { settings } = app
  const key = await app.testKey()
  // Repeats with the same key, as every client should.
  const send = async (count: number) => {
    const bodies = Array.from({ length: count }, () => aSend())
    const accepted = (body: Record<string, unknown>) =>
      eventually('a send is accepted', async () => {
        const answer = await app!.call('POST', '/v1/send', { key, body })
        return answer.status < 300 ? (answer.body.id as string) : null
      })
    return Promise.all(bodies.map(accepted))
  }
  const ids = await send(20)
  const lost = await primaryOf(members)
  const during = send(20)
  await lost.kill()
  ids.push(...(await during))
  await primaryOf(members)
  expect(await shell.drill('lost primary', settings)).toMatch(
    new RegExp(`^warn +MongoDB .*of 3, of which ${lost.address} cannot be used\\n.*→ Start each of them again`, 'm'),
  )

  // A new machine with the old address.
  await lost.empty()
  await shell.drill('replaced primary', settings, { MONGOD_CONF: lost.config })
  await eventually('the new member has copied everything', async () =>
    /^ok +MongoDB/m.test(await shell.drill('lost primary', settings)),
  )
  const another = members.find((member) => member !== lost)!
  await another.kill()
  ids.push(...(await send(20)))
  // What was claimed while a member was lost may have to wait for the end of its lease.
  await eventually(
    'everything is delivered',
    async () => {
      const { messages } = app!.app.models
      return (await messages.collection.countDocuments({ status: 'delivered' })) === ids.length
    },
    LEASE_MS + 60_000,
  )
  expect(await app.app.models.messages.collection.countDocuments()).toBe(ids.length)
})
