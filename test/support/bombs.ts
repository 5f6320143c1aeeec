import { BODY_SIZES, type BodySize } from '../../src/operations/body-sizes.js'

/** A JSON text that costs a lot. */
export interface Bomb {
  title: string
  text: () => string
  /** The type of the JSON value, or how it begins if it is cut off. */
  form: 'array' | 'object' | 'string'
  /** Whether it is within the limits. */
  isAllowed: boolean
}

/** Bytes of a body that are left for what surrounds a bomb. */
const SURROUNDINGS = 8 * 1024
const MAX_PROPERTIES = 50_000

/** JSON that is as costly as a size allows, or costs more with the same number of bytes. */
export function bombsOf(size: BodySize): Bomb[] {
  const { maxTokens, maxBytes } = BODY_SIZES[size]
  const bytes = maxBytes - SURROUNDINGS
  const tokens = maxTokens - 1_000
  const filled = (unit: string, open: string, close: string) => () =>
    open + unit.repeat(Math.floor((bytes - open.length - close.length) / Buffer.byteLength(unit))) + close
  const numbers = (count: number) => () => `[${'1,'.repeat(count - 2)}1]`
  const names = (nameOf: (index: number) => string) => () =>
    `{${Array.from({ length: Math.min(MAX_PROPERTIES, bytes / 20, tokens / 2) }, (_none, index) => `"${nameOf(index)}":1`).join()}}`
  return [
    { title: 'numbers', form: 'array', text: numbers(Math.min(tokens, bytes / 2)), isAllowed: true },
    { title: 'names', form: 'object', text: names((index) => `k${index}`), isAllowed: true },
    { title: 'numeric names', form: 'object', text: names((index) => `${index * 4_093}`), isAllowed: true },
    { title: 'a text', form: 'string', text: filled('x', '"', '"'), isAllowed: true },
    { title: 'a text of other letters', form: 'string', text: filled('世', '"', '"'), isAllowed: true },
    { title: 'a text of escapes', form: 'string', text: filled('\\u4e16', '"', '"'), isAllowed: true },
    { title: 'nothing but numbers', form: 'array', text: filled('1,', '[', '1]'), isAllowed: bytes / 2 < tokens },
    { title: 'nothing but objects', form: 'array', text: filled('{},', '[', '{}]'), isAllowed: bytes / 3 < tokens },
    {
      title: 'one name again and again',
      form: 'object',
      text: filled('"a":1,', '{', '"a":1}'),
      isAllowed: bytes / 6 < MAX_PROPERTIES,
    },
    { title: 'nothing but brackets', form: 'array', text: filled('[', '', ''), isAllowed: false },
    {
      title: 'texts, and a mistake at the end',
      form: 'array',
      text: filled('"é\\n",', '[', '"a",]'),
      isAllowed: false,
    },
    { title: 'white space, and a mistake at the end', form: 'array', text: filled(' ', '[', '}'), isAllowed: false },
  ]
}

/** An example with a bomb in each of its fields, in turn: the name of the field and the text. */
export function inEachField(example: object, bomb: string): [field: string, text: string][] {
  return Object.keys(example).map((field) => {
    const marked = JSON.stringify({ ...example, [field]: MARK })
    return [field, marked.replace(JSON.stringify(MARK), () => bomb)]
  })
}

const MARK = 'the place of the bomb'
