import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { parseBody, SesFailed } from './ses-wire.js'

type LookUp = 'PENDING' | 'SUCCESS' | 'FAILED' | 'TEMPORARY_FAILURE' | 'NOT_STARTED'

/** The identity of a domain in SES, which a test can change. */
export interface SesIdentity {
  verifiedForSending: boolean
  dkim: {
    status: LookUp
    tokens: string[]
    origin: 'AWS_SES' | 'EXTERNAL'
    keyLength: string
    /** Null if SES does not name the zone. */
    hostedZone: string | null
  }
  mailFrom: { domain: string; status: LookUp; onMxFailure: string } | null
  tags: { Key: string; Value: string }[]
}

const KEY_LENGTH = z.enum(['RSA_1024_BIT', 'RSA_2048_BIT'])
const TAGS = z.array(z.strictObject({ Key: z.string().min(1).max(128), Value: z.string().max(256) })).max(50)
const CREATE = z.strictObject({
  EmailIdentity: z.string().min(1),
  DkimSigningAttributes: z.strictObject({ NextSigningKeyLength: KEY_LENGTH }).optional(),
  Tags: TAGS.optional(),
})
const MAIL_FROM = z.strictObject({
  MailFromDomain: z.string().min(1),
  BehaviorOnMxFailure: z.enum(['USE_DEFAULT_VALUE', 'REJECT_MESSAGE']),
})
const DKIM_SIGNING = z.strictObject({
  SigningAttributesOrigin: z.literal('AWS_SES'),
  SigningAttributes: z.strictObject({ NextSigningKeyLength: KEY_LENGTH }).optional(),
})

/** The domains of the stand-in, and the operations on them. */
export class SesIdentityStore {
  readonly byName = new Map<string, SesIdentity>()

  create(body: unknown): object {
    const { EmailIdentity: name, DkimSigningAttributes, Tags = [] } = parseBody(CREATE, body)
    if (this.byName.has(name)) {
      throw new SesFailed('AlreadyExistsException', 400, `Email identity ${name} already exist.`)
    }
    const identity = anIdentity({ keyLength: DkimSigningAttributes?.NextSigningKeyLength ?? 'RSA_1024_BIT' }, Tags)
    this.byName.set(name, identity)
    return {
      IdentityType: 'DOMAIN',
      VerifiedForSendingStatus: identity.verifiedForSending,
      DkimAttributes: dkimAttributes(identity),
    }
  }

  get(name: string): object {
    const identity = this.#find(name)
    const { mailFrom } = identity
    return {
      IdentityType: 'DOMAIN',
      FeedbackForwardingStatus: true,
      VerifiedForSendingStatus: identity.verifiedForSending,
      VerificationStatus: identity.verifiedForSending ? 'SUCCESS' : 'PENDING',
      DkimAttributes: dkimAttributes(identity),
      Tags: identity.tags,
      ...(mailFrom && {
        MailFromAttributes: {
          MailFromDomain: mailFrom.domain,
          MailFromDomainStatus: mailFrom.status,
          BehaviorOnMxFailure: mailFrom.onMxFailure,
        },
      }),
    }
  }

  delete(name: string): object {
    this.#find(name)
    this.byName.delete(name)
    return {}
  }

  putMailFrom(name: string, body: unknown): object {
    const identity = this.#find(name)
    const { MailFromDomain: domain, BehaviorOnMxFailure: onMxFailure } = parseBody(MAIL_FROM, body)
    if (!domain.endsWith(`.${name}`)) {
      throw new SesFailed('BadRequestException', 400, `Provided MAIL-FROM domain <${domain}> is not a subdomain of it.`)
    }
    identity.mailFrom = { domain, onMxFailure, status: 'PENDING' }
    return {}
  }

  putDkimSigning(name: string, body: unknown): object {
    const { dkim } = this.#find(name)
    const { SigningAttributes } = parseBody(DKIM_SIGNING, body)
    dkim.keyLength = SigningAttributes?.NextSigningKeyLength ?? dkim.keyLength
    dkim.origin = 'AWS_SES'
    dkim.status = 'PENDING'
    if (dkim.tokens.length === 0) dkim.tokens = someTokens()
    return { DkimStatus: dkim.status, DkimTokens: dkim.tokens, ...hostedZone(dkim) }
  }

  #find(name: string): SesIdentity {
    const identity = this.byName.get(name)
    if (!identity) throw new SesFailed('NotFoundException', 404, `Email identity <${name}> does not exist.`)
    return identity
  }
}

/** An identity as Postline creates it, with the given changes to its DKIM. */
export function anIdentity(
  dkim: Partial<SesIdentity['dkim']> = {},
  tags: SesIdentity['tags'] = [{ Key: 'postline', Value: 'managed' }],
): SesIdentity {
  const defaults = { status: 'PENDING', origin: 'AWS_SES', keyLength: 'RSA_2048_BIT', hostedZone: null } as const
  return { verifiedForSending: false, dkim: { ...defaults, tokens: someTokens(), ...dkim }, mailFrom: null, tags }
}

function someTokens(): string[] {
  return [1, 2, 3].map(() => randomBytes(16).toString('hex'))
}

function dkimAttributes({ dkim }: SesIdentity): object {
  return {
    SigningEnabled: true,
    Status: dkim.status,
    Tokens: dkim.tokens,
    SigningAttributesOrigin: dkim.origin,
    NextSigningKeyLength: dkim.keyLength,
    CurrentSigningKeyLength: dkim.keyLength,
    ...hostedZone(dkim),
  }
}

function hostedZone(dkim: SesIdentity['dkim']): object {
  return dkim.hostedZone === null ? {} : { SigningHostedZone: dkim.hostedZone }
}
