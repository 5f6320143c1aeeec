import { assertMayWriteTo } from '../../../caller.js'
import type { Send } from '../send.js'
import type { Recipients } from './destination.js'

/** @throws ApiError `recipient_not_allowed` if the key has `send_to` and may not write to a recipient. */
export function checkAllowedRecipients(
  { caller, request }: Pick<Send, 'caller' | 'request'>,
  recipients: Recipients,
): void {
  const pathOf = (field: string, index: number) =>
    field === 'to' && !request.destination.to ? 'destination.email' : `destination.${field}.${index}`
  const named = Object.entries(recipients).flatMap(([field, mailboxes]) =>
    mailboxes.map(({ email }, index) => ({ path: pathOf(field, index), email })),
  )
  assertMayWriteTo(caller, named)
}
