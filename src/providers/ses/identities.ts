import type { DkimAttributes, GetEmailIdentityResponse, MailFromAttributes } from '@aws-sdk/client-sesv2'
import type { Logger } from 'pino'
import { ApiError } from '../../errors.js'
import { toError } from '../../lib/errors/unknown-error.js'
import {
  type DomainIdentities,
  type IdentityDomain,
  type IdentityRecords,
  type IdentityStatus,
  UnfinishedRegistration,
} from '../identities/domain-identities.js'
import { type AskSes, withThrottleRetries } from './ask-ses.js'
import { SesAnswerError, SesApi, type SesOptions } from './ses-api.js'
import { sesErrorDetails } from './ses-errors.js'

export interface SesIdentitiesOptions
  extends Pick<SesOptions, 'region' | 'endpoint' | 'credentials' | 'log' | 'timeoutMs'> {
  /** How long throttled requests are retried, in ms. */
  retryForMs?: number
  random?: () => number
}

/** The tag of identities that Postline has created or was given. It leaves all others unchanged. */
export const MANAGED_TAG = { Key: 'postline', Value: 'managed' } as const

const KEY_LENGTH = { NextSigningKeyLength: 'RSA_2048_BIT' } as const
/** Where SES publishes the DKIM keys of a domain unless it names another zone. */
const DEFAULT_HOSTED_ZONE = 'dkim.amazonses.com'
const DKIM_KEYS = 3
/** Together with the requests themselves, this is shorter than the time-out of verifying a domain. */
const RETRY_FOR_MS = 5_000
const RETRY_AFTER_S = 5
const FOREIGN_KEY =
  "The mail provider already signs for this domain with the owner's own key. The operator must first change that there."
const FOREIGN_IDENTITY =
  'The mail provider already has an identity for this domain that this service does not manage. The operator can set ' +
  `the tag \`${MANAGED_TAG.Key}\` = \`${MANAGED_TAG.Value}\` on the identity in Amazon SES, or delete the identity.`

/**
 * Sending domains as identities of Amazon SES, in one region: Easy DKIM with keys of 2048 bits that SES keeps and
 * rotates, and a MAIL FROM subdomain. Until that subdomain is set up, SES uses its own.
 *
 * The AWS account may also hold identities that Postline does not manage, such as that of the shared sender, and
 * customers choose the names of their domains. So only identities with the tag are changed or deleted.
 */
export class SesIdentities implements DomainIdentities {
  readonly #options: SesIdentitiesOptions
  readonly #api: SesApi

  constructor(options: SesIdentitiesOptions) {
    this.#options = options
    this.#api = new SesApi(options)
  }

  async register({ name, mailFromDomain }: IdentityDomain): Promise<IdentityRecords> {
    let created = false
    try {
      return await this.#ask('register a domain', name, async (ask) => {
        const made = await create(ask, name)
        created = made !== null
        const identity = made ?? (await findOwn(ask, name))
        const dkim = await withTokens(ask, name, identity.DkimAttributes ?? {})
        // Setting it, even unchanged, makes SES start looking for its records again.
        if (!isSetTo(mailFromDomain, identity.MailFromAttributes)) await putMailFrom(ask, name, mailFromDomain)
        return {
          dkim: dkim.tokens.map((token) => ({ name: `${token}._domainkey.${name}`, value: `${token}.${dkim.zone}` })),
          mailFromMx: `10 feedback-smtp.${this.#options.region}.amazonses.com`,
          spf: 'v=spf1 include:amazonses.com ~all',
        }
      })
    } catch (error) {
      throw created ? new UnfinishedRegistration(error as ApiError) : error
    }
  }

  /**
   * SES looks for the records for 72 hours, then gives up until it is asked again. So this call restarts the checks
   * that have failed, and a later call may find them passed.
   */
  dkimStatus(name: string): Promise<IdentityStatus> {
    return this.#ask('ask for the state of a domain', name, async (ask) => {
      const identity = await find(ask, name)
      if (!identity) {
        // Verifying an unfinished domain registers it again, which repairs this.
        this.#options.log.error({ domain: name }, 'SES no longer has the identity of a registered domain')
        return 'pending'
      }
      if (isOwn(identity)) await restartWhatFailed(ask, name, identity, this.#options.log)
      return statusOf(identity)
    })
  }

  async remove(name: string): Promise<void> {
    await this.#ask('remove a domain', name, async (ask) => {
      const identity = await find(ask, name)
      if (identity && !isOwn(identity)) {
        this.#options.log.warn(
          { domain: name },
          'a domain was removed, but its identity stays in SES: it has no tag of Postline',
        )
      } else if (identity) {
        await ask((ses) => ses.deleteEmailIdentity({ EmailIdentity: name })).catch(nullWhenGone)
      }
    })
  }

  /** Closes all connections. Idempotent. */
  close(): Promise<void> {
    return this.#api.close()
  }

  /** Logs a failure and throws it as an ApiError. */
  async #ask<T>(action: string, domain: string, work: (ask: AskSes) => Promise<T>): Promise<T> {
    const { log, retryForMs = RETRY_FOR_MS, random = Math.random } = this.#options
    try {
      return await work(withThrottleRetries(await this.#api.client(), { retryForMs, random }))
    } catch (error) {
      if (error instanceof ApiError) {
        log.warn({ action, domain, err: error.message }, 'an identity in SES cannot be used')
        throw error
      }
      log.error({ action, domain, ...sesErrorDetails(error) }, 'a request to SES failed')
      throw new ApiError('provider_unavailable', undefined, { retryAfterSeconds: RETRY_AFTER_S })
    }
  }
}

