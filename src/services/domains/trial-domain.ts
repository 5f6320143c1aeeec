import { domainOf } from '../../lib/mail/addresses.js'

/*
 * While mail is captured, the first account has a domain to try the mail app with. Its name is in no DNS, so it does not
 * count as a domain that the account has verified: the rules for new accounts apply as before.
 */

export const TRIAL_DOMAIN = 'inbox.postline.localhost'

/** Whether mail to a normalized address can only arrive here: the name leads nowhere else (RFC 6761). */
export const isTrialAddress = (address: string): boolean => domainOf(address) === TRIAL_DOMAIN
