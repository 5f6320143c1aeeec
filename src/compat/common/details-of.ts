import type { ErrorBody, ErrorDetail } from '../../errors.js'

/** A path of a field at the beginning of a message. */
const FIELD = /^([a-z]\w*(?:\.\w+)*)(?:: | (?=must ))(.*)$/s

/**
 * The fields that an error is about. Without details, as those of a batch are, the message may begin with the field; the
 * path is empty if it does not.
 */
export function detailsOf({ message, details }: Pick<ErrorBody, 'message'> & { details?: ErrorDetail[] | undefined }) {
  if (details) return details
  const [, path = '', rest = message] = FIELD.exec(message) ?? []
  return [{ path, message: rest }]
}
