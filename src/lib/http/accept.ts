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
  const names = [mediaType, `${type}/*`, '*/*']
  let best = { specificity: names.length, quality: 0 }
  for (const range of accept.match(RANGES) ?? []) {
    const [name = '', ...parameters] = (range.match(PARTS) ?? []).map((part) => part.trim().toLowerCase())
    const specificity = names.indexOf(name)
    if (specificity !== -1 && specificity < best.specificity) best = { specificity, quality: weightIn(parameters) }
  }
  return { quality: best.quality, isNamed: best.specificity === 0 }
}

function weightIn(parameters: readonly string[]): number {
  const text = parameters.find((parameter) => /^q\s*=/.test(parameter))
  if (text === undefined) return 1
  const weight = Number(text.slice(text.indexOf('=') + 1).trim() || Number.NaN)
  return weight >= 0 ? Math.min(1, weight) : 0
}
