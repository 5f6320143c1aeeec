import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, startApp, type TestApp } from '../support/start-app.js'
import { postlineHere } from './support.js'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const deadLetters = (...args: string[]) => postlineHere(app.settings, 'dead-letters', ...args)

/** Accepts a scheduled message and parks it like a row that has crashed too often. */
async function park(error: string): Promise<{ letterId: string; messageId: string }> {
  const { models, services } = app.app
  const caller = await services.apiKeys.authenticate(`Bearer ${await app.key('send', true)}`)
  const { id: messageId } = await services.sender.send(caller, {
    channel: 'email',
    idempotency_key: error,
    destination: { email: 'delivered@example.com' },
    payload: { subject: 'Parked', body_text: 'Later.' },
    scheduled_at: new Date(Date.now() + 3_600_000),
  })
  await models.messages.updateOne({ _id: messageId }, { $set: { crashes: 5 }, $unset: { dispatch_at: 1 } })
  const letterId = `dl_${error}`
  await models.deadLetters.create({
    _id: letterId,
    kind: 'dispatch',
    row_id: messageId,
    account_id: app.accountId,
    error: `Error: ${error}\n    at a line of code`,
    crashes: 5,
    created_at: new Date(),
  })
  return { letterId, messageId }
}

const isDelivered = (id: string) => () => app.app.models.messages.exists({ _id: id, status: 'delivered' })

test('each dead letter is listed with its error on one line, and an empty list says so', async () => {
  expect((await deadLetters('list')).stdout).toBe('There are no dead letters.\n')
  const { letterId, messageId } = await park('boom')
  const { stdout } = await deadLetters('list')
  expect(stdout.trimEnd().split('\n')).toHaveLength(2)
  expect(stdout).toMatch(new RegExp(`${letterId} +dispatch +${messageId} .*Error: boom; at a line of code`))
  const { dead_letters, total } = (await deadLetters('list', '--json')).json()
  expect(total).toBe(1)
  expect(dead_letters[0]).toMatchObject({ id: letterId, kind: 'dispatch', row_id: messageId, crashes: 5 })
})

test('a truncated list says how many there are', async () => {
  await park('another')
  const { stdout } = await deadLetters('list', '--limit', '1')
  expect(stdout).toMatch(/\n1 of 2; see more with --limit\.\n$/)
})

test('a retried dead letter is worked on again; --all retries the rest', async () => {
  const { letterId, messageId } = await park('third')
  expect(await deadLetters('retry', letterId)).toMatchObject({ code: 0, stdout: '1 will be retried.\n' })
  await eventually('delivered', isDelivered(messageId))

  expect((await deadLetters('retry', '--all', '--json')).json()).toEqual({ retried: 2 })
  await eventually(
    'all delivered',
    async () => !(await app.app.models.messages.exists({ status: { $ne: 'delivered' } })),
  )
  expect((await deadLetters('list', '--json')).json()).toEqual({ dead_letters: [], total: 0 })
})

test('an unknown dead letter is named in the error', async () => {
  const { code, stderr } = await deadLetters('retry', 'dl_none')
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: There is no dead letter dl_none.\n' })
})

test.each([[[]], [['dl_one', '--all']]])('retry %j is a usage error', async (args) => {
  const { code, stderr } = await deadLetters('retry', ...args)
  expect({ code, stderr }).toEqual({ code: 2, stderr: 'error: give one id, or --all\n' })
})
