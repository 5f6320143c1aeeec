import { ApiError } from '../../../../errors.js'
import { refusal } from '../../brakes/sending-pause.js'
import type { Send } from '../send.js'

/**
 * An account with too many bounces or complaints cannot send. The rule does not apply to test keys, which send nothing.
 * @throws ApiError `account_suspended` with the reason.
 */
export function checkSendingPause({ caller }: Pick<Send, 'caller'>): void {
  if (caller.sendingPause && !caller.testMode) throw new ApiError('account_suspended', refusal(caller.sendingPause))
}
