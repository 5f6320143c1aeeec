import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Channel } from '../../src/contract/channels.js'
import { isRestOnly, operationList } from '../../src/operations/list.js'
import { identities } from '../doors/cases/domains.js'
import { aLayoutInUse } from '../doors/cases/templates.js'
import { successCases } from '../doors/cases.js'
import { accountsForCases } from '../doors/mailbox-account.js'
import { doors, routeOf } from '../doors/three-doors.js'
import { type DnsApp, startDnsApp } from '../support/dns-app.js'
import { multiplyRows } from '../support/multiply-rows.js'
import { planFaults, type ReadCommand, watchReads } from '../support/query-plans.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { type StripeStandIn, startStripeStandIn } from '../support/stripe-stand-in.js'

const ROWS = 300
const LIMIT = 20
/** Most messages that a step of a list looks at. */
const STEP = 4_000
/** Values of each filter that are combined with those of others. */
const COMBINED = 3
/** The lists whose filters are also combined. */
const PAIRED = ['auditLog.list', 'messages.list', 'webhooks.deliveries', 'contacts.list', 'mail.threads.list']
const [rest, graphql] = doors

let app: DnsApp
let reader: TestApp
let stripe: StripeStandIn
let reads: { take(): ReadCommand[] }
let accountFor: (operation: string) => TestApp
/** Values of filters that are texts: some that find rows, and some that find none. */
let SAMPLES: Record<string, unknown[]> = {}
const inputs = new Map<string, Record<string, unknown>>()
const parameters = new Map<string, Parameter[]>()

/** What may read more than it returns, and why. */
const EXCEPTIONS: { reason: string; matches(operation: string, input: object, read: ReadCommand): boolean }[] = [
  {
    reason: 'A summary reads the reports of 30 days, at most 2,000, and sums up what is in them.',
    matches: (operation) => operation === 'domains.dmarcSummary' || operation === 'domains.tlsSummary',
  },
  {
    reason: `A list with several conditions compares a limited number of messages, by their ids, that the leading index
      finds. See searchMessages.`,
    matches: (operation, _input, { collection, command }) =>
      operation === 'messages.list' && collection === 'messages' && command.filter?._id?.$in?.length <= STEP,
  },
  {
    reason: `A count that is asked for with two conditions compares messages until it has 10,001, or its time is over.`,
    matches: (operation, input, { command }) =>
      operation === 'messages.list' && 'test_mode' in input && input.test_mode === false && command.maxTimeMS > 0,
  },
  {
    reason: `A search reads the mails of its rarest word, and looks at each for its other conditions, until it has a page.`,
    matches: (operation, _input, { collection }) => operation === 'mail.search' && collection === 'mail_items',
  },
  {
    reason: `Links are sorted by clicks, which are counted just then: most of a broadcast's links are few.`,
    matches: (operation, _input, { command }) => operation === 'broadcasts.links' && command.aggregate === 'events',
  },
]

interface Parameter {
  name: string
  required: boolean
  schema: { type?: string; enum?: string[]; format?: string; $ref?: string; default?: unknown }
}

/** The queries that answer with a list. */
const lists = operationList.filter(
  (operation) => operation.kind === 'query' && !isRestOnly(operation) && answersWithList(operation.output),
)

function answersWithList(output: z.ZodType): boolean {
  return output instanceof z.ZodObject && Object.values(output.shape).some((field) => field instanceof z.ZodArray)
}

