import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorOf } from '../../src/services/caller.js'
import { type Command, watchCommands } from '../support/commands.js'
import { takeDatabase } from '../support/databases.js'
import { type DnsApp, startDnsApp } from '../support/dns-app.js'
import type { TestApp } from '../support/start-app.js'
import { type StripeStandIn, startStripeStandIn } from '../support/stripe-stand-in.js'
import { identities, prepareDomains } from './cases/domains.js'
import { successCases } from './cases.js'
import { accountsForCases } from './mailbox-account.js'
import { doors } from './three-doors.js'

/*
 * Who changes what processes keep of an account has to change a revision too (see `models/revisions.ts`). Here every
 * operation runs once, and every command is watched: a new writer that forgets the revision fails this test.
 */

let app: DnsApp
let stripe: StripeStandIn
let accountFor: (operation: string) => TestApp
let commands: Command[]

beforeAll(async () => {
  stripe = await startStripeStandIn()
  const settings = { ...stripe.settings, MONGODB_URI: `${takeDatabase()}&monitorCommands=true` }
  app = await startDnsApp({ records: { 'broken.test': 'SERVFAIL' }, settings, ports: { identities } })
  accountFor = await accountsForCases(app)
  commands = watchCommands(app.app)
})
afterAll(async () => {
  await app.close()
  await stripe.close()
})

/** What follows from a write. */
interface Rule {
  /** Whether the revision changes in the same transaction, or in a later command. */
  when: 'together' | 'later'
  revision: `${'accounts' | 'event_sequences'} ${string}`
  /** Writes that change nothing of what is kept. */
  exempt?: (updateText: string) => boolean
}

const RULES: Record<string, Rule> = {
  api_keys: { when: 'together', revision: 'accounts revision', exempt: (text) => text.includes('$max') },
  domains: {
    when: 'together',
    revision: 'accounts revision',
    // A deletion that is taken over was begun before. A host is taken from domains that are not verified any more.
    exempt: (text) => /^\{"\$set":\{"deleting_at":"[^"]+"\}\}$|^\{"\$unset":\{"link_host":1\}\}$/.test(text),
  },
  webhook_subscriptions: { when: 'later', revision: 'event_sequences revision' },
  accounts: {
    when: 'later',
    revision: 'event_sequences revision',
    exempt: (text) => !text.includes('"suspended_at"'),
  },
  suppressions: { when: 'later', revision: 'accounts suppressions_revision' },
  topic_opt_outs: { when: 'later', revision: 'accounts suppressions_revision' },
}

/** The updates, inserts and deletions of a command, as texts. */
function writesOf({ name, body }: Command): string[] {
  if (name === 'findAndModify') return [JSON.stringify(body.update ?? 'remove')]
  if (name === 'update') return body.updates.map(({ u }: { u: unknown }) => JSON.stringify(u))
  return name === 'insert' || name === 'delete' ? [name] : []
}

/** A new account comes with its first key, and nothing of it is kept before. */
const changes = (command: Command, [collection, field]: string[]) =>
  command.collection === collection &&
  (writesOf(command).some((text) => text.includes(`"$inc":{"${field}"`)) || command.name === 'insert')

/** The writes that no change of a revision goes with. */
function forgotten(all: readonly Command[]): string[] {
  return all.flatMap((command, index) => {
    const rule = RULES[command.collection]
    const texts = rule ? writesOf(command).filter((text) => !rule.exempt?.(text)) : []
    if (!rule || texts.length === 0 || (command.collection === 'accounts' && command.name === 'insert')) return []
    const { transaction } = command
    const partners =
      rule.when === 'later'
        ? all.slice(index + 1)
        : all.filter((other) => transaction !== null && other.transaction === transaction)
    const revision = rule.revision.split(' ')
    return partners.some((other) => changes(other, revision)) ? [] : [`${command.collection} ${texts}`]
  })
}

test('whatever changes keys, domains, subscriptions, suspensions or suppressions changes a revision', {
  timeout: 240_000,
}, async () => {
  const operator = operatorOf(app.accountId)
  const { accounts, apiKeys, suppressions, dkimRotation } = app.app.services
  const prepared = await prepareDomains(app)
  for (const { operation, input, key } of successCases) {
    const account = accountFor(operation)
    const from = commands.length
    const secret = key === 'test' ? await app.testKey() : account.adminKey
    const outcome = await doors[2]!.run(app.url, operation, await input(account), secret)
    expect(outcome, `${operation}: ${outcome.message}`).toMatchObject({ code: null })
    // An operation writes its suppressions, and changes their revision, before it answers.
    expect(forgotten(commands.slice(from)), operation).toEqual([])
  }
  // What only operators and workers do.
  const from = commands.length
  const other = await accounts.create('other@postline.test')
  await accounts.suspend(other.account_id)
  await accounts.resume(other.account_id)
  await apiKeys.revokeOfAnyAccount((await apiKeys.create(operator, { scope: 'read' })).id)
  await suppressions.suppress(app.accountId, [{ recipient: 'bounced@example.com', reason: 'hard_bounce' }])
  await suppressions.resubscribe(app.accountId, 'bounced@example.com', ['hard_bounce'])
  await dkimRotation.advance(Object.values(prepared).length > 0 ? 'mailbox.acme.test' : '').catch(() => undefined)
  expect(forgotten(commands.slice(from))).toEqual([])

  const written = new Set(
    commands.filter((command) => writesOf(command).length > 0).map(({ collection }) => collection),
  )
  expect(Object.keys(RULES).filter((collection) => !written.has(collection))).toEqual([])
})
