import { z } from 'zod'
import { isJsonLargerThan } from '../lib/json-size.js'
import { isNestedDeeper } from '../lib/nesting.js'

const MAX_DEPTH = 32
const MAX_CHARS = 256 * 1024

/** Values of the variables of a template, as every operation takes them. */
export const templateVars = () =>
  z
    .record(z.string(), z.unknown(), 'must be an object of values by name')
    .refine((vars) => !isJsonLargerThan(vars, MAX_CHARS), 'must have at most 262,144 characters as JSON')
    .refine((vars) => !isNestedDeeper(vars, MAX_DEPTH), `must be nested at most ${MAX_DEPTH} levels deep`)
