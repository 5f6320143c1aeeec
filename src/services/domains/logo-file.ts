import { ApiError, fieldErrors } from '../../errors.js'
import { checkSvgTinyPs } from './svg-tiny-ps.js'

/** Largest logo, in bytes. */
export const MAX_LOGO_BYTES = 1024 * 1024

/**
 * Checks the file of a logo.
 * @throws ApiError `payload_too_large`; `invalid_request` naming `file`, with all violations of the profile.
 */
export async function assertLogoFile(bytes: Uint8Array): Promise<void> {
  if (bytes.length > MAX_LOGO_BYTES) throw new ApiError('payload_too_large', 'The file is larger than 1 MiB.')
  const problems = await checkSvgTinyPs(bytes)
  if (problems.length === 0) return
  const details = problems.map((problem) => ({ path: 'file', message: `is not SVG Tiny PS: ${problem}` }))
  throw fieldErrors('invalid_request', details)
}
