import { JsonReader } from '../../../lib/json/json-reader.js'
import { isObject } from '../../../lib/json/plain-objects.js'
import { refuse } from './send-options.js'

/** More than a header that is read has characters, and deeper than metadata is nested. */
const JSON_LIMITS = { maxTokens: 32_768, maxDepth: 20 }

/** Seconds since 1970 have ten digits until the year 2286. */
const UNIX_TIME = /^\d{1,10}$/

/** A header that is a switch. */
export function readFlag(header: string, value: string): boolean {
  if (/^(yes|true)$/i.test(value)) return true
  if (/^(no|false)$/i.test(value)) return false
  return refuse(header, 'must be yes, no, true or false')
}

/** A time in seconds since 1970; null if it is not one. */
export function readUnixTime(value: string): Date | null {
  return UNIX_TIME.test(value) ? new Date(Number(value) * 1_000) : null
}

/** @throws ApiError `invalid_request` if the value is not a JSON object, or is nested too deeply. */
export function jsonObject(header: string, value: string): Record<string, unknown> {
  const json = parse(header, value)
  return isObject(json) ? json : refuse(header, 'must be a JSON object')
}

function parse(header: string, text: string): unknown {
  const reader = new JsonReader(JSON_LIMITS)
  try {
    reader.push(Buffer.from(text))
    return reader.end()
  } catch (error) {
    return refuse(header, `is not JSON that can be read: ${(error as Error).message}`)
  }
}
