import type { ApiDocument, Schema } from './document.js'

/** A row in the table of the fields of a request or a response. */
export interface Field {
  /** Its path, like `destination.email` or `attachments[].filename`. */
  name: string
  type: string
  isRequired: boolean
  /** Markdown. */
  meaning: string
}

/** Objects inside objects are shown to this depth; filters of contacts contain filters. */
const MAX_DEPTH = 4

/** The fields of a JSON value, with those of the objects in it. None for a value that is no object. */
export function fieldsOf(document: ApiDocument, schema: Schema, prefix = '', depth = 0): Field[] {
  if (depth === MAX_DEPTH) return []
  const resolved = resolve(document, schema)
  const { properties = {}, required = [] } = resolved
  const own = Object.entries(properties).flatMap(([key, property]) => {
    const name = prefix + key
    const field = {
      name,
      type: typeOf(document, property),
      isRequired: required.includes(key),
      meaning: [property.description ?? resolve(document, property).description ?? '', limitsOf(document, property)]
        .filter(Boolean)
        .join(' '),
    }
    return [field, ...fieldsOf(document, property, `${name}.`, depth + 1)]
  })
  const inItems = resolved.items ? fieldsOf(document, resolved.items, inList(prefix), depth + 1) : []
  const inKinds = (resolved.anyOf ?? []).flatMap((kind) => fieldsOf(document, kind, prefix, depth))
  return [...own, ...inItems, ...inKinds]
}

/** `attachments.` → `attachments[].`. */
const inList = (prefix: string) => (prefix === '' ? '[].' : prefix.replace(/\.$/, '[].'))

/** The type of a value in words, like `string or null` or `array of objects`. */
export function typeOf(document: ApiDocument, schema: Schema): string {
  return [...new Set(kindsOf(document, schema))].join(' or ') || 'any value'
}

function kindsOf(document: ApiDocument, schema: Schema): string[] {
  const resolved = resolve(document, schema)
  if (resolved.anyOf) return resolved.anyOf.flatMap((kind) => kindsOf(document, kind))
  const types = [resolved.type ?? []].flat()
  return types.map((type) => {
    if (type === 'array' && resolved.items) return `array of ${plural(typeOf(document, resolved.items))}`
    return type === 'string' && resolved.format === 'date-time' ? 'timestamp' : type
  })
}

const plural = (type: string) => (/^(string|number|integer|boolean|object)$/.test(type) ? `${type}s` : `(${type})`)

/** What a value may be, as Markdown. */
function limitsOf(document: ApiDocument, schema: Schema): string {
  const resolved = resolve(document, schema)
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = resolved
  const words = resolved.enum ?? (resolved.const === undefined ? [] : [resolved.const])
  return [
    ...(resolved.anyOf ?? []).map((kind) => limitsOf(document, kind)),
    words.length > 0 && `One of: ${words.map((word) => `\`${word}\``).join(', ')}.`,
    between('characters', minLength, maxLength),
    between('items', minItems, maxItems),
    minimum !== undefined && maximum !== undefined && `From ${minimum} to ${maximum.toLocaleString('en-US')}.`,
    resolved.default !== undefined && `Default: \`${JSON.stringify(resolved.default)}\`.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function between(unit: string, least = 0, most?: number): string {
  if (most === undefined) return ''
  const limit = most.toLocaleString('en-US')
  return least > 1 ? `${least} to ${limit} ${unit}.` : `At most ${limit} ${unit}.`
}

/** A schema, or the component it refers to. */
export function resolve({ components }: ApiDocument, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : { ...components.schemas[name], ...without$ref(schema) }
}

function without$ref({ $ref: _, ...own }: Schema): Schema {
  return own
}
