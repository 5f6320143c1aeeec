import { isRestOnly, operationList, sections, wordOf } from '../../src/operations/list.js'
import type { AnyOperation } from '../../src/operations/runner.js'
import type { Json, JsonObject } from '../../src/rest/openapi/json.js'
import { SchemaBook } from '../../src/rest/openapi/schema-book.js'

/*
 * Writes docs/trpc.md: every procedure with its input, its output and an example, and the types that they name.
 */

const HEAD = `# tRPC procedures

Every procedure of [the tRPC API](api.md#trpc), written by \`npm run generate\` from the table of operations. The client
calls a query with \`client.messages.get.query(input)\`, a mutation with \`.mutate(input)\` and a subscription with
\`.subscribe(input)\`. An input is always an object, even where REST takes a list. Optional fields can
be left out or null.
`

/** The text of docs/trpc.md. */
export function trpcProcedures(): string {
  const book = new SchemaBook()
  const procedures = operationList.filter((operation) => !isRestOnly(operation))
  const hasSection = (word: string) => sections.some((section) => section.word === word)
  const words = [...new Set(procedures.map(wordOf))].toSorted(
    (one, other) => Number(hasSection(other)) - Number(hasSection(one)),
  )
  const parts = words.flatMap((word) => [
    ...sectionHead(word),
    ...procedures.filter((operation) => wordOf(operation) === word).flatMap((operation) => describe(book, operation)),
  ])
  const types = Object.entries(book.components()).flatMap(([name, schema]) => describeType(name, schema as JsonObject))
  return [HEAD, ...parts, '## Types', '', ...types].join('\n')
}

/** The section of the operations without routes. */
const STREAMS = { title: 'Events', description: 'Events of timelines as they are recorded, over server-sent events.' }

function sectionHead(word: string): string[] {
  const { title, description } = sections.find((each) => each.word === word) ?? STREAMS
  return [`## ${title}`, '', description, '']
}

function describe(book: SchemaBook, operation: AnyOperation): string[] {
  const { name, kind, scope, summary, examples = [] } = operation
  const [example] = examples as readonly { input: Json; output: Json }[]
  const output = kind === 'subscription' ? 'Each event' : 'Output'
  return [
    `### ${name}`,
    '',
    `A ${kind}. ${scopeIn(scope)} ${summary}`,
    '',
    ...shape('Input', book.input(operation.input)),
    ...shape(output, book.output(operation.output)),
    ...(example ? ['```jsonc', '// input', json(example.input), '// output', json(example.output), '```', ''] : []),
  ]
}

/** Every tRPC call has a key, also where REST needs none. */
function scopeIn(scope: string): string {
  if (scope === 'any' || scope === 'public') return 'Takes any key.'
  return scope === 'admin' ? 'Needs the scope `admin`.' : `Needs the scope \`${scope}\` or \`admin\`.`
}

const json = (value: Json) => JSON.stringify(value, null, 2)

/** A shape: a link if it has a name, a table if it is an object, otherwise its type. */
function shape(title: string, schema: JsonObject): string[] {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonObject>)
  if (fields.length === 0)
    return [`${title}: ${schema.type === 'object' ? 'an object without fields' : typeIn(schema)}.`, '']
  return [`${title}:`, '', ...table(schema)]
}

function table(schema: JsonObject): string[] {
  const required = (schema.required ?? []) as string[]
  const rows = flatten(schema.properties as JsonObject, required)
  return ['| Field | Type | |', '|---|---|---|', ...rows, '']
}

/** The rows of the fields. Those of nameless objects follow under their path. */
function flatten(properties: JsonObject, required: readonly string[], parent = ''): string[] {
  return Object.entries(properties as Record<string, JsonObject>).flatMap(([name, field]) => {
    const path = `${parent}${name}`
    const row = `| \`${path}\` | ${required.includes(name) ? typeIn(field) : `${typeIn(field).replace(/ or null$/, '')}, optional`} | ${cell(field.description)} |`
    const item = field.type === 'array' ? (field.items as JsonObject) : field
    const inner = item.properties as JsonObject | undefined
    const suffix = field.type === 'array' ? '[].' : '.'
    return [row, ...(inner ? flatten(inner, (item.required ?? []) as string[], path + suffix) : [])]
  })
}

const cell = (text: Json | undefined) => (typeof text === 'string' ? text.replaceAll('|', '\\|') : '')

function describeType(name: string, schema: JsonObject): string[] {
  const about = typeof schema.description === 'string' ? [schema.description, ''] : []
  const body = schema.properties ? table(schema) : [`${typeIn(schema)}.`, '']
  return [`### Type ${name}`, '', ...about, ...body]
}

/** The type of a value in words. */
function typeIn(schema: JsonObject): string {
  if (typeof schema.$ref === 'string') return linkTo(schema.$ref.split('/').at(-1)!)
  if (schema.const !== undefined) return `\`${schema.const}\``
  if (Array.isArray(schema.enum)) return schema.enum.map((word) => `\`${word}\``).join(', ')
  const parts = (schema.anyOf ?? schema.oneOf) as JsonObject[] | undefined
  if (parts) return [...new Set(parts.map(typeIn))].join(' or ')
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  if (schema.type === 'array') return `list of ${typeIn(schema.items as JsonObject)}`
  if (schema.type === 'object' && schema.additionalProperties)
    return `object of ${typeIn(schema.additionalProperties as JsonObject)}`
  if (schema.format === 'date-time') return 'timestamp'
  return typeof schema.type === 'string' ? schema.type : 'any JSON value'
}

const linkTo = (name: string) => `[${name}](#type-${name.toLowerCase()})`
