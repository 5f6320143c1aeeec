import type { NewTemplate, TemplateVariable } from '../../../contract/templates.js'
import { fieldErrors } from '../../../errors.js'

/**
 * The variables of a render: the given ones, and the defaults of the others. Null counts as missing. Undeclared
 * variables are kept.
 * @param field name of the variables in the request, for errors.
 * @throws ApiError `missing_variable` naming every required variable without value and default.
 */
export function fillVariables(
  declared: readonly TemplateVariable[],
  given: Record<string, unknown>,
  field: 'vars' | 'template_vars',
): Record<string, unknown> {
  const isAbsent = (name: string) => !Object.hasOwn(given, name) || given[name] === null || given[name] === undefined
  const absent = declared.filter(({ name }) => isAbsent(name))
  const missing = absent.filter((variable) => variable.required && variable.default === null)
  if (missing.length > 0) {
    const details = missing.map(({ name }) => ({
      path: `${field}.${name}`,
      message: 'is a required variable of the template',
    }))
    throw fieldErrors('missing_variable', details)
  }
  const defaults = absent.map((variable) => [variable.name, variable.default] as const)
  // Not by assignment: a variable may be named __proto__.
  return Object.fromEntries([...Object.entries(given), ...defaults])
}

/** Variables as they are kept: with everything that may be left out. */
export const declared = (given: NewTemplate['variables'] = []): TemplateVariable[] =>
  given.map(({ name, sample = null, required = false, default: fallback = null }) => ({
    name,
    sample,
    required,
    default: fallback,
  }))
