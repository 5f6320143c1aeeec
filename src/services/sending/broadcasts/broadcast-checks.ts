import type { BroadcastSource } from '../../../contract/broadcast-requests.js'
import { ApiError, fieldError } from '../../../errors.js'
import type { BroadcastDoc } from '../../../models/broadcast.js'
import { assertEvaluable } from '../../audience/contacts/segment-lists.js'
import type { Caller } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import type { DomainLookUp } from '../../domains/domain-look-up.js'
import { checkSchedule } from '../messages/rules/schedule.js'
import { checkSender } from '../messages/rules/sender.js'
import { checkSendingPause } from '../messages/rules/sending-pause.js'
import type { TemplateRendering } from '../templates/template-rendering.js'
import { listOf } from './broadcast-list.js'
import { renderableOf } from './broadcast-mail.js'

/*
 * What a broadcast needs. A draft needs a list and a source that can be read; the sender is checked when it is scheduled
 * or sent, so that a draft may be incomplete.
 */

export type CheckDeps = Pick<ServiceDeps, 'config' | 'models' | 'clock'> & {
  domainLookUp: Pick<DomainLookUp, 'ofAccount'>
  templateRendering: Pick<TemplateRendering, 'findForSend' | 'assertReadable'>
}

/** @throws ApiError `not_found`, naming `list_id`; `list_not_found` if the filter of the list names none. */
export async function assertList(
  { models }: Pick<CheckDeps, 'models'>,
  ofList: Pick<BroadcastDoc, 'account_id' | 'list_id'>,
): Promise<void> {
  const list = await listOf(models, ofList)
  if (!list) throw fieldError('not_found', 'list_id', 'is not a list of the account')
  await assertEvaluable(models, list)
}

/**
 * @returns the id of the template, which may be named by its slug; null without one.
 * @throws ApiError `template_not_found`; `invalid_template` naming field, line and column.
 */
export async function assertSource(
  { templateRendering }: Pick<CheckDeps, 'templateRendering'>,
  accountId: string,
  { subject, body_html, body_text, template_id }: BroadcastSource,
): Promise<string | null> {
  const template = template_id ? await templateRendering.findForSend(accountId, template_id) : null
  const source = { subject: subject ?? '', body_html: body_html ?? '', body_text: body_text ?? null }
  await templateRendering.assertReadable(accountId, source)
  return template?.id ?? null
}

/**
 * The rules of a send that concern all members alike.
 * @throws ApiError `account_suspended` if the account is paused for sending; as a send for its sender.
 */
export async function assertSendable(deps: CheckDeps, caller: Caller, fromEmail: string | null): Promise<void> {
  checkSendingPause({ caller })
  const domains = deps.domainLookUp.ofAccount(caller.accountId)
  domains.catch(() => undefined)
  try {
    await checkSender({ request: { metadata: { from_email: fromEmail ?? undefined } }, domains }, deps)
  } catch (error) {
    // A broadcast has the sender itself, and not in `metadata`.
    if (!(error instanceof ApiError) || error.code !== 'from_required') throw error
    throw new ApiError('from_required', 'The account has a verified domain, so from_email is required.')
  }
}

/** @throws ApiError `invalid_schedule`; as {@link assertSendable}. */
export async function assertSchedulable(
  deps: CheckDeps,
  caller: Caller,
  { scheduled_at, from_email }: { scheduled_at: Date; from_email: string | null },
): Promise<void> {
  checkSchedule({ request: { scheduled_at } }, deps.clock.now())
  await assertSendable(deps, caller, from_email)
}

/**
 * Checks that members would get the mail.
 * @throws ApiError `not_found` for the list; `list_not_found`; `template_not_found`; as {@link assertSendable}.
 */
export async function assertReady(deps: CheckDeps, caller: Caller, row: BroadcastDoc): Promise<void> {
  await assertList(deps, row)
  await renderableOf(deps.templateRendering, row)
  await assertSendable(deps, caller, row.from_email)
}
