import type { App } from '../app.js'
import type { Config } from '../config.js'
import { capabilitiesOf } from '../providers/capabilities.js'
import { TRIAL_DOMAIN } from '../services/sending/domains/trial-domain.js'

type MailSettings = Pick<Config, 'inboundEnabled' | 'mailProvider' | 'sesConfigurationSet'>

/** Whether the first account gets a domain to try the mail app with. With any other provider its mail would be real. */
export const hasTrialMailbox = (config: MailSettings): boolean =>
  config.inboundEnabled && capabilitiesOf(config).keepsOutbox

/**
 * Gives a new account a domain that sends and receives mail at once. It is a domain like any other: its owner may delete
 * it, and it does not come back.
 */
export async function openTrialMailbox({ services }: Pick<App, 'services'>, accountId: string): Promise<void> {
  await services.domains.create(accountId, TRIAL_DOMAIN)
  await services.domains.verify(accountId, TRIAL_DOMAIN)
  await services.domains.setInbound(accountId, TRIAL_DOMAIN, true)
}
