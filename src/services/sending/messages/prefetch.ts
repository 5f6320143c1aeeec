import { recipientsOf, simulatedStop } from '../../audience/suppressions/stop-event.js'
import type { StoppedMessages } from '../../audience/suppressions/stopped-messages.js'
import type { DomainLookUp } from '../../domains/domain-look-up.js'
import { orOverloaded } from '../../platform/overload.js'
import type { TemplateRendering } from '../templates/template-rendering.js'
import { prepareRecipients } from './rules/destination.js'
import type { LookUps, Send } from './send.js'

export interface LookUpDeps {
  domainLookUp: Pick<DomainLookUp, 'underRevision'>
  stoppedMessages: Pick<StoppedMessages, 'find'>
  templateRendering: Pick<TemplateRendering, 'findForSend'>
}

/** Starts all look-ups of a send at once, so that it waits for the ledger once instead of three times. */
export function prefetch({ caller, request, mayHideRecipients, renderable, topicId }: Send, deps: LookUpDeps): LookUps {
  const { accountId } = caller
  const { message_type = 'transactional', template_id } = request
  const recipients = Promise.resolve().then(() => prepareRecipients(request, mayHideRecipients))
  // Here, because an item of a batch has no other place that tells its caller to try again.
  const domains = orOverloaded(deps.domainLookUp.underRevision(accountId, caller.revisions))
  const stop = recipients.then(
    (all) => simulatedStop(caller, all) ?? deps.stoppedMessages.find(caller, message_type, recipientsOf(all), topicId),
  )
  const template =
    renderable || template_id === undefined
      ? Promise.resolve(renderable ?? null)
      : deps.templateRendering.findForSend(accountId, template_id)
  for (const begun of [recipients, domains, stop, template]) begun.catch(() => undefined)
  return { recipients, domains, stop, template }
}
