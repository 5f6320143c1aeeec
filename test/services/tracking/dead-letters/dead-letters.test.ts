import { afterAll, beforeAll, expect, test } from 'vitest'
import { DeadLetters } from '../../../../src/streams/engine/dead-letters.js'
import { expectError } from '../../../support/expect-error.js'
import { aSend, startApp, type TestApp } from '../../../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  // Nothing sends the mail.
  app = await startApp({ ROLES: 'api' })
})
afterAll(() => app.close())

/** A message that was given up. */
async function parkedMessage(): Promise<string> {
  const { body } = await app.call('POST', '/v1/send', { body: aSend({ destination: { email: app.ownerEmail } }) })
  const { models, work, clock, newId } = app.app
  const row = (await models.messages.findById(body.id).lean())!
  await work.dispatch.end([{ id: row._id, accountId: row.account_id }])
  await models.messages.updateOne({ _id: row._id }, { crashes: 5 })
  const letters = new DeadLetters(models.deadLetters.collection, () => newId('deadLetter'), clock)
  await letters.write('dispatch', [{ ...row, crashes: 5, last_error: 'out of memory' }])
  return row._id
}

test('an account sees its own dead letters, newest first, and a retry makes the work due again', async () => {
  const [first, second] = [await parkedMessage(), await parkedMessage()]
  const page = await app.call('GET', '/v1/dead-letters?limit=1')
  expect(page.body.dead_letters).toEqual([
    {
      ...{ id: expect.stringMatching(/^dl_/), account_id: app.accountId, kind: 'dispatch', row_id: second },
      ...{ error: 'out of memory', crashes: 5, created_at: expect.any(String) },
    },
  ])
  const rest = await app.call('GET', `/v1/dead-letters?cursor=${page.body.next_cursor}`)
  expect(rest.body.dead_letters).toMatchObject([{ row_id: first }])

  const [letter] = page.body.dead_letters
  const retried = await app.call('POST', `/v1/dead-letters/${letter.id}/retry`)
  expect([retried.status, retried.body]).toEqual([200, letter])
  const row = await app.app.models.messages.findById(second).lean()
  expect([row?.crashes, row?.dispatch_at]).toEqual([1, expect.any(Date)])
  expectError(await app.call('POST', `/v1/dead-letters/${letter.id}/retry`), 404, 'not_found')
  expect((await app.call('GET', '/v1/dead-letters')).body.dead_letters).toHaveLength(1)
})

test('the dead letters of another account do not exist', async () => {
  const id = await parkedMessage()
  const { key } = await app.app.services.accounts.create('other@example.com')
  expect((await app.call('GET', '/v1/dead-letters', { key })).body.dead_letters).toEqual([])
  const [letter] = (await app.call('GET', '/v1/dead-letters')).body.dead_letters
  expectError(await app.call('POST', `/v1/dead-letters/${letter.id}/retry`, { key }), 404, 'not_found')
  expect((await app.app.models.messages.findById(id).lean())?.dispatch_at).toBeUndefined()
})
