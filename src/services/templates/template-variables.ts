import { ApiError } from '../../errors.js'
import type { TemplateVariable } from '../../models/template.js'

/**
 * The variables of a render: what is given, and the defaults of what is not. Null counts as not given. What a
 * template does not declare comes along.
 * @param field what the variables are called in the request, for errors.
 * @throws ApiError `missing_variable` naming every required variable that is absent and has no default.
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
    const message = details.map((detail) => `${detail.path}: ${detail.message}`).join('; ')
    throw new ApiError('missing_variable', message, { details })
  }
  const defaults = absent.map((variable) => [variable.name, variable.default] as const)
  // Not by assignment: a variable named __proto__ is one like any other.
  return Object.fromEntries([...Object.entries(given), ...defaults])
}