beforeAll(async () => {
  stripe = await startStripeStandIn()
  app = await startDnsApp({ settings: stripe.settings, ports: { identities } })
  accountFor = await accountsForCases(app)
  for (const { name } of lists) {
    const found = successCases.filter(({ operation }) => operation === name)
    inputs.set(name, await found[0]!.input(accountFor(name)))
  }
  const { models } = app.app
  const anId = async (model: { findOne(filter: object): { lean(): Promise<{ _id: string } | null> } }) =>
    (await model.findOne({ account_id: app.accountId }).lean())?._id ?? 'x'
  const aKey = async () => (await models.auditEntries.findOne({ account_id: app.accountId }).lean())?.actor.id ?? 'cli'
  SAMPLES = {
    'suppressions.list.channel': ['email'],
    actor: [await aKey(), 'service', 'key_none'],
    operation: ['templates', 'templates.create', 'keys.none'],
    channel: Channel.options,
    search: ['hello', 'unheard-of'],
    email: ['nobody@example.com'],
    tag: ['order', 'order:none'],
    recipient: ['delivered@example.com', 'nobody@example.com'],
    sender: [app.app.config.sharedEmailSender, 'nobody@example.com'],
    reason: ['hard_bounce', 'none'],
    period: ['2026-01'],
    label: ['none'],
    q: ['hello', 'unheard-of', 'from:ada'],
    inbox: ['support@example.com'],
    inbox_id: ['inbox_none'],
    format: ['json'],
    template_id: ['tmpl_none'],
    layout_id: [await aLayoutInUse(app), 'tmpl_none', 'no-slug'],
    key_id: ['key_none'],
    broadcast_id: [await anId(models.broadcasts), 'bc_none'],
    thread_id: [await anId(models.mailThreads), 'thr_none'],
    contact_id: [await anId(models.contacts), 'ct_none'],
    list_id: [await anId(models.contactLists)],
  }
  const { body } = await app.call('GET', '/openapi.json')
  for (const { name } of lists) {
    const { method, path } = routeOf(name)!
    const described = body.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()].parameters ?? []
    const resolved = described.map(({ schema, ...parameter }: Parameter) => ({
      ...parameter,
      schema: schema.$ref ? body.components.schemas[schema.$ref.split('/').at(-1)!] : schema,
    }))
    parameters.set(name, resolved)
  }
  await multiplyRows(app.app.models, [accountFor('mail').accountId, accountFor('mail.search').accountId], ROWS)
  // A process of its own, because workers and schedulers read too.
  const MONGODB_URI = `${app.settings.MONGODB_URI}&monitorCommands=true`
  reader = await startApp({ ...app.settings, MONGODB_URI, ROLES: 'api' })
  reads = watchReads(reader.app.models.connection)
})
afterAll(async () => {
  await reader?.close()
  await app?.close()
  await stripe?.close()
})

test.each(lists.map(({ name }) => name))('%s reads little more than it returns', async (name) => {
  const faults = new Map<string, string[]>()
  for (const door of [rest!, graphql!]) {
    const waiting = inputsOf(name, door === rest && PAIRED.includes(name))
    for (let input = waiting.shift(); input; input = waiting.shift()) {
      reads.take()
      const outcome = await door.run(reader.url, name, input, accountFor(name).adminKey)
      expect(outcome, `${door.name} ${JSON.stringify(input)}: ${outcome.message}`).toMatchObject({ code: null })
      const { next_cursor: cursor } = outcome.data as { next_cursor?: string | null }
      // The second page, once.
      if (cursor && door === rest && !('cursor' in input)) waiting.push({ ...input, cursor })
      for (const read of reads.take()) {
        if (EXCEPTIONS.some((exception) => exception.matches(name, input, read))) continue
        const own = await planFaults(reader.app.models.connection, read)
        if (own.length > 0) faults.set(`${door.name} ${JSON.stringify(input)} ${JSON.stringify(read.command)}`, own)
      }
    }
  }
  expect(Object.fromEntries(faults)).toEqual({})
})

/** @param also whether filters are combined, too. */
function inputsOf(name: string, also: boolean): Record<string, unknown>[] {
  const base = { ...inputs.get(name)! }
  const known = parameters.get(name)!
  for (const { name: field, required } of known) if (!required) delete base[field]
  // The limit of statistics has no default: it is only for groups.
  const isPaged = known.some(({ name, schema }) => name === 'limit' && schema.default !== undefined)
  const page = isPaged ? { limit: LIMIT } : {}
  const filters = known.filter(({ name, required }) => !required && !['limit', 'cursor'].includes(name))
  const given = filters.map((filter) => valuesOf(name, filter).map((value) => ({ [filter.name]: value })))
  const all = [{}, ...given.flat(), ...(also ? pairsOf(given.map((values) => values.slice(0, COMBINED))) : [])]
  return all.map((filter) => ({ ...base, ...page, ...filter }))
}

/** Each filter with each other one, with all their values. */
function pairsOf(filters: object[][]): object[] {
  return filters.flatMap((ones, index) =>
    filters.slice(index + 1).flatMap((others) => ones.flatMap((one) => others.map((other) => ({ ...one, ...other })))),
  )
}

function valuesOf(operation: string, { name, schema }: Parameter): unknown[] {
  const samples = SAMPLES[`${operation}.${name}`] ?? SAMPLES[name]
  if (samples) return samples
  if (schema.enum) return schema.enum
  if (schema.type === 'boolean') return [true, false]
  if (schema.format === 'date-time') return [new Date(Date.now() - 60_000).toISOString()]
  throw new Error(`add a sample of ${name}, so that its query is explained`)
}
