import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actionOf, isRefusal } from '../../console/src/pages/audit-log/actions.js'
import { AREAS } from '../../console/src/pages/audit-log/areas.js'
import { isAudited } from '../../src/operations/audit.js'
import { isRestOnly, operationList } from '../../src/operations/list.js'
import { operatorOf } from '../../src/services/caller.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { type StripeStandIn, startStripeStandIn } from '../support/stripe-stand-in.js'
import { entriesOf, NOT_AUDITED, newestEntry } from './audit-entries.js'
import { successCases } from './cases.js'
import { graphqlFields } from './graphql-fields.js'
import { accountsForCases } from './mailbox-account.js'
import { doors } from './three-doors.js'

let app: TestApp
let stripe: StripeStandIn
let accountFor: (operation: string) => TestApp

beforeAll(async () => {
  stripe = await startStripeStandIn()
  app = await startApp(stripe.settings)
  accountFor = await accountsForCases(app)
})
afterAll(async () => {
  await app.close()
  await stripe.close()
})

/** A call of each operation with a scope, and a scope that does not suffice for it. */
const refusals = operationList
  .filter((operation) => operation.kind !== 'subscription' && !isRestOnly(operation))
  .filter(({ scope }) => scope !== 'any' && scope !== 'public')
  .flatMap(({ name, scope }) => {
    const known = successCases.find(({ operation }) => operation === name)
    return known ? [{ ...known, by: scope === 'send' ? ('read' as const) : ('send' as const) }] : []
  })

test('every mutation is in the audit log except those named here', () => {
  const left = operationList.filter(
    (operation) => operation.kind === 'mutation' && operation.scope !== 'public' && !isAudited(operation),
  )
  const reasons = left.map((operation) => [operation.name, 'unaudited' in operation ? operation.unaudited : undefined])
  expect(Object.fromEntries(reasons)).toEqual(NOT_AUDITED)
})

test('the documentation names the operations without an entry', async () => {
  const docs = await readFile(new URL('../../docs/api.md', import.meta.url), 'utf8')
  const [section = ''] = /^## Audit log$[\s\S]*?(?=^## )/m.exec(docs) ?? []
  const table = section.slice(section.indexOf('leave no entry'), section.indexOf('The entry is written'))
  const named = [...table.matchAll(/`([a-z]+\.[\w.]+)`/g)].map(([, name]) => name)
  expect(named.sort()).toEqual(Object.keys(NOT_AUDITED).sort())
})

test.each(refusals)('every door records a refusal of $operation by a $by key, with its client', async (refusal) => {
  const { operation, by, input } = refusal
  const account = accountFor(operation)
  const given = await input(account)
  for (const door of doors) {
    // Only so many refusals of a key are recorded.
    const { id, key } = await app.app.services.apiKeys.create(operatorOf(account.accountId), { scope: by })
    const outcome = await door.run(app.url, operation, given, key)
    expect(outcome, door.name).toMatchObject({ code: 'forbidden' })
    // In GraphQL the list of an object is reached through the object, which is refused first.
    const isNested = door.name === 'GraphQL' && graphqlFields[operation]!.nested
    const refused = isNested ? expect.stringMatching(/\.get\.refuse$/) : `${operation}.refuse`
    expect(await entriesOf(account, { 'actor.id': id }), door.name).toMatchObject([
      {
        ...{ operation: refused, actor: { type: 'key', id }, target: id },
        ...{ address: '127.0.0.1', user_agent: expect.stringMatching(/./) },
      },
    ])
  }
})

test.each(doors)('a request through $name that fails for another reason than its key writes no entry', async (door) => {
  const before = await newestEntry(app)
  await door.run(app.url, 'templates.delete', { id: 'tmpl_00000000000000000000000000' }, app.adminKey)
  await door.run(app.url, 'keys.create', { scope: 'everything' }, app.adminKey)
  expect(await entriesOf(app, { _id: { $gt: before } })).toEqual([])
})

test('the console can narrow the log to each operation that has an entry', () => {
  const areas = new Set<string>(AREAS.map(([area]) => area))
  const audited = operationList.filter(isAudited).map(({ name }) => name)
  const missing = audited.map((operation) => operation.split('.')[0]!).filter((area) => !areas.has(area))
  expect(missing).toEqual([])
})

test('what can be in the log has words in the console, for those who did it and those who were not allowed to', () => {
  const names = operationList.filter(isAudited).map(({ name }) => name)
  expect(names.filter((name) => actionOf(name).includes('.') || isRefusal(name))).toEqual([])
  expect(names.filter((name) => actionOf(`${name}.refuse`) !== `was refused: ${actionOf(name)}`)).toEqual([])
})
