import { pascalCase } from './client-names.js'
import type { Parameter, Schema } from './client-operations.js'
import { aligned, commentLines, fieldName, type Line } from './go-text.js'

const SCALARS: Readonly<Record<string, string>> = {
  string: 'string',
  // Amounts of money and sizes may be larger than the int of a 32-bit platform.
  integer: 'int64',
  number: 'float64',
  boolean: 'bool',
}

const NULL: Schema = { type: 'null' }

/** A field that is made by the client if it is empty, also where the API requires one. */
const IDEMPOTENCY_KEY = 'idempotency_key'

/** Whether a type is for requests, whose optional fields may be left out, or for responses alone. */
type Use = 'request' | 'response'

/** Makes Go types of the schemas that operations use: a struct of each object, named by its place if it has no name. */
export class GoTypes {
  readonly #schemas: Readonly<Record<string, Schema>>
  readonly #definitions = new Map<string, { use: Use; text: string }>()

  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.#schemas = schemas
  }

  /** A type as an expression. Null is a value of pointers, slices, maps and `any`. @param place the name of an object without one. */
  typeOf(schema: Schema, place: string, use: Use): string {
    const parts = alternatives(schema)
    const values = parts.filter((part) => part.type !== 'null')
    const type = this.#valueType(values, place, use)
    return values.length < parts.length ? this.nullable(type) : type
  }

  /** The type with nil for no value. */
  nullable(type: string): string {
    return /^(\*|\[\]|map\[|any$)/.test(type) || this.#isMap(type) ? type : `*${type}`
  }

  /** Whether a request has an idempotency key, or each of its items has. */
  hasKey(schema: Schema): boolean {
    return schema.items ? this.hasKey(schema.items) : IDEMPOTENCY_KEY in (this.#resolved(schema).properties ?? {})
  }

  /** The struct of the query of an operation. */
  defineParams(name: string, parameters: readonly Parameter[]): void {
    const lines = parameters.map(({ name: key, required, description, schema }) => {
      const type = this.typeOf(schema, name + pascalCase(key), 'request')
      const isOptionalFlag = !required && type === 'bool'
      return line(fieldName(key), isOptionalFlag ? `*${type}` : type, `query:"${key}"`, aboutOf(schema, description))
    })
    this.#add(name, 'request', `type ${name} struct {\n${aligned(lines)}}\n`)
  }

  /** The definitions, in the order of their names. */
  get text(): string {
    return [...this.#definitions]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { text }]) => text)
      .join('\n')
  }

  #valueType(parts: readonly Schema[], place: string, use: Use): string {
    if (parts.length === 1) return this.#oneType(parts[0]!, place, use)
    // The API takes one for a list of one: a list serves both.
    const list = parts.length === 2 && use === 'request' ? parts.find(({ type }) => type === 'array') : undefined
    if (list) return this.#oneType(list, place, use)
    const objects = parts.map((part) => this.#resolved(part))
    if (objects.length > 0 && objects.every(isRecord)) {
      this.#defineStruct(place, unionOf(objects), use)
      return place
    }
    const types = new Set(parts.map((part) => this.#oneType(part, place, use)))
    return types.size === 1 ? [...types][0]! : 'any'
  }

  #oneType(schema: Schema, place: string, use: Use): string {
    if (schema.$ref) return this.#named(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1), use)
    if (schema.const !== undefined) return SCALARS[typeof schema.const] ?? 'bool'
    if (schema.format === 'date-time') return 'time.Time'
    if (schema.type === 'array') return `[]${this.typeOf(schema.items ?? {}, `${place}Item`, use)}`
    if (schema.type !== 'object') return SCALARS[schema.type as string] ?? 'any'
    if (isRecord(schema)) {
      this.#defineStruct(place, schema, use)
      return place
    }
    const { additionalProperties: rest } = schema
    const isTyped = typeof rest === 'object' && !schema.properties
    return `map[string]${isTyped ? this.typeOf(rest, `${place}Value`, use) : 'any'}`
  }

  #named(name: string, use: Use): string {
    const schema = this.#schemas[name]!
    const known = this.#definitions.get(name)
    if (schema.enum) this.#add(name, use, enumText(name, schema))
    else if (known && (known.use === use || known.use === 'request')) return name
    else if (isRecord(schema)) this.#defineStruct(name, schema, use)
    else {
      const type = this.typeOf(schema, name, use)
      // A union has defined its struct.
      if (type !== name) this.#add(name, use, `${documented(name, schema.description)}type ${name} ${type}\n`)
    }
    return name
  }

  #resolved(schema: Schema): Schema {
    return schema.$ref ? this.#schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)]! : schema
  }

  #isMap(name: string): boolean {
    const schema = this.#schemas[name]
    return schema?.type === 'object' && !isRecord(schema)
  }

  #defineStruct(name: string, { properties = {}, required = [], description }: Schema, use: Use): void {
    // Before its fields, which may be of this type.
    if (this.#definitions.get(name)?.use !== use) this.#definitions.set(name, { use, text: '' })
    const lines = Object.entries(properties).map(([key, schema]) => {
      const type = this.typeOf(schema, name + fieldName(key), use)
      const isMade = use === 'request' && key === IDEMPOTENCY_KEY
      const isOptional = isMade || !required.includes(key)
      const tag = `json:"${key}${isOptional ? ',omitempty' : ''}"`
      return line(fieldName(key), isMade ? 'string' : isOptional ? this.nullable(type) : type, tag, aboutOf(schema))
    })
    const nulls =
      use === 'request' && Object.values(properties).some((field) => /\bnull\b/i.test(field.description ?? ''))
    if (nulls) lines.push({ comment: NULLS_COMMENT, columns: ['NullFields []string `json:"-"`'] })
    const text = `${documented(name, description)}type ${name} struct {\n${aligned(lines)}}\n`
    this.#add(name, use, use === 'request' ? text + requestMethods(name, nulls, IDEMPOTENCY_KEY in properties) : text)
  }

  #add(name: string, use: Use, text: string): void {
    const before = this.#definitions.get(name)
    if (before && before.text !== '' && before.text !== text) {
      throw new Error(`two different Go types would have the name ${name}`)
    }
    this.#definitions.set(name, { use, text })
  }
}

