import { createHash } from 'node:crypto'
import { getIntrospectionQuery } from 'graphql'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LIMITS } from '../../src/graphql/limits.js'
import type { Program } from '../support/built-program.js'
import { Deployment } from '../support/deployment.js'
import { LoopWatch } from '../support/loop-watch.js'
import { call } from '../support/start-app.js'

/*
 * The costliest questions about the schema that a key may ask a real process. Each is answered or refused; the answer is
 * small, and nobody waits for it.
 */

/** Requests at the same time that would hold everybody up together. */
const MANY = 40
/** Longest time that anybody may wait for others, in ms of CPU time. */
const MAX_HELD_MS = 200
/** Most characters of an answer, those of a batch together: the limits of the cost, and what they do not count exactly. */
const MAX_ANSWER_CHARS = LIMITS.cost * LIMITS.descriptionChars * 1.1

let deployment: Deployment
let api: Program
let key: string
let watch: LoopWatch
beforeAll(async () => {
  deployment = await Deployment.create({})
  api = await deployment.start('api')
  const { body } = await call(deployment.url, 'POST', '/v1/keys', {
    key: deployment.adminKey,
    body: { scope: 'send' },
  })
  key = body.key
})
afterAll(() => deployment.close())
beforeEach(() => {
  watch = new LoopWatch(deployment.url, api)
})
afterEach(() => watch.end())

const each = (count: number, unit: (index: number) => string) =>
  Array.from({ length: count }, (_none, index) => unit(index)).join(' ')
/** As many aliases as are allowed, of one field. */
const aliases = (field: string, count = 29) => each(count, (index) => `a${index}: ${field}`)

