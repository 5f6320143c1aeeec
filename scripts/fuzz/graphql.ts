import type { Kind, Post } from './kind.js'
import { mutated } from './pump.js'
import type { Random } from './random.js'

const UNITS = [
  '{ ',
  '}',
  '(',
  '[',
  '"',
  '"""',
  '\\',
  '...F ',
  '...on Query { ',
  '@skip(if: true) ',
  'account ',
  'a: ',
  '$a ',
  '#',
  ',',
  ' ',
  '\n',
  '\ufeff',
]
const TEXT_UNITS = ['a', ' ', '"', '@', '<', '\u0301', '世', '{{ a }}', 'a@b.cc, ', '\u0000']
const MOST = 1_200
const SEND = 'mutation ($v: SendInput!) { sendMessage(input: $v) { id } }'
const BATCH = 'mutation ($v: [SendInput!]!) { sendBatch(input: $v) { success } }'
const CONTACTS = 'query ($v: String) { contacts(search: $v, first: 100) { edges { node { id } } } }'
const ENTRY = {
  channel: 'EMAIL',
  idempotencyKey: 'k',
  destination: { email: 'delivered@example.com' },
  payload: { subject: 'Hello', bodyText: 'A text.' },
}

const each = (count: number, unit: (index: number) => string) =>
  Array.from({ length: count }, (_none, index) => unit(index)).join(' ')
const nested = (count: number, open: string, inner: string) => `${open.repeat(count)}${inner}${' }'.repeat(count)}`

/** Documents of any size, by what they repeat. */
const DOCUMENTS: ((count: number) => string)[] = [
  (count) => `{ ${each(count, (index) => `a${index}: account { accountId }`)} }`,
  (count) => `{ account { ${each(count, () => 'accountId')} } }`,
  (count) => `{ ${each(count, () => 'contacts(first: 100) { edges { node { id email } } }')} }`,
  (count) => `{ ${each(count, (index) => `acount${index}`)} }`,
  (count) => `{ ${each(count, () => '...F')} } fragment F on Query { account { accountId } }`,
  (count) =>
    `{ ...F0 } ${each(count, (index) => `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} }`)} fragment F${count} on Query { account { accountId } }`,
  (count) => `{ ...F } fragment F on Query { ${each(count, () => '...F')} }`,
  (count) => `{ ${nested(count, '... on Query { ', 'account { accountId }')} }`,
  (count) => `{ __schema { types { ${nested(count, 'fields { type { ', 'name }')} } } }`,
  (count) => `{ __schema { ${each(count, (index) => `t${index}: types { name fields { name args { name } } }`)} } }`,
  (count) => `{ __type(name: "Query") { fields { type ${nested(count, '{ ofType ', '{ name }')} } } }`,
  (count) => `query (${each(count, (index) => `$v${index}: String`)}) { account { accountId } }`,
  (count) => each(count, (index) => `query Q${index} { account { accountId } }`),
  (count) => `{ account ${each(count, () => '@include(if: true)')} { accountId } }`,
  (count) => `{ message(id: ${'['.repeat(count)}${']'.repeat(count)}) { id } }`,
  (count) => `{ message(id: "${'x'.repeat(count * 100)}") { id } }`,
]

/** Counts of all sizes, small ones as often as large ones, so that many are below the limits. */
const aCount = (random: Random) => 1 + random.below(random.oneOf([5, 30, 200, MOST]))

function withVariables(random: Random): object {
  const text = mutated(random, 'a', TEXT_UNITS)
  return random.oneOf([
    () => ({ query: CONTACTS, variables: { v: text } }),
    () => ({ query: CONTACTS, variables: { v: Array(random.below(50_000)).fill('a') } }),
    () => ({ query: SEND, variables: { v: { ...ENTRY, payload: { subject: 'Hello', bodyText: text } } } }),
    () => ({ query: SEND, variables: { v: { ...ENTRY, destination: { email: text } } } }),
    () => ({ query: SEND, variables: { v: { ...ENTRY, [text.slice(0, 50_000)]: 1 } } }),
    () => ({ query: BATCH, variables: { v: Array(random.below(2_000)).fill(ENTRY) } }),
    () => ({ query: BATCH, variables: { v: Array(random.below(50_000)).fill({}) } }),
  ])()
}

function aRequest(random: Random): object {
  if (random.below(3) === 0) return withVariables(random)
  const query = random.oneOf(DOCUMENTS)(aCount(random))
  return { query: random.below(3) === 0 ? mutated(random, query, UNITS) : query }
}

/** Documents and variables, alone and in batches. */
export function graphqlKind(post: Post): Kind {
  return {
    next(random) {
      const batch = random.below(6) === 0 && Array.from({ length: 1 + random.below(10) }, () => aRequest(random))
      const text = JSON.stringify(batch || aRequest(random))
      return {
        title: `${text.slice(0, 200)}, ${text.length} characters`,
        run: () => post('/graphql', 'application/json', text),
      }
    },
  }
}
