import { JSON_BYTES } from './json-text.js'

const { quote, backslash, openBracket, closeBracket, openBrace, closeBrace } = JSON_BYTES

/**
 * Whether lists and objects in a JSON text are nested deeper. To be asked before it is parsed, because a parser makes an
 * object of each level.
 */
export function isDeeperThan(json: Uint8Array, max: number): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]!
    if (isText) {
      if (byte === backslash) at += 1
      else if (byte === quote) isText = false
    } else if (byte === quote) isText = true
    else if (byte === openBracket || byte === openBrace) {
      depth += 1
      if (depth > max) return true
    } else if (byte === closeBracket || byte === closeBrace) depth -= 1
  }
  return false
}