/** Fields, each in the one before, around a selection. */
const deep = (path: string, inner: string) => {
  const fields = path.split(/ (?!")(?![^(]*\))/)
  return `{ ${fields.join(' { ')} { ${inner} ${'}'.repeat(fields.length)} }`
}

const types = (selection: string) => `{ __schema { types { ${selection} } } }`
const EVERY_TYPE =
  'fragment S on __Schema { types { name description fields { name description args { name type { name } } } } }'

/** What is answered alone. */
const ANSWERED: Record<string, string> = {
  'types under aliases': `{ ${aliases('__type(name: "Mutation") { ...T }')} } fragment T on __Type { fields { name description args { name description type { name ofType { name } } } } }`,
  'inputs of the largest type': deep(
    '__type(name: "Mutation") fields args type ofType inputFields type ofType',
    'name',
  ),
  'types of types': deep('__type(name: "Query") fields type fields type', 'name'),
  'descriptions of fields of types': deep('__type(name: "Query") fields type fields', aliases('description')),
  'descriptions of types of types': deep('__type(name: "Query") fields type fields type', aliases('description')),
  'descriptions of their types': deep('__schema types fields type', aliases('description', 14)),
  'descriptions of inputs of the largest type': deep(
    '__type(name: "Mutation") fields args type ofType inputFields',
    aliases('description'),
  ),
  'the same type again and again': deep('__schema types fields args type', `ofType { ${aliases('description', 10)} }`),
  'descriptions under aliases': types(`fields { ${aliases('description', 14)} }`),
  'descriptions of arguments under aliases': types(`fields { args { ${aliases('description')} } }`),
  'descriptions of inputs under aliases': types(`inputFields { ${aliases('description')} }`),
  'default values and names': `{ __type(name: "Mutation") { fields { ${aliases('description', 14)} args { type { ofType { inputFields { ${aliases('description', 15)} } } } } } } }`,
  'a name in a variable': `query ($n: String!) { ${aliases('__type(name: $n) { ...T }')} } fragment T on __Type { fields { name description args { name description } } }`,
  'enum values under aliases': types(aliases('enumValues(includeDeprecated: true) { name description }')),
  'the usual query': getIntrospectionQuery(),
}

/** What is refused, alone and in a batch. */
const REFUSED: Record<string, string> = {
  'every type under aliases': `{ ${aliases('__schema { ...S }')} } ${EVERY_TYPE}`,
  'descriptions of types of all types': deep('__schema types fields type fields', aliases('description')),
  'types of types of types': deep('__type(name: "Query") fields type fields type fields', 'name'),
  'fields under aliases': types(aliases('fields(includeDeprecated: true) { name args { name } }', 8)),
  'a fragment used often': `${types(each(200, () => '...F'))} fragment F on __Type { name fields { name } }`,
  'fragments in fragments': `{ __schema { ...F0 } } ${each(40, (index) => `fragment F${index} on __Schema { ...F${index + 1} ...F${index + 1} }`)} fragment F40 on __Schema { types { fields { name } } }`,
  'fields that are left out': `query ($no: Boolean = false) { __schema { ${aliases('types @include(if: $no) { fields { name } }')} } }`,
  'one field again and again': types(each(900, () => 'name')),
  'the usual query, with one more name': getIntrospectionQuery().replace('types {', 'types { more: name'),
  'in a mutation': 'mutation { __schema { types { fields { name } } } }',
  'in a subscription': 'subscription { __schema { types { fields { name } } } }',
}

async function ask(send: () => Promise<Response>, title: string): Promise<string> {
  let heldMs = Infinity
  let text = ''
  for (let attempt = 1; attempt <= 3 && heldMs > MAX_HELD_MS; attempt += 1) {
    await watch.takeHeldMs()
    const response = await send()
    text = await response.text()
    expect(response.status, text.slice(0, 300)).toBeLessThan(500)
    heldMs = Math.min(heldMs, await watch.takeHeldMs())
  }
  if (process.env.FIGURES)
    process.stdout.write(
      `${title}: ${Math.round(heldMs)} ms, ${text.length} characters${text.includes('"errors"') || text.length < 100 ? ` ${text.slice(0, 160)}` : ''}\n`,
    )
  expect.soft(heldMs, title).toBeLessThan(MAX_HELD_MS)
  expect.soft(text.length, title).toBeLessThan(MAX_ANSWER_CHARS)
  return text
}

const headers = () => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' })
const post = (body: unknown) =>
  fetch(`${deployment.url}/graphql`, { method: 'POST', headers: headers(), body: JSON.stringify(body) })
const get = (query: Record<string, string>) =>
  fetch(`${deployment.url}/graphql?${new URLSearchParams(query)}`, { headers: headers() })

const variables = { n: 'Mutation' }
const hashOf = (query: string) => ({
  persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') },
})
const isRefused = (text: string) => text.startsWith('{"errors"')

/** Asks in every way, and returns the answers to one question. */
async function askInEveryWay(title: string, query: string): Promise<string[]> {
  const extensions = hashOf(query)
  const answers = [
    await ask(() => post({ query, variables }), title),
    await ask(() => post({ query, variables, extensions }), `${title}, with its hash`),
    await ask(() => post({ variables, extensions }), `${title}, by its hash`),
    await ask(() => get({ query, variables: JSON.stringify(variables) }), `${title}, by GET`),
  ]
  const batch = Array.from({ length: 10 }, (_none, index) => ({ query: `${query} #${index}`, variables }))
  await ask(() => post(batch), `${title}, ten times`)
  return answers
}

describe('a question about the schema holds nobody up, and has a small answer:', () => {
  test.each(Object.entries(ANSWERED))('%s', async (title, query) => {
    const [answer, ...others] = await askInEveryWay(title, query)
    expect(isRefused(answer!), answer!.slice(0, 300)).toBe(false)
    for (const other of others) expect(other === answer).toBe(true)
  })

  test.each(Object.entries(REFUSED))('%s', async (title, query) => {
    for (const answer of await askInEveryWay(title, query)) expect(isRefused(answer), answer.slice(0, 300)).toBe(true)
  })

  test('many at the same time, each refused for its text', async () => {
    const type = 'name kind ofType { name kind ofType { name } }'
    const fields = `fields(includeDeprecated: true) { name ${aliases('description', 14)} args { name description } type { ${type} } }`
    const schema = `types { name description ${fields} inputFields { name description } enumValues { name description } }`
    let heldMs = Infinity
    for (let attempt = 1; attempt <= 3 && heldMs > MAX_HELD_MS; attempt += 1) {
      await watch.takeHeldMs()
      const texts = Array.from({ length: MANY }, (_none, index) => `{ __schema { ${schema} } } #${attempt}.${index}`)
      const answers = await Promise.all(texts.map(async (query) => (await post({ query })).text()))
      for (const answer of answers) expect(answer.slice(0, 100)).toContain('The description of the schema has about')
      heldMs = Math.min(heldMs, await watch.takeHeldMs())
    }
    if (process.env.FIGURES) process.stdout.write(`${MANY} at once: ${Math.round(heldMs)} ms\n`)
    expect(heldMs).toBeLessThan(MAX_HELD_MS)
  })
})
