import { z } from 'zod'
import { isJsonLargerThan } from '../lib/json/json-size.js'
import { isNestedDeeper } from '../lib/json/nesting.js'
import { LINK_VARIABLES } from './attribute-names.js'

export { LINK_VARIABLES }
export type LinkVariable = (typeof LINK_VARIABLES)[number]

export const RESERVED_VARIABLE = "is reserved: it stands for the recipient's own link"

const MAX_DEPTH = 32
const MAX_CHARS = 256 * 1024

const Vars = z.record(z.string(), z.unknown(), 'must be an object of values by name').meta({ id: 'TemplateVars' })

/** Values of the variables of a template, as every operation takes them. */
export const templateVars = () =>
  z
    // The size first: checking thousands of values takes long.
    .preprocess(refuseLarge, Vars)
    .refine((vars) => !isNestedDeeper(vars, MAX_DEPTH), `must be nested at most ${MAX_DEPTH} levels deep`)
    .superRefine((vars, context) => {
      const given = LINK_VARIABLES.filter((name) => Object.hasOwn(vars, name))
      for (const name of given) context.addIssue({ code: 'custom', path: [name], message: RESERVED_VARIABLE })
    })

function refuseLarge(vars: z.input<typeof Vars>, context: z.RefinementCtx): unknown {
  if (!isJsonLargerThan(vars, MAX_CHARS)) return vars
  context.addIssue('must have at most 262,144 characters as JSON')
  return z.NEVER
}
