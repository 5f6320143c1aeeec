import { ApiError } from '../../../../errors.js'
import { domainOf } from '../../../../lib/mail/addresses.js'
import { recipientsOf } from '../../../audience/suppressions/stop-event.js'
import type { LookUps, Send } from '../send.js'

/**
 * If the request asks for it, checks that the domains of all recipients accept mail.
 * @throws ApiError `recipient_undeliverable` naming the first domain that accepts no mail.
 */
export async function checkDeliverability({ request, checks, recipients }: Send & LookUps): Promise<void> {
  if (!request.validate_recipient) return
  const domains = [...new Set(recipientsOf(await recipients).map(domainOf))]
  const verdicts = await Promise.all(domains.map((domain) => checks.check(domain)))
  const gone = domains.find((_domain, index) => verdicts[index] === 'undeliverable')
  if (!gone) return
  throw new ApiError(
    'recipient_undeliverable',
    `The domain ${gone} has no MX, A or AAAA record, so it cannot receive mail.`,
  )
}
