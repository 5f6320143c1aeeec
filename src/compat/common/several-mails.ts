import { ApiError } from '../../errors.js'
import { isJsonLargerThan } from '../../lib/json/json-size.js'
import { BODY_SIZES, inWords } from '../../operations/body-sizes.js'

/**
 * Checks a request that stands for several mails: each is a separate mail with all that they share, so what is shared
 * counts once for each of them, against the size of a batch.
 * @param what the request has many of, like `recipients`.
 * @throws ApiError `payload_too_large`.
 */
export function assertBounded(shared: object, count: number, what: string): void {
  const { maxBytes } = BODY_SIZES.bulk
  if (count > 1 && isJsonLargerThan(shared, maxBytes / count)) throw tooLarge(what)
}

/** The same for texts that are made for each mail. @param length of all of them, in characters. */
export function assertShort(length: number): void {
  if (length > BODY_SIZES.bulk.maxBytes) throw tooLarge('recipients')
}

function tooLarge(what: string): ApiError {
  const most = `The mails of a request can have at most ${inWords(BODY_SIZES.bulk.maxBytes)} together`
  return new ApiError('payload_too_large', `${most}: send fewer ${what} at once.`)
}