/** Creates an identity; null if SES already has one of that name. */
async function create(ask: AskSes, name: string): Promise<GetEmailIdentityResponse | null> {
  const wanted = { EmailIdentity: name, DkimSigningAttributes: KEY_LENGTH, Tags: [MANAGED_TAG] }
  try {
    return await ask((ses) => ses.createEmailIdentity(wanted))
  } catch (error) {
    if (toError(error).name === 'AlreadyExistsException') return null
    throw error
  }
}

/** @throws ApiError `domain_in_use` if Postline does not manage the identity. */
async function findOwn(ask: AskSes, name: string): Promise<GetEmailIdentityResponse> {
  const identity = await ask((ses) => ses.getEmailIdentity({ EmailIdentity: name }))
  if (!isOwn(identity)) throw new ApiError('domain_in_use', FOREIGN_IDENTITY)
  return identity
}

/** Null if there is none. */
function find(ask: AskSes, name: string): Promise<GetEmailIdentityResponse | null> {
  return ask((ses) => ses.getEmailIdentity({ EmailIdentity: name })).catch(nullWhenGone)
}

function isOwn({ Tags = [] }: GetEmailIdentityResponse): boolean {
  return Tags.some(({ Key, Value }) => Key === MANAGED_TAG.Key && Value === MANAGED_TAG.Value)
}

function isSetTo(mailFromDomain: string, mailFrom: MailFromAttributes | undefined): boolean {
  return mailFrom?.MailFromDomain === mailFromDomain && mailFrom.MailFromDomainStatus !== 'FAILED'
}

/**
 * The DKIM keys of an identity. One that was created elsewhere may have none yet, and gets some. One that signs with
 * its owner's key is left unchanged, because other mail depends on it.
 */
async function withTokens(
  ask: AskSes,
  name: string,
  { Tokens: tokens = [], SigningHostedZone: zone, SigningAttributesOrigin: origin }: DkimAttributes,
): Promise<{ tokens: string[]; zone: string }> {
  if (origin === 'EXTERNAL') throw new ApiError('provider_unavailable', FOREIGN_KEY)
  if (tokens.length === DKIM_KEYS) return { tokens, zone: zone ?? DEFAULT_HOSTED_ZONE }
  const { DkimTokens = [], SigningHostedZone } = await startDkim(ask, name)
  if (DkimTokens.length !== DKIM_KEYS)
    throw new SesAnswerError(`SES returned an identity with ${DkimTokens.length} DKIM tokens instead of ${DKIM_KEYS}`)
  return { tokens: DkimTokens, zone: SigningHostedZone ?? zone ?? DEFAULT_HOSTED_ZONE }
}

async function restartWhatFailed(
  ask: AskSes,
  name: string,
  { DkimAttributes: dkim, MailFromAttributes: mailFrom }: GetEmailIdentityResponse,
  log: Logger,
): Promise<void> {
  if (hasFailed(mailFrom)) await putMailFrom(ask, name, mailFrom.MailFromDomain as string)
  if (dkim?.Status !== 'FAILED' || dkim.SigningAttributesOrigin === 'EXTERNAL') return
  const { DkimTokens = [] } = await startDkim(ask, name)
  const known = new Set(dkim.Tokens)
  if (DkimTokens.some((token) => !known.has(token))) {
    log.error({ domain: name }, 'SES has given a domain new DKIM keys: publish their records')
  }
}

function hasFailed(mailFrom: MailFromAttributes | undefined): mailFrom is MailFromAttributes {
  return mailFrom?.MailFromDomainStatus === 'FAILED' && Boolean(mailFrom.MailFromDomain)
}

/**
 * Verified only while SES also sends for the domain. A temporary failure of SES's look-up does not change the status.
 */
function statusOf({ DkimAttributes: dkim, VerifiedForSendingStatus: sends }: GetEmailIdentityResponse): IdentityStatus {
  if (dkim?.Status === 'FAILED') return 'failed'
  const found = dkim?.Status === 'SUCCESS' || dkim?.Status === 'TEMPORARY_FAILURE'
  return found && sends ? 'verified' : 'pending'
}

function startDkim(ask: AskSes, name: string) {
  const wanted = { SigningAttributesOrigin: 'AWS_SES', SigningAttributes: KEY_LENGTH } as const
  return ask((ses) => ses.putEmailIdentityDkimSigningAttributes({ EmailIdentity: name, ...wanted }))
}

function putMailFrom(ask: AskSes, name: string, mailFromDomain: string) {
  const wanted = { MailFromDomain: mailFromDomain, BehaviorOnMxFailure: 'USE_DEFAULT_VALUE' } as const
  return ask((ses) => ses.putEmailIdentityMailFromAttributes({ EmailIdentity: name, ...wanted }))
}

function nullWhenGone(error: Error): null {
  if (error.name === 'NotFoundException') return null
  throw error
}
