import { expect, test } from 'vitest'
import { type Route, routes } from '../../src/rest/routes.js'
import { SETTINGS } from '../../src/settings/settings.js'
import { startDnsApp } from '../support/dns-app.js'
import { startStripeStandIn } from '../support/stripe-stand-in.js'

/**
 * Requests that need something which only exists later: a mailed token, a stored file, a list, a verified domain, or a domain that
 * receives mail.
 */
const CANNOT_WORK_YET = [
  'contacts.import',
  'testRecipients.verify',
  'mail.compose',
  'mail.inboxes.create',
  'inbound.routes.create',
  'broadcasts.create',
  'broadcasts.previewNew',
]

interface Exchange {
  summary: string
  input: Record<string, unknown>
  output: unknown
}

/** The first example of a route is the one that the page at /docs/api fills in. */
const filledIn = routes.flatMap((route) => {
  const [first] = (route.operation.examples ?? []) as readonly Exchange[]
  const needsId = route.path.includes(':') || route.file || CANNOT_WORK_YET.includes(route.operation.name)
  return needsId || !first ? [] : [[route.operation.name, route, first] as const]
})

function requestOf({ method, path, bodyField }: Route, { input }: Exchange) {
  if (method !== 'GET' && method !== 'DELETE') return { path, body: bodyField ? input[bodyField] : input }
  const query = Object.entries(input).map(([name, value]): [string, string] => [name, String(value)])
  return { path: `${path}?${new URLSearchParams(query)}` }
}

/** What the example promises of each item of a batch. */
const successesIn = (items: unknown) => Array.isArray(items) && items.map(({ success }) => success)

test('the example that /docs/api fills in works on a new account, for every route without an id', async () => {
  const stripe = await startStripeStandIn()
  const app = await startDnsApp({
    // An endpoint must have a public address.
    records: { 'example.com': { A: ['93.184.215.14'] } },
    settings: { ...stripe.settings, BOOTSTRAP_OWNER_EMAIL: SETTINGS.BOOTSTRAP_OWNER_EMAIL.fallback },
  })
  expect(filledIn.length).toBeGreaterThan(20)
  for (const [name, route, example] of filledIn) {
    const { path, body } = requestOf(route, example)
    const headers = { ...(route.bodyType && { 'content-type': route.bodyType }) }
    const answer = await app.call(route.method, path, { headers, ...(body !== undefined && { body }) })
    expect([name, answer.status, answer.body]).toEqual([name, route.status ?? 200, answer.body])
    expect(successesIn(answer.body)).toEqual(successesIn(example.output))
  }
  await app.close()
  await stripe.close()
})

const inputs = routes.flatMap(({ operation }) => (operation.examples ?? []) as readonly Exchange[])

test('no example asks for a time that soon is past, unless it says so', () => {
  const timed = inputs.filter(({ input }) => input.scheduled_at)
  expect(timed.map(({ summary }) => summary)).toEqual([expect.stringContaining('Replace the time')])
  const expiring = inputs.flatMap(({ input }) => input.expires_at ?? [])
  expect(expiring).toEqual([expect.stringMatching(/^2099-/)])
})

test('the example of a test recipient uses no address that other examples suppress', () => {
  const emailOf = (name: string, field: string) => filledIn.find(([each]) => each === name)?.[2].input[field]
  const suppressed = JSON.stringify([
    emailOf('suppressions.create', 'recipient'),
    emailOf('suppressions.import', 'entries'),
  ])
  const email = emailOf('testRecipients.create', 'email')
  expect(email).toMatch(/@example\.com$/)
  expect(suppressed.toLowerCase()).toContain('ada@example.com')
  expect(suppressed).not.toContain(email)
})
