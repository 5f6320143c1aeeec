/** Text without commas, or without semicolons, outside of quotes. A quote without an end goes on to the last character. */
const RANGES = /(?:[^,"]|"(?:[^"\\]|\\.?)*(?:"|$))+/g
const PARTS = /(?:[^;"]|"(?:[^"\\]|\\.?)*(?:"|$))+/g

/** How much a client wants a media type. */
export interface Preference {
  /** The weight, from 0 (not wanted) to 1. */
  quality: number
  /** Whether the header names the type itself, and not only a range like `*\/*`. */
  isNamed: boolean
}

/**
 * How much an Accept header wants a media type: the weight of the most specific range that matches it (RFC 9110
 * 12.5.1). Without a match it is not wanted. Parameters besides the weight are ignored, and so are ranges whose weight is
 * no number.
 * @param mediaType in lower case, without parameters.
 */
export function preferenceFor(accept: string, mediaType: string): Preference {
  const [type] = mediaType.split('/')
  const { quality, specificity } = bestRange(accept, [mediaType, `${type}/*`, '*/*'])
  return { quality, isNamed: specificity === 0 }
}

/**
 * Whether an Accept-Encoding header permits a content coding (RFC 9110 12.5.3).
 * @param coding in lower case, such as `br`.
 */
export function acceptsEncoding(acceptEncoding: string, coding: string): boolean {
  return bestRange(acceptEncoding, [coding, '*']).quality > 0
}

/** The weight of the range that comes first in a list of names, and its place there. */
function bestRange(header: string, names: readonly string[]): { specificity: number; quality: number } {
  let best = { specificity: names.length, quality: 0 }
  for (const range of header.match(RANGES) ?? []) {
    const [name = '', ...parameters] = (range.match(PARTS) ?? []).map((part) => part.trim().toLowerCase())
    const specificity = names.indexOf(name)
    if (specificity !== -1 && specificity < best.specificity) best = { specificity, quality: weightIn(parameters) }
  }
  return best
}

function weightIn(parameters: readonly string[]): number {
  const text = parameters.find((parameter) => /^q\s*=/.test(parameter))
  if (text === undefined) return 1
  const weight = Number(text.slice(text.indexOf('=') + 1).trim() || Number.NaN)
  return weight >= 0 ? Math.min(1, weight) : 0
}
