import type { DkimAttributes, GetEmailIdentityResponse, MailFromAttributes, SESv2 } from '@aws-sdk/client-sesv2'
import type { Logger } from 'pino'
import { ApiError } from '../../errors.js'
import { SesAnswerError, SesApi, type SesOptions } from '../ses/ses-api.js'
import { sesErrorDetails } from '../ses/ses-errors.js'
import type { DomainIdentities, IdentityDomain, IdentityRecords, IdentityStatus } from './domain-identities.js'

export type SesIdentitiesOptions = Pick<SesOptions, 'region' | 'endpoint' | 'credentials' | 'log' | 'timeoutMs'>

const KEY_LENGTH = { NextSigningKeyLength: 'RSA_2048_BIT' } as const
/** Where SES keeps the public keys of a domain when it does not name another zone. */
const DEFAULT_HOSTED_ZONE = 'dkim.amazonses.com'
const DKIM_KEYS = 3
const FOREIGN_KEY =
  'The mail provider signs for this domain with a key of its owner already. The operator has to change that there first.'

/**
 * Sending domains as identities of Amazon SES, in one region: Easy DKIM with keys of 2048 bits that SES keeps and
 * changes by itself, and a MAIL FROM subdomain. While that one is not set up, SES sends with its own.
 */
export class SesIdentities implements DomainIdentities {
  readonly #options: SesIdentitiesOptions
  readonly #api: SesApi

  constructor(options: SesIdentitiesOptions) {
    this.#options = options
    this.#api = new SesApi(options)
  }

  register({ name, mailFromDomain }: IdentityDomain): Promise<IdentityRecords> {
    return this.#ask('register a domain', async (ses) => {
      const dkim = await withTokens(ses, name, await createOrFind(ses, name))
      await putMailFrom(ses, name, mailFromDomain)
      return {
        dkim: dkim.tokens.map((token) => ({ name: `${token}._domainkey.${name}`, value: `${token}.${dkim.zone}` })),
        mailFromMx: `10 feedback-smtp.${this.#options.region}.amazonses.com`,
        spf: 'v=spf1 include:amazonses.com ~all',
      }
    })
  }

  /**
   * SES looks for the records for 72 hours, then gives up until it is asked again. So whatever it gave up on is started
   * anew by this question, and a later one can be answered better.
   */
  dkimStatus(name: string): Promise<IdentityStatus> {
    return this.#ask('ask for the state of a domain', async (ses) => {
      const identity = await ses.getEmailIdentity({ EmailIdentity: name }).catch(nullWhenGone)
      if (!identity) {
        // Whoever verifies an unfinished domain registers it again, so that this mends itself.
        this.#options.log.error({ domain: name }, 'SES does not know a registered domain any more')
        return 'pending'
      }
      await restartWhatFailed(ses, name, identity, this.#options.log)
      return statusOf(identity)
    })
  }

  async remove(name: string): Promise<void> {
    await this.#ask('remove a domain', (ses) => ses.deleteEmailIdentity({ EmailIdentity: name }).catch(nullWhenGone))
  }

  /** Ends all connections. Idempotent. */
  close(): Promise<void> {
    return this.#api.close()
  }

  async #ask<T>(deed: string, work: (ses: SESv2) => Promise<T>): Promise<T> {
    try {
      return await work(await this.#api.client())
    } catch (error) {
      this.#options.log.error({ deed, ...sesErrorDetails(error) }, 'a request to SES failed')
      throw error instanceof ApiError ? error : new ApiError('provider_unavailable')
    }
  }
}

async function createOrFind(ses: SESv2, name: string): Promise<DkimAttributes> {
  try {
    const created = await ses.createEmailIdentity({ EmailIdentity: name, DkimSigningAttributes: KEY_LENGTH })
    return created.DkimAttributes ?? {}
  } catch (error) {
    if ((error as Error).name !== 'AlreadyExistsException') throw error
    return (await ses.getEmailIdentity({ EmailIdentity: name })).DkimAttributes ?? {}
  }
}

/**
 * The keys of an identity. One that was made elsewhere may have none yet, and is given some; one that signs with a key
 * of its owner's is left alone, because other mail depends on it.
 */
async function withTokens(
  ses: SESv2,
  name: string,
  { Tokens: tokens = [], SigningHostedZone: zone, SigningAttributesOrigin: origin }: DkimAttributes,
): Promise<{ tokens: string[]; zone: string }> {
  if (origin === 'EXTERNAL') throw new ApiError('provider_unavailable', FOREIGN_KEY)
  if (tokens.length === DKIM_KEYS) return { tokens, zone: zone ?? DEFAULT_HOSTED_ZONE }
  const { DkimTokens = [], SigningHostedZone } = await startDkim(ses, name)
  if (DkimTokens.length !== DKIM_KEYS) throw new SesAnswerError(`an identity with ${DkimTokens.length} DKIM tokens`)
  return { tokens: DkimTokens, zone: SigningHostedZone ?? zone ?? DEFAULT_HOSTED_ZONE }
}

async function restartWhatFailed(
  ses: SESv2,
  name: string,
  { DkimAttributes: dkim, MailFromAttributes: mailFrom }: GetEmailIdentityResponse,
  log: Logger,
): Promise<void> {
  if (hasFailed(mailFrom)) await putMailFrom(ses, name, mailFrom.MailFromDomain as string)
  if (dkim?.Status !== 'FAILED' || dkim.SigningAttributesOrigin === 'EXTERNAL') return
  const { DkimTokens = [] } = await startDkim(ses, name)
  const known = new Set(dkim.Tokens)
  if (DkimTokens.some((token) => !known.has(token))) {
    log.error({ domain: name }, 'SES has given a domain new DKIM keys, whose records have to be published')
  }
}

function hasFailed(mailFrom: MailFromAttributes | undefined): mailFrom is MailFromAttributes {
  return mailFrom?.MailFromDomainStatus === 'FAILED' && Boolean(mailFrom.MailFromDomain)
}

/** Verified only while SES also sends for it. What SES cannot look up for the moment stays as it was. */
function statusOf({ DkimAttributes: dkim, VerifiedForSendingStatus: sends }: GetEmailIdentityResponse): IdentityStatus {
  if (dkim?.Status === 'FAILED') return 'failed'
  const found = dkim?.Status === 'SUCCESS' || dkim?.Status === 'TEMPORARY_FAILURE'
  return found && sends ? 'verified' : 'pending'
}

function startDkim(ses: SESv2, name: string) {
  return ses.putEmailIdentityDkimSigningAttributes({
    EmailIdentity: name,
    SigningAttributesOrigin: 'AWS_SES',
    SigningAttributes: KEY_LENGTH,
  })
}

function putMailFrom(ses: SESv2, name: string, mailFromDomain: string) {
  return ses.putEmailIdentityMailFromAttributes({
    EmailIdentity: name,
    MailFromDomain: mailFromDomain,
    BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
  })
}

function nullWhenGone(error: Error): null {
  if (error.name === 'NotFoundException') return null
  throw error
}
