import { operationList } from '../../src/operations/list.js'
import type { Kind, Post } from './kind.js'
import { mutated } from './pump.js'
import type { Random } from './random.js'

const PATHS = [
  '/v1/send',
  '/v1/send/batch',
  '/v1/templates',
  '/v1/templates/preview',
  '/v1/contacts',
  '/v1/contact-lists',
  '/v1/suppressions',
  '/v1/suppressions/import',
]
const UNITS = ['[', '{"a":', '"', '\\', '\\u0000', '1,', '{},', '"a":1,', ' ', '9', '-', 'é', '🌍', ',', ']', '}']
/** Units within a text: what addresses, headers, HTML and templates are made of. */
const TEXT_UNITS = [
  ...[' ', '\r\n', '"', '<', '(', '@', 'a@', '.', ',', 'a@b.cc,', '\u0000', '\u0301', '‹', '%', '&amp', '\ud800'],
  ...['<a href=x>', '<!--', '<img src="cid:a">', '{{', '{{ a }}', '{% if a %}', '{{ a | upcase }}', '{%', '| a '],
]

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

interface Example {
  path: string
  body: Json
}

/** The bodies of the examples, as REST takes them. */
const examples: Example[] = operationList.flatMap(({ rest, examples = [] }) =>
  rest?.method === 'POST' && PATHS.includes(rest.path)
    ? examples.map(({ input }) => {
        const body = input as { [name: string]: Json }
        return { path: rest.path, body: rest.bodyField ? body[rest.bodyField]! : body }
      })
    : [],
)

/** A value with one part of it, at any depth, replaced by a long one. */
function grown(random: Random, value: Json): Json {
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0 && random.below(8) > 0) {
    const name = random.oneOf(Object.keys(value))
    const part = grown(random, (value as Record<string, Json>)[name]!)
    return Array.isArray(value)
      ? value.map((item, index) => (String(index) === name ? part : item))
      : { ...value, [name]: part }
  }
  const count = 1 + random.below(random.oneOf([5, 100, 20_000]))
  const how = random.below(4)
  if (how === 0) return Array<Json>(count).fill(value)
  if (how === 1) return Object.fromEntries(Array.from({ length: count }, (_none, index) => [`a${index}`, value]))
  return mutated(random, typeof value === 'string' ? value : 'a', TEXT_UNITS)
}

/** Bodies of JSON: with something too long at its place, or broken anywhere. */
export function jsonKind(post: Post): Kind {
  return {
    next(random) {
      const { path, body } = random.oneOf(examples)
      const text =
        random.below(3) === 0 ? mutated(random, JSON.stringify(body), UNITS) : JSON.stringify(grown(random, body))
      return { title: `${path}, ${text.length} characters`, run: () => post(path, 'application/json', text) }
    },
  }
}
