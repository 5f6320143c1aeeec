import type { App } from '../app.js'
import type { Config } from '../config.js'
import { capabilitiesOf } from '../providers/capabilities.js'
import { TRIAL_DOMAIN } from '../services/domains/trial-domain.js'

type MailSettings = Pick<Config, 'inboundEnabled' | 'mailProvider' | 'sesConfigurationSet'>

/** Whether the first account gets a domain to try the mail app with. With any other provider its mail would be real. */
export const hasTrialMailbox = (config: MailSettings): boolean =>
  config.inboundEnabled && capabilitiesOf(config).keepsOutbox

/** The system row of an account whose domain is not ready yet. */
export const TRIAL_MAILBOX_DUE = 'trial_mailbox_due'

/**
 * Gives the first account a domain that sends and receives mail at once, unless that is done. It is a domain like any other:
 * its owner may delete it, and it does not come back. Repeatable: the next start does what this one could not.
 */
export async function openTrialMailbox({ models, services }: Pick<App, 'models' | 'services'>): Promise<void> {
  const due = await models.system.collection.findOne({ _id: TRIAL_MAILBOX_DUE })
  if (!due) return
  const accountId = due.value
  await services.domains.create(accountId, TRIAL_DOMAIN)
  await services.domains.verify(accountId, TRIAL_DOMAIN)
  await services.domains.setInbound(accountId, TRIAL_DOMAIN, true)
  await models.system.collection.deleteOne({ _id: TRIAL_MAILBOX_DUE })
}
