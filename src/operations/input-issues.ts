import { z } from 'zod'

/** The names of JSON types, to complete "must be …". */
const NOUNS: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** The default message for a field without one in its schema. */
export const describeIssue: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type') {
    const noun = NOUNS[issue.expected] ?? `of type ${issue.expected}`
    return issue.input === undefined ? `is required: ${noun}` : `must be ${noun}`
  }
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  if (issue.code === 'too_big') return tellSize(issue.origin, 'at most', issue.maximum)
  if (issue.code === 'too_small') return tellSize(issue.origin, 'at least', issue.minimum)
  return 'is invalid'
}

/**
 * The message for an input that is not an object: the fields that it needs, or else those that it can have.
 * @param given the fields that it has from elsewhere, such as the path.
 */
export function describeRootIssue(schema: z.ZodType, given: object = {}): string {
  const missing = schema.safeParse(given).error?.issues.flatMap(({ path: [name] }) => name ?? []) ?? []
  const possible = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const [word, names] = missing.length > 0 ? ['with', missing] : ['that can have', possible]
  const others = [...new Set(names.map(String))].filter((name) => !(name in given))
  if (others.length === 0) return 'must be an object, which can be empty'
  return `must be an object ${word} ${new Intl.ListFormat('en-GB').format(others.map((name) => `\`${name}\``))}`
}

function tellSize(origin: string, bound: 'at most' | 'at least', limit: number | bigint): string {
  if (origin === 'string') return `must have ${bound} ${limit} characters`
  if (origin === 'array' || origin === 'set') return `must have ${bound} ${limit} items`
  return `must be ${bound} ${limit}`
}
