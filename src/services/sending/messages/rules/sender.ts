import type { Config } from '../../../../config.js'
import { ApiError } from '../../../../errors.js'
import { domainOf, normalizeAddress, parseMailbox } from '../../../../lib/mail/addresses.js'
import type { MailboxDoc } from '../../../../models/message.js'
import { isSandboxed } from '../../../domains/domain-look-up.js'
import type { LookUps, Send } from '../send.js'

/**
 * The sender of a message. An account with a verified domain must name a sender in it. An account without one sends
 * from the shared sender, which it may name. A subdomain of a verified domain counts as another domain. A sender
 * without a display name gets the one of its domain.
 * @throws ApiError `from_required`; `domain_not_verified` for an unverified domain of the account; for any other domain
 *   `from_not_verified` or, if the account has no verified domain, `no_verified_domain`.
 */
export async function checkSender(
  send: { request: Pick<Send['request'], 'metadata'> } & Pick<LookUps, 'domains'>,
  { config }: { config: Pick<Config, 'sharedEmailSender'> },
): Promise<MailboxDoc> {
  const fromEmail = send.request.metadata?.from_email
  const shared = config.sharedEmailSender
  const domains = await send.domains
  const sandboxed = isSandboxed(domains)
  if (!fromEmail) {
    if (sandboxed) return { name: null, email: shared }
    throw new ApiError('from_required')
  }
  const named = parseMailbox(fromEmail)
  const address = normalizeAddress(named?.email ?? fromEmail)
  if (named && sandboxed && address === normalizeAddress(shared)) return named
  const name = domainOf(address)
  const domain = named && domains.find((each) => each.name === name)
  if (domain?.fully_verified) return { name: named!.name ?? domain.from_name, email: named!.email }
  if (domain) {
    throw new ApiError(
      'domain_not_verified',
      `The DNS records of ${name} are not verified yet. Publish them, then call POST /v1/domains/${name}/verify.`,
    )
  }
  if (!sandboxed) {
    throw new ApiError('from_not_verified', `${name} is not a verified sending domain of the account.`)
  }
  throw new ApiError(
    'no_verified_domain',
    `The account has no verified sending domain. Leave out metadata.from_email, or use the shared sender ${shared}.`,
  )
}