const NULLS_COMMENT = commentLines(
  'NullFields names optional fields to send as null, which is not the same as leaving them out, like "FirstName".',
  '\t',
)

/** The alternatives of a schema, however deep they are. */
function alternatives(schema: Schema): Schema[] {
  if (schema.anyOf) return schema.anyOf.flatMap(alternatives)
  if (Array.isArray(schema.type)) return schema.type.map((type) => (type === 'null' ? NULL : { ...schema, type }))
  return [schema]
}

/** An object with fields of its own alone: others are maps. */
const isRecord = ({ type, properties, additionalProperties }: Schema): boolean =>
  type === 'object' &&
  properties !== undefined &&
  typeof additionalProperties !== 'object' &&
  additionalProperties !== true

/** A struct that holds any of several objects: only what all have is required. */
function unionOf(objects: readonly Schema[]): Schema {
  const properties = Object.assign({}, ...objects.map((object) => object.properties))
  const required = Object.keys(properties).filter((key) => objects.every((object) => object.required?.includes(key)))
  return { type: 'object', properties, required }
}

const line = (name: string, type: string, tag: string, about: string): Line => ({
  comment: about === '' ? '' : commentLines(about, '\t'),
  columns: [name, type, `\`${tag}\``],
})

/** What a field means, and the values of one that has few. */
function aboutOf(schema: Schema, description = schema.description ?? ''): string {
  const values = alternatives(schema).flatMap((part) => part.enum ?? [])
  return values.length === 0
    ? description
    : `${description} One of ${values.map((value) => JSON.stringify(value)).join(', ')}.`.trim()
}

const documented = (name: string, description: string | undefined): string =>
  description ? commentLines(`${name}: ${description}`) : ''

function enumText(name: string, { enum: values = [], description }: Schema): string {
  const lines = values.map((value) => ({
    comment: '',
    columns: [`${name}${constantName(String(value))}`, name, `= ${JSON.stringify(value)}`],
  }))
  return `${documented(name, description)}type ${name} string\n\nconst (\n${aligned(lines)})\n`
}

/** `delivery_delayed`, `email.received` and `PASS` as parts of names. */
const constantName = (value: string): string => pascalCase(value.toLowerCase().replace(/\W/g, '_'))

/** How a request is written as JSON, and where its idempotency key is. */
function requestMethods(name: string, nulls: boolean, isKeyed: boolean): string {
  const json = `
func (r ${name}) MarshalJSON() ([]byte, error) {
	return marshalFields(r, ${nulls ? 'r.NullFields' : 'nil'})
}
`
  return isKeyed ? `${json}\nfunc (r *${name}) key() *string { return &r.IdempotencyKey }\n` : json
}
