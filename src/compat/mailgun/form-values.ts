import { fieldError } from '../../errors.js'
import { isPlain } from '../../lib/json/plain-objects.js'

/** @returns undefined for no value. `htmlonly` is what tracking is here. */
export function flagOf(name: string, value: string | undefined): boolean | undefined {
  if (value === undefined) return undefined
  if (['yes', 'true', 'True', 'htmlonly'].includes(value)) return true
  if (['no', 'false', 'False'].includes(value)) return false
  throw fieldError('invalid_request', name, 'must be yes, no or htmlonly')
}

/** An object that a field has as JSON; undefined for no value. */
export function jsonObjectOf(name: string, value: string | undefined): Record<string, never> | undefined {
  if (value === undefined) return undefined
  try {
    const parsed: unknown = JSON.parse(value)
    if (isPlain(parsed)) return parsed as Record<string, never>
  } catch {
    // The error below says it.
  }
  throw fieldError('invalid_request', name, 'must be a JSON object')
}

/** A time as in a mail (RFC 5322 3.3) or in seconds since 1970, as ours. Anything else is left to the operation. */
export function timeOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const time = /^\d{1,11}(\.\d{1,6})?$/.test(value) ? Number(value) * 1_000 : Date.parse(value)
  return Number.isNaN(time) ? value : new Date(time).toISOString()
}
