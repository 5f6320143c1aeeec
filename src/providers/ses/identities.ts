import type { DkimAttributes, GetEmailIdentityResponse, MailFromAttributes } from '@aws-sdk/client-sesv2'
import type { Logger } from 'pino'
import { ApiError } from '../../errors.js'
import { toError } from '../../lib/unknown-error.js'
import {
  type DomainIdentities,
  type IdentityDomain,
  type IdentityRecords,
  type IdentityStatus,
  UnfinishedRegistration,
} from '../identities/domain-identities.js'
import { type AskSes, askPatiently } from './ask-ses.js'
import { SesAnswerError, SesApi, type SesOptions } from './ses-api.js'
import { sesErrorDetails } from './ses-errors.js'

export interface SesIdentitiesOptions
  extends Pick<SesOptions, 'region' | 'endpoint' | 'credentials' | 'log' | 'timeoutMs'> {
  /** Time for which what comes too fast for SES is asked again, in ms. */
  patienceMs?: number
  random?: () => number
}

/** Told of an identity that Postline has made, or was given. All others are left as they are. */
export const MANAGED_TAG = { Key: 'postline', Value: 'managed' } as const

const KEY_LENGTH = { NextSigningKeyLength: 'RSA_2048_BIT' } as const
/** Where SES keeps the public keys of a domain when it does not name another zone. */
const DEFAULT_HOSTED_ZONE = 'dkim.amazonses.com'
const DKIM_KEYS = 3
/** Together with the requests themselves shorter than whoever verifies a domain waits. */
const PATIENCE_MS = 5_000
const RETRY_AFTER_S = 5
const FOREIGN_KEY =
  'The mail provider signs for this domain with a key of its owner already. The operator has to change that there first.'
const FOREIGN_IDENTITY =
  'The mail provider of this service knows the domain already, and not from here. Its operator can hand it over by the ' +
  `tag \`${MANAGED_TAG.Key}\` = \`${MANAGED_TAG.Value}\` on the identity in Amazon SES, or remove the identity there.`

/**
 * Sending domains as identities of Amazon SES, in one region: Easy DKIM with keys of 2048 bits that SES keeps and
 * changes by itself, and a MAIL FROM subdomain. While that one is not set up, SES sends with its own.
 *
 * The account of SES may hold identities of others, such as that of the shared sender, and customers choose the names
 * of their domains. So only what bears the tag is changed or deleted.
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
        // Putting it, even unchanged, makes SES look for its records from the beginning.
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
   * SES looks for the records for 72 hours, then gives up until it is asked again. So whatever it gave up on is started
   * anew by this question, and a later one can be answered better.
   */
  dkimStatus(name: string): Promise<IdentityStatus> {
    return this.#ask('ask for the state of a domain', name, async (ask) => {
      const identity = await find(ask, name)
      if (!identity) {
        // Whoever verifies an unfinished domain registers it again, so that this mends itself.
        this.#options.log.error({ domain: name }, 'SES does not know a registered domain any more')
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
        this.#options.log.warn({ domain: name }, 'a domain is removed, but its identity in SES stays: it has no tag')
      } else if (identity) {
        await ask((ses) => ses.deleteEmailIdentity({ EmailIdentity: name })).catch(nullWhenGone)
      }
    })
  }

  /** Ends all connections. Idempotent. */
  close(): Promise<void> {
    return this.#api.close()
  }

  /** What fails is logged, and thrown as an ApiError. */
  async #ask<T>(deed: string, domain: string, work: (ask: AskSes) => Promise<T>): Promise<T> {
    const { log, patienceMs = PATIENCE_MS, random = Math.random } = this.#options
    try {
      return await work(askPatiently(await this.#api.client(), { patienceMs, random }))
    } catch (error) {
      if (error instanceof ApiError) {
        log.warn({ deed, domain, err: error.message }, 'an identity in SES is not as it should be')
        throw error
      }
      log.error({ deed, domain, ...sesErrorDetails(error) }, 'a request to SES failed')
      throw new ApiError('provider_unavailable', undefined, { retryAfterSeconds: RETRY_AFTER_S })
    }
  }
}

/** A new identity; null when SES has one of that name. */
async function create(ask: AskSes, name: string): Promise<GetEmailIdentityResponse | null> {
  const wanted = { EmailIdentity: name, DkimSigningAttributes: KEY_LENGTH, Tags: [MANAGED_TAG] }
  try {
    return await ask((ses) => ses.createEmailIdentity(wanted))
  } catch (error) {
    if (toError(error).name === 'AlreadyExistsException') return null
    throw error
  }
}

/** @throws ApiError `domain_in_use` for one that is somebody else's. */
async function findOwn(ask: AskSes, name: string): Promise<GetEmailIdentityResponse> {
  const identity = await ask((ses) => ses.getEmailIdentity({ EmailIdentity: name }))
  if (!isOwn(identity)) throw new ApiError('domain_in_use', FOREIGN_IDENTITY)
  return identity
}

/** Null when there is none. */
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
 * The keys of an identity. One that was made elsewhere may have none yet, and is given some; one that signs with a key
 * of its owner's is left alone, because other mail depends on it.
 */
async function withTokens(
  ask: AskSes,
  name: string,
  { Tokens: tokens = [], SigningHostedZone: zone, SigningAttributesOrigin: origin }: DkimAttributes,
): Promise<{ tokens: string[]; zone: string }> {
  if (origin === 'EXTERNAL') throw new ApiError('provider_unavailable', FOREIGN_KEY)
  if (tokens.length === DKIM_KEYS) return { tokens, zone: zone ?? DEFAULT_HOSTED_ZONE }
  const { DkimTokens = [], SigningHostedZone } = await startDkim(ask, name)
  if (DkimTokens.length !== DKIM_KEYS) throw new SesAnswerError(`an identity with ${DkimTokens.length} DKIM tokens`)
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
