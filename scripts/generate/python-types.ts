import { pascalCase } from './client-names.js'
import type { Schema } from './client-operations.js'

const SCALARS: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

/** Words that cannot be the names of fields in a class. */
const KEYWORDS = new Set(['from', 'class', 'import', 'global', 'pass', 'with', 'is', 'in', 'not', 'and', 'or'])

/** Required by the API, and filled in by the client. */
const FILLED_IN = new Set(['SendRequest.idempotency_key'])

/** Makes Python types of schemas: a TypedDict of each object, whose name is that of its place if it has none. */
export class PythonTypes {
  readonly #definitions = new Map<string, string>()

  /** Defines a named schema of the document. */
  define(name: string, schema: Schema): void {
    if (isRecord(schema)) this.#defineClass(name, schema)
    else this.#add(name, `${name} = ${this.typeOf(schema, name)}\n`)
  }

  /** A type as an expression, for `withReferences`. @param place the name of an object without one. */
  typeOf(schema: Schema, place: string): string {
    if (schema.$ref) return reference(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1))
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`
    if (schema.enum) return union(schema.enum.map((value) => (value === null ? 'None' : `Literal[${literal(value)}]`)))
    if (schema.anyOf) return union(schema.anyOf.map((part, index) => this.typeOf(part, nth(place, index))))
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => this.typeOf({ ...schema, type }, place)))
    if (schema.type === 'array') return `List[${this.typeOf(schema.items ?? {}, `${place}Item`)}]`
    if (schema.type === 'object') return this.#objectType(schema, place)
    return SCALARS[schema.type ?? ''] ?? 'Any'
  }

  /** The definitions, in the order of their names. */
  get text(): string {
    return [...this.#definitions]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, text]) => withReferences(text, (name) => `"${name}"`))
      .join('\n\n')
  }

  #objectType(schema: Schema, place: string): string {
    if (isRecord(schema)) {
      this.#defineClass(place, schema)
      return reference(place)
    }
    const { additionalProperties: rest } = schema
    const isTyped = typeof rest === 'object' && !schema.properties
    return `Dict[str, ${isTyped ? this.typeOf(rest, `${place}Value`) : 'Any'}]`
  }

  #defineClass(name: string, { properties = {}, required = [], description }: Schema): void {
    const fields = Object.entries(properties).map(([key, field]) => {
      const type = this.typeOf(field, name + pascalCase(key))
      const isRequired = required.includes(key) && !FILLED_IN.has(`${name}.${key}`)
      return { key, type: isRequired ? `Required[${type}]` : type, description: field.description }
    })
    if (fields.some(({ key }) => KEYWORDS.has(key))) {
      const lines = fields.map(
        ({ key, type, description: about }) => `${comment(about)}        "${key}": ${quoted(type)},\n`,
      )
      this.#add(name, `${name} = TypedDict(\n    "${name}",\n    {\n${lines.join('')}    },\n    total=False,\n)\n`)
      return
    }
    const lines = fields.map(({ key, type, description: about }) => `${comment(about, '    ')}    ${key}: ${type}\n`)
    const doc = description ? `    """${docText(description)}"""\n\n` : ''
    this.#add(name, `class ${name}(TypedDict, total=False):\n${doc}${lines.join('') || '    pass\n'}`)
  }

  #add(name: string, text: string): void {
    const before = this.#definitions.get(name)
    if (before !== undefined && before !== text)
      throw new Error(`two different Python types would have the name ${name}`)
    this.#definitions.set(name, text)
  }
}

/** A type by its name, which the module of the types has as a string and other modules as a name in it. */
const reference = (name: string): string => `<${name}>`

/** Writes the references in a text as a module needs them. */
export const withReferences = (text: string, write: (name: string) => string): string =>
  text.replace(/<([A-Z]\w*)>/g, (_all, name: string) => write(name))

/** An object with fields of its own alone: others are dictionaries. */
const isRecord = ({ type, properties, additionalProperties }: Schema): boolean =>
  type === 'object' &&
  properties !== undefined &&
  typeof additionalProperties !== 'object' &&
  additionalProperties !== true

const nth = (place: string, index: number): string => (index === 0 ? place : `${place}${index + 1}`)

const literal = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value)

function union(types: string[]): string {
  const literals = types.flatMap((type) => /^Literal\[(.*)\]$/.exec(type)?.[1] ?? [])
  const others = types.filter((type) => type !== 'None' && !type.startsWith('Literal['))
  const parts = [...new Set(others), ...(literals.length > 0 ? [`Literal[${literals.join(', ')}]`] : [])]
  const one = parts.length === 1 ? parts[0]! : `Union[${parts.join(', ')}]`
  return types.includes('None') ? `Optional[${one}]` : one
}

/** A type as a string: the values of a dictionary are evaluated, and annotations are not. */
const quoted = (type: string): string => `'${type}'`

/** Text that may stand in a docstring. */
export const docText = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/\\/g, '\\\\').replace(/"""/g, "'''").replace(/"$/, "'")

const comment = (text: string | undefined, indent = '        '): string =>
  text ? `${indent}# ${text.replace(/\s+/g, ' ')}\n` : ''
