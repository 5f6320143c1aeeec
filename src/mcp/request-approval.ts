import type { CallToolResult } from '@modelcontextprotocol/server'
import type { SendDraft } from '../contract/mail-drafts.js'
import { fieldError } from '../errors.js'
import type { DoorDeps } from '../http/server.js'
import { type AnyOperation, parseInput } from '../operations/runner.js'
import type { Caller } from '../services/caller.js'
import { orOverloaded } from '../services/platform/overload.js'
import { withIdempotencyKey } from './derived-key.js'
import { textResult } from './tool-result.js'

const NOT_SENT =
  'Nothing is sent yet. A person has to approve this mail by expires_at. Call approvals_get with the id to see what became of it; do not send it in another way.'

const APPROVED_BEFORE =
  'A person has approved this mail before, so it is not sent again. To send the same once more, use another idempotency_key.'

/**
 * Asks a person to approve what a tool would send.
 * @throws ApiError `invalid_request` if it could never be sent; of a draft `not_found`, `draft_changed` or `wrong_status`; `too_many_approvals`; `payload_too_large`; `overloaded`.
 */
export async function requestApproval(
  { services, clock }: DoorDeps,
  operation: AnyOperation,
  caller: Caller,
  input: object,
): Promise<CallToolResult> {
  const { required = [], refused = [] } = operation.toApprove ?? {}
  for (const field of required)
    if (!(field in input))
      throw fieldError('invalid_request', field, 'is required: a person approves exactly this mail')
  for (const field of refused)
    if (input[field as keyof typeof input])
      throw fieldError('invalid_request', field, 'is not in what a person approves, and may change: write it out')
  const parsed = parseInput(operation.input, withIdempotencyKey(operation, caller, input, clock.now()))
  const draft =
    operation.sends === 'draft' ? await orOverloaded(services.draftSender.toApprove(caller, parsed as SendDraft)) : null
  const requested = services.approvals.request(caller, operation.name, input, draft)
  const { id, status, digest, expires_at } = await orOverloaded(requested)
  return textResult([
    status === 'pending' ? NOT_SENT : APPROVED_BEFORE,
    JSON.stringify({ approval_id: id, status, digest, expires_at }),
  ])
}
