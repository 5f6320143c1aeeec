import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actionOf, isRefusal } from '../../console/src/pages/audit-log/actions.js'
import { AREAS } from '../../console/src/pages/audit-log/areas.js'
import { isAudited } from '../../src/operations/audit.js'
import { isRestOnly, operationList } from '../../src/operations/list.js'
import { NOTHING_CHANGED, OWN_RECORD, READER_STATE, type UnauditedReason } from '../../src/operations/operation.js'
import { operatorOf } from '../../src/services/caller.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { type StripeStandIn, startStripeStandIn } from '../support/stripe-stand-in.js'
import { successCases } from './cases.js'
import { graphqlFields } from './graphql-fields.js'
import { accountsForCases } from './mailbox-account.js'
import { doors } from './three-doors.js'

/** Mutations that leave no entry, and why; listed here so that a change is noticed. */
const NOT_AUDITED: Record<string, UnauditedReason> = {
  'mail.compose': OWN_RECORD,
  'mail.drafts.create': READER_STATE,
  'mail.drafts.delete': READER_STATE,
  'mail.drafts.send': OWN_RECORD,
  'mail.drafts.update': READER_STATE,
  'mail.messages.star': READER_STATE,
  'mail.presence.delete': READER_STATE,
  'mail.presence.set': READER_STATE,
  'mail.threads.forward': OWN_RECORD,
  'mail.threads.markRead': READER_STATE,
  'mail.threads.reply': OWN_RECORD,
  'mail.threads.star': READER_STATE,
  'messages.resend': OWN_RECORD,
  'messages.send': OWN_RECORD,
  'messages.sendBatch': OWN_RECORD,
  'messages.validate': NOTHING_CHANGED,
}

let app: TestApp
let stripe: StripeStandIn
let accountFor: (operation: string) => TestApp
let testKey: string
let keyIds: Record<string, string>

beforeAll(async () => {
  stripe = await startStripeStandIn()
  app = await startApp(stripe.settings)
  accountFor = await accountsForCases(app)
  const made = await app.app.services.apiKeys.create(operatorOf(app.accountId), { scope: 'admin', test_mode: true })
  testKey = made.key
  const { body } = await app.call('GET', '/v1/keys')
  const first = body.keys.find(({ id }: { id: string }) => id !== made.id)
  const mailbox = accountFor('mail.compose')
  const { body: own } = await mailbox.call('GET', '/v1/keys')
  keyIds = { [app.adminKey]: first.id, [testKey]: made.id, [mailbox.adminKey]: own.keys[0].id }
})
afterAll(async () => {
  await app.close()
  await stripe.close()
})

/** Entries of an account, in the order of their ids, which is that of time. Reading all of them each time would be slow. */
const entries = (account: TestApp, which: { 'actor.id': string } | { _id: { $gt: string } }) =>
  app.app.models.auditEntries
    .find({ account_id: account.accountId, ...which })
    .sort({ _id: 1 })
    .lean()

/** The id of the newest entry of an account. */
async function newestEntry({ accountId }: TestApp): Promise<string> {
  const newest = await app.app.models.auditEntries.findOne({ account_id: accountId }).sort({ _id: -1 }).lean()
  return newest?._id ?? ''
}

/** The first successful case of each operation. */
const calls = operationList
  .filter(({ kind, scope }) => kind === 'mutation' && scope !== 'public')
  .flatMap(({ name }) => successCases.find(({ operation }) => operation === name) ?? [])

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

/** What a refused call of an operation asks for. It is never done, so all doors ask for the same. */
const refusedInputs = new Map<string, Promise<Record<string, unknown>>>()
function refusedInput({ operation, input }: (typeof refusals)[number]): Promise<Record<string, unknown>> {
  const known = refusedInputs.get(operation)
  const given = known ?? Promise.resolve(input(accountFor(operation)))
  refusedInputs.set(operation, given)
  return given
}

describe.each(doors)('through $name', (door) => {
  test.each(refusals)('$operation writes a refusal of a $by key, with its client', async (refusal) => {
    const { operation, by } = refusal
    const account = accountFor(operation)
    const given = await refusedInput(refusal)
    const { id, key } = await app.app.services.apiKeys.create(operatorOf(account.accountId), { scope: by })
    const outcome = await door.run(app.url, operation, given, key)
    expect(outcome).toMatchObject({ code: 'forbidden' })
    // In GraphQL the list of an object is reached through the object, which is refused first.
    const isNested = door.name === 'GraphQL' && graphqlFields[operation]!.nested
    const refused = isNested ? expect.stringMatching(/\.get\.refuse$/) : `${operation}.refuse`
    expect(await entries(account, { 'actor.id': id })).toMatchObject([
      {
        ...{ operation: refused, actor: { type: 'key', id }, target: id },
        ...{ address: '127.0.0.1', user_agent: expect.stringMatching(/./) },
      },
    ])
  })

  test.each(calls)('$operation writes the expected entry to the audit log', async ({ operation, input, key }) => {
    const account = accountFor(operation)
    const given = await input(account)
    const before = await newestEntry(account)
    const secret = key === 'test' ? testKey : account.adminKey
    const outcome = await door.run(app.url, operation, given, secret)
    expect(outcome, outcome.message).toMatchObject({ code: null })
    const left = await entries(account, { _id: { $gt: before } })
    if (operation in NOT_AUDITED) return expect(left).toEqual([])
    expect(left).toMatchObject([{ operation, actor: { type: 'key', id: keyIds[secret] } }])
    // The target of a resource with an id is the id.
    // A test of a broadcast makes a message, and is about the broadcast.
    const { id = given.id } = (operation === 'broadcasts.test' ? given : (outcome.data ?? {})) as { id?: string }
    const named = operation.startsWith('suppressions.') ? (given.recipient as string | undefined)?.toLowerCase() : id
    if (operation.startsWith('domains.')) expect(left[0]!.target).toMatch(/^dom_/)
    else if (typeof named === 'string') expect(left[0]!.target?.toLowerCase()).toBe(named)
    return undefined
  })

  test('a request that fails for another reason than its key writes no entry', async () => {
    const before = await newestEntry(app)
    await door.run(app.url, 'templates.delete', { id: 'tmpl_00000000000000000000000000' }, app.adminKey)
    await door.run(app.url, 'keys.create', { scope: 'everything' }, app.adminKey)
    expect(await entries(app, { _id: { $gt: before } })).toEqual([])
  })
})

test('the console can narrow the log to each operation that has an entry', () => {
  const areas = new Set<string>(AREAS.map(([area]) => area))
  const missing = calls.map(({ operation }) => operation.split('.')[0]!).filter((area) => !areas.has(area))
  expect(missing).toEqual([])
})

test('what can be in the log has words in the console, for those who did it and those who were not allowed to', () => {
  const names = operationList.filter(isAudited).map(({ name }) => name)
  expect(names.filter((name) => actionOf(name).includes('.') || isRefusal(name))).toEqual([])
  expect(names.filter((name) => actionOf(`${name}.refuse`) !== `was refused: ${actionOf(name)}`)).toEqual([])
})
