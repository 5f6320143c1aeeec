import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAudited } from '../../src/operations/audit.js'
import { operationList } from '../../src/operations/list.js'
import { operatorOf } from '../../src/services/caller.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { successCases } from './cases.js'
import { doors } from './three-doors.js'

/** Mutations that are recorded elsewhere or change nothing, listed here so that a change is noticed. */
const NOT_AUDITED = ['messages.send', 'messages.sendBatch', 'messages.validate']

let app: TestApp
let testKey: string
let keyIds: Record<string, string>

beforeAll(async () => {
  app = await startApp()
  const made = await app.app.services.apiKeys.create(operatorOf(app.accountId), { scope: 'admin', test_mode: true })
  testKey = made.key
  const { body } = await app.call('GET', '/v1/keys')
  const first = body.keys.find(({ id }: { id: string }) => id !== made.id)
  keyIds = { [app.adminKey]: first.id, [testKey]: made.id }
})
afterAll(() => app.close())

const entries = () => app.app.models.auditEntries.find({ account_id: app.accountId }).sort({ _id: 1 }).lean()

/** The first successful case of each operation. */
const calls = operationList
  .filter(({ kind, scope }) => kind === 'mutation' && scope !== 'public')
  .flatMap(({ name }) => successCases.find(({ operation }) => operation === name) ?? [])

test('every mutation is in the audit log except those named here', () => {
  const left = operationList.filter((operation) => operation.kind === 'mutation' && !isAudited(operation))
  expect(
    left
      .filter(({ scope }) => scope !== 'public')
      .map(({ name }) => name)
      .sort(),
  ).toEqual(NOT_AUDITED)
})

describe.each(doors)('through $name', (door) => {
  test.each(calls)('$operation writes the expected entry to the audit log', async ({ operation, input, key }) => {
    const given = await input(app)
    const before = new Set((await entries()).map(({ _id }) => _id))
    const secret = key === 'test' ? testKey : app.adminKey
    const outcome = await door.run(app.url, operation, given, secret)
    expect(outcome, outcome.message).toMatchObject({ code: null })
    const left = (await entries()).filter(({ _id }) => !before.has(_id))
    if (NOT_AUDITED.includes(operation)) return expect(left).toEqual([])
    expect(left).toMatchObject([{ operation, actor: { type: 'key', id: keyIds[secret] } }])
    // The target of a resource with an id is the id.
    const { id = given.id } = (outcome.data ?? {}) as { id?: string }
    const named = operation.startsWith('suppressions.') ? (given.recipient as string | undefined)?.toLowerCase() : id
    if (operation.startsWith('domains.')) expect(left[0]!.target).toMatch(/^dom_/)
    else if (typeof named === 'string') expect(left[0]!.target?.toLowerCase()).toBe(named)
    return undefined
  })

  test('refused requests write no entry', async () => {
    const before = (await entries()).length
    await door.run(app.url, 'templates.delete', { id: 'tmpl_00000000000000000000000000' }, app.adminKey)
    await door.run(app.url, 'keys.create', { scope: 'everything' }, app.adminKey)
    await door.run(app.url, 'keys.create', { scope: 'read' }, await app.key('read'))
    expect(await entries()).toHaveLength(before)
  })
})
