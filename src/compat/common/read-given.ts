import type { z } from 'zod'
import { ApiError } from '../../errors.js'
import { parseInput } from '../../operations/runner.js'

/** Most fields of a request that are ignored. With more, it is meant for something else. */
const MAX_IGNORED = 50

type Path = readonly PropertyKey[]

/**
 * Reads what was given by a strict schema, without the fields that the schema does not know.
 *
 * @param given loses those fields.
 * @param ignored receives their paths, with `*` for the places in lists.
 * @throws ApiError `invalid_request` for everything else that is wrong, or for more unknown fields than
 *   {@link MAX_IGNORED}.
 */
export function readGiven<S extends z.ZodType>(schema: S, given: unknown, ignored: Set<string>): z.output<S> {
  const issues = schema.safeParse(given).error?.issues ?? []
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue
    const owner = valueAt(given, issue.path)
    for (const name of issue.keys) {
      delete owner[name]
      ignored.add(headerPath([...issue.path, name]))
      if (ignored.size > MAX_IGNORED) throw new ApiError('invalid_request', TOO_MANY)
    }
  }
  return parseInput(schema, given)
}

/** The names of the first fields of an object, as the header has them. */
export const namesOf = (object: object): string[] =>
  Object.keys(object)
    .slice(0, MAX_IGNORED)
    .map((name) => headerPath([name]))

const TOO_MANY = `The request has more than ${MAX_IGNORED} fields that are unknown here.`

const valueAt = (value: unknown, path: Path) =>
  path.reduce<unknown>((inner, step) => (inner as Record<PropertyKey, unknown>)[step], value) as Record<string, unknown>

/** A path as a header can have it: names are cut, and lose characters that a list in a header cannot have. */
const headerPath = (path: Path) =>
  path
    .map((step) =>
      typeof step === 'number'
        ? '*'
        : String(step)
            .slice(0, 64)
            .replaceAll(/[^\w$@:-]/g, '_'),
    )
    .join('.')
