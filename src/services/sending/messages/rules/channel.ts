import type { SendRequest } from '../../../../contract/messages.js'
import { ApiError } from '../../../../errors.js'

/** @throws ApiError `channel_not_enabled` for any channel except email. */
export function checkChannel({ channel }: SendRequest): void {
  if (channel !== 'email') throw new ApiError('channel_not_enabled')
}
