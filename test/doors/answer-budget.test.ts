import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AnswerBudget } from '../../src/operations/answer-budget.js'
import { aSend, startApp, type TestApp } from '../support/start-app.js'

/*
 * A short request can ask for the same large texts again and again, by aliases and in batches. Serialising hundreds of
 * megabytes takes seconds, in which nobody else is served, and more memory than there is.
 */

const MIB = 2 ** 20
const TEMPLATES = 4
/** The most that may come: the limit, and what surrounds the values. */
const MAX_ANSWER = 18 * MIB

/** Calls in a batch. */
const CALLS = 40

let app: TestApp
let templateId: string
beforeAll(async () => {
  app = await startApp({ ROLES: 'api', RATE_LIMIT_PER_SECOND: '0' })
  for (let index = 0; index < TEMPLATES; index += 1) {
    const template = {
      channel: 'email',
      name: `t${index}`,
      subject: 's',
      body_html: 'x'.repeat(MIB / 2),
      variables: [],
    }
    const { status, body } = await app.call('POST', '/v1/templates', { body: template })
    expect([status, body.error]).toEqual([201, undefined])
    templateId = body.id
  }
})
afterAll(() => app.close())

async function ask(path: string, body: unknown): Promise<string> {
  const headers = { authorization: `Bearer ${app.adminKey}`, 'content-type': 'application/json' }
  const response = await fetch(`${app.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return response.text()
}

const aliases = (count: number, field: string) =>
  Array.from({ length: count }, (_none, at) => `a${at}: ${field}`).join(' ')
const TOO_LARGE = 'The response would be larger than 16 MiB. Ask for less in one request.'

test.each([
  ['by aliases of a list', `{ ${aliases(29, 'templates { nodes { bodyHtml } }')} }`],
  ['by aliases of a field', `{ templates { nodes { ${aliases(29, 'bodyHtml')} } } }`],
])('GraphQL answers 16 MiB at most when large texts are repeated %s', async (_how, query) => {
  const one = await ask('/graphql', { query })
  expect(one.length).toBeLessThan(MAX_ANSWER)
  expect(one).toContain(TOO_LARGE)
  const ten = await ask('/graphql', Array(10).fill({ query }))
  expect(ten.length).toBeLessThan(MAX_ANSWER)
})

test('GraphQL reads contents up to that, and says which are beyond it', async () => {
  const body_text = 'x'.repeat(3 * MIB)
  const payload = { subject: 's', body_text }
  for (let index = 0; index < 8; index += 1) {
    const body = { ...aSend(), destination: { email: app.ownerEmail }, payload }
    expect((await app.call('POST', '/v1/send', { body })).status).toBe(201)
  }
  const query = '{ messages { nodes { content { bodyText } } } }'
  const answer = await ask('/graphql', { query })
  expect(answer.length).toBeLessThan(MAX_ANSWER + 3 * MIB)
  const { data, errors } = JSON.parse(answer)
  const contents = data.messages.nodes.map(({ content }: { content: object | null }) => content)
  const read = contents.filter((content: { bodyText: string | null } | null) => content && content.bodyText !== null)
  // With the sixth, they would be 18 MiB.
  expect(read).toHaveLength(5)
  for (const content of read) expect(content.bodyText === body_text).toBe(true)
  expect(errors.map(({ message }: { message: string }) => message)).toEqual(Array(3).fill(TOO_LARGE))
})

test('GraphQL answers everything below that, and the next request begins anew', async () => {
  const query = `{ ${aliases(7, 'templates { nodes { bodyHtml } }')} }`
  for (let round = 0; round < 2; round += 1) {
    const { data, errors } = JSON.parse(await ask('/graphql', { query }))
    expect(errors).toBeUndefined()
    expect(data.a6.nodes.map(({ bodyHtml }: { bodyHtml: string }) => bodyHtml.length)).toEqual(
      Array(TEMPLATES).fill(MIB / 2),
    )
  }
})

test('a large response of GraphQL comes whole, even if nothing of it is read for a while', async () => {
  const headers = { authorization: `Bearer ${app.adminKey}`, 'content-type': 'application/json', accept: '*/*' }
  const request = httpRequest(`${app.url}/graphql`, { method: 'POST', headers })
  request.end(JSON.stringify({ query: `{ ${aliases(7, 'templates { nodes { bodyHtml } }')} }` }))
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  // Streams, whose readers are cut off if too much waits for them, are checked twice a second.
  await delay(1_200)
  expect(JSON.parse(await text(response)).data.a6.nodes).toHaveLength(TEMPLATES)
})

test('a batch of tRPC calls answers 16 MiB at most; the calls beyond it say so', async () => {
  const inputs = Object.fromEntries(Array.from({ length: CALLS }, (_none, call) => [call, { id: templateId }]))
  const answer = await ask(`/trpc/${Array(CALLS).fill('templates.get').join()}?batch=1`, inputs)
  expect(answer.length).toBeLessThan(MAX_ANSWER)
  const results = JSON.parse(answer) as { error?: { data: { apiError: { message: string } } } }[]
  const refused = results.flatMap(({ error }) => error?.data.apiError.message ?? [])
  expect(results).toHaveLength(CALLS)
  expect(refused.length).toBeGreaterThan(0)
  expect(new Set(refused)).toEqual(new Set([TOO_LARGE]))
})

test('an event of a stream is a response of its own', () => {
  const budget = new AnswerBudget()
  const event = { payload: { text: 'x'.repeat(10 * MIB) } }
  budget.count(event)
  expect(() => budget.count(event)).toThrow(TOO_LARGE)
  expect(() => budget.count('more')).toThrow(TOO_LARGE)
  budget.restart()
  expect(budget.count(event)).toBe(event)
})
