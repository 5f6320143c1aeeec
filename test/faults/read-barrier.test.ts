import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfiguredMongod, initiate, mongodBinary, primaryOf, uriOf } from '../support/configured-mongod.js'
import { makeScratch } from '../support/scratch.js'
import { aSend, call, eventually, startApp, type TestApp } from '../support/start-app.js'
import { verifiedDomain } from '../support/verified-domain.js'

let members: ConfiguredMongod[] = []
let app: TestApp
/** It reaches only the member that was the primary when it began. */
let behind: TestApp

beforeAll(async () => {
  const folder = await makeScratch('read-barrier')
  const binary = await mongodBinary(folder)
  members = await Promise.all(['a', 'b', 'c'].map((name) => ConfiguredMongod.create(join(folder, name))))
  for (const member of members) await member.start(binary)
  await initiate(members)
  app = await startApp({ ROLES: 'api', MONGODB_URI: uriOf(members, 'barrier') })
  const first = await primaryOf(members)
  behind = await startApp({ ROLES: 'api', MONGODB_URI: `mongodb://${first.address}/barrier?directConnection=true` })
})
afterAll(async () => {
  await behind?.close()
  await app?.close()
  for (const member of members) await member.kill()
})

test('what was made while a primary hung is never missing for those who still ask that one', async () => {
  const first = await primaryOf(members)
  const pid = await first.pid()
  const old = await app.call('POST', '/v1/contact-lists', { body: { name: 'Old' } })
  expect((await call(behind.url, 'GET', `/v1/contact-lists/${old.body.id}`, { key: app.adminKey })).status).toBe(200)

  process.kill(pid, 'SIGSTOP')
  await primaryOf(members.filter((member) => member !== first))
  const made = await eventually('the new primary takes writes', async () => {
    const list = await app.call('POST', '/v1/contact-lists', { body: { name: 'New' } })
    return list.status === 201 ? list : null
  })
  const key = await app.key('admin')
  await verifiedDomain(app, 'new.test')
  const look = async (withKey: string) =>
    (await call(behind.url, 'GET', `/v1/contact-lists/${made.body.id}`, { key: withKey })).status
  const mail = () => ({ ...aSend(), metadata: { from_email: 'a@new.test' } })
  const send = async () => (await call(behind.url, 'POST', '/v1/send', { key: app.adminKey, body: mail() })).status
  const sendBatch = async () => {
    const { status, body } = await call(behind.url, 'POST', '/v1/send/batch', { key: app.adminKey, body: [mail()] })
    return status === 200 ? (body[0].error?.code ?? 'sent') : status
  }
  const asked = [
    ...Array.from({ length: 20 }, (_none, index) => look(index % 2 ? key : app.adminKey)),
    ...[send(), send(), sendBatch(), sendBatch()],
  ]
  // They wait for the member that hangs. It answers them before it knows that it has a successor.
  await delay(500)
  process.kill(pid, 'SIGCONT')
  const seen = new Set<string | number>(await Promise.all(asked))
  await eventually('the member follows its successor', async () => {
    const statuses = await Promise.all([look(key), look(app.adminKey)])
    for (const status of statuses) seen.add(status)
    return statuses.every((status) => status === 200)
  })
  for (const expected of [200, 201, 'sent', 503, 'overloaded']) seen.delete(expected)
  expect([...seen]).toEqual([])
})
