import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { UnfinishedRegistration } from '../../../src/providers/identities/domain-identities.js'
import { SesIdentities, type SesIdentitiesOptions } from '../../../src/providers/ses/identities.js'
import { anIdentity } from '../../support/ses-identity-store.js'
import { type SesStandIn, type SesStandInOptions, startSesStandIn } from '../../support/ses-stand-in.js'
import { stopwatch } from '../../support/stopwatch.js'

const DOMAIN = { id: 'dom_1', name: 'acme.example', mailFromDomain: 'send.acme.example' }
const TOKENS = ['one', 'two', 'three']

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function withSes(
  options: SesStandInOptions = {},
  changes: Partial<SesIdentitiesOptions> = {},
): Promise<{ ses: SesStandIn; identities: SesIdentities; lines: string[] }> {
  const ses = await startSesStandIn(options)
  closers.push(() => ses.close())
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const { region, endpoint, credentials } = ses
  const identities = new SesIdentities({ region, endpoint, credentials, log, ...changes })
  closers.push(() => identities.close())
  return { ses, identities, lines }
}

const operationsOf = (ses: SesStandIn) => ses.calls.map(({ operation }) => operation)
const unavailable = expect.objectContaining({ name: 'ApiError', code: 'provider_unavailable' })

describe('registering a domain', () => {
  test('creates an identity with 2048-bit keys and a MAIL FROM that may fail, and returns its records', async () => {
    const { ses, identities } = await withSes()
    const records = await identities.register(DOMAIN)
    const identity = ses.identities.get('acme.example')
    expect(identity).toMatchObject({
      dkim: { keyLength: 'RSA_2048_BIT', origin: 'AWS_SES' },
      mailFrom: { domain: 'send.acme.example', onMxFailure: 'USE_DEFAULT_VALUE' },
      tags: [{ Key: 'postline', Value: 'managed' }],
    })
    expect(records).toEqual({
      dkim: identity?.dkim.tokens.map((token) => ({
        name: `${token}._domainkey.acme.example`,
        value: `${token}.dkim.amazonses.com`,
      })),
      mailFromMx: '10 feedback-smtp.eu-central-1.amazonses.com',
      spf: 'v=spf1 include:amazonses.com ~all',
    })
    expect(records.dkim).toHaveLength(3)
  })

  test('twice returns the same records', async () => {
    const { ses, identities } = await withSes()
    expect(await identities.register(DOMAIN)).toEqual(await identities.register(DOMAIN))
    expect(operationsOf(ses)).toContain('GetEmailIdentity')
    expect(ses.identities.size).toBe(1)
  })

  test('returns records in the zone that SES names', async () => {
    const { ses, identities } = await withSes()
    const hostedZone = 'abc.dkim.eu-central-1.amazonses.com'
    ses.identities.set('acme.example', anIdentity({ tokens: TOKENS, hostedZone }))
    const { dkim } = await identities.register(DOMAIN)
    expect(dkim[0]).toEqual({ name: 'one._domainkey.acme.example', value: `one.${hostedZone}` })
  })

  test('adds keys to an identity without keys', async () => {
    const { ses, identities } = await withSes()
    ses.identities.set('acme.example', anIdentity({ tokens: [], status: 'NOT_STARTED' }))
    expect((await identities.register(DOMAIN)).dkim).toHaveLength(3)
    expect(ses.identities.get('acme.example')?.dkim).toMatchObject({ status: 'PENDING', keyLength: 'RSA_2048_BIT' })
  })

  test("refuses and does not change an identity that signs with its owner's key", async () => {
    const { ses, identities } = await withSes()
    ses.identities.set('acme.example', anIdentity({ origin: 'EXTERNAL', tokens: ['own'] }))
    await expect(identities.register(DOMAIN)).rejects.toThrow(/owner's own key/)
    expect(ses.identities.get('acme.example')).toMatchObject({ mailFrom: null, dkim: { origin: 'EXTERNAL' } })
  })
})

describe('the MAIL FROM of an identity', () => {
  const putMailFrom = 'PutEmailIdentityMailFromAttributes'

  async function registered() {
    const { ses, identities } = await withSes()
    await identities.register(DOMAIN)
    ses.calls.length = 0
    return { ses, identities, mailFrom: ses.identities.get('acme.example')!.mailFrom! }
  }

  test.each(['PENDING', 'SUCCESS', 'TEMPORARY_FAILURE'] as const)('is not set again while it is %s', async (status) => {
    const { ses, identities, mailFrom } = await registered()
    mailFrom.status = status
    await identities.register(DOMAIN)
    expect(operationsOf(ses)).not.toContain(putMailFrom)
    expect(mailFrom.status).toBe(status)
  })

  test('is set again after it has failed', async () => {
    const { ses, identities, mailFrom } = await registered()
    mailFrom.status = 'FAILED'
    await identities.register(DOMAIN)
    expect(operationsOf(ses)).toContain(putMailFrom)
  })

  test('is replaced when another account registers the domain', async () => {
    const { ses, identities, mailFrom } = await registered()
    mailFrom.status = 'SUCCESS'
    await identities.register({ ...DOMAIN, mailFromDomain: 'send-2.acme.example' })
    expect(ses.identities.get('acme.example')!.mailFrom).toMatchObject({
      domain: 'send-2.acme.example',
      status: 'PENDING',
    })
  })
})

describe('an identity that was created elsewhere', () => {
  const foreign = [
    ['without tags', []],
    ['with other tags', [{ Key: 'team', Value: 'mail' }]],
    ['with our tag and another value', [{ Key: 'postline', Value: 'no' }]],
  ] as const

  test.each(foreign)('is never changed: %s', async (_name, tags) => {
    const { ses, identities, lines } = await withSes()
    const theirs = anIdentity({ tokens: [], status: 'FAILED' }, [...tags])
    theirs.mailFrom = { domain: 'bounce.acme.example', status: 'FAILED', onMxFailure: 'REJECT_MESSAGE' }
    ses.identities.set('acme.example', theirs)
    const before = structuredClone(theirs)

    const refused = await identities.register(DOMAIN).catch((error) => error)
    expect(refused).toMatchObject({ name: 'ApiError', code: 'domain_in_use', status: 409 })
    expect(refused.message).toContain('`postline` = `managed`')
    expect(await identities.dkimStatus('acme.example')).toBe('failed')
    await identities.remove('acme.example')

    expect(ses.identities.get('acme.example')).toEqual(before)
    expect(new Set(operationsOf(ses))).toEqual(new Set(['CreateEmailIdentity', 'GetEmailIdentity']))
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, action: 'register a domain', domain: 'acme.example' },
      { level: 40, domain: 'acme.example' },
    ])
  })

  test('is used with its keys once it has the tag', async () => {
    const { ses, identities } = await withSes()
    ses.identities.set('acme.example', anIdentity({ tokens: TOKENS, status: 'SUCCESS' }))
    const { dkim } = await identities.register(DOMAIN)
    expect(dkim.map(({ name }) => name)).toEqual(TOKENS.map((token) => `${token}._domainkey.acme.example`))
    await identities.remove('acme.example')
    expect(ses.identities.size).toBe(0)
  })
})

describe('the state of a domain', () => {
  test.each([
    ['SUCCESS', true, 'verified'],
    ['SUCCESS', false, 'pending'],
    ['PENDING', false, 'pending'],
    ['NOT_STARTED', false, 'pending'],
    ['TEMPORARY_FAILURE', true, 'verified'],
    ['TEMPORARY_FAILURE', false, 'pending'],
    ['FAILED', false, 'failed'],
    ['FAILED', true, 'failed'],
  ] as const)('follows from DKIM: %s, sending %s means %s', async (status, verifiedForSending, expected) => {
    const { ses, identities } = await withSes()
    ses.identities.set('acme.example', { ...anIdentity({ status }), verifiedForSending })
    expect(await identities.dkimStatus('acme.example')).toBe(expected)
  })

  test('is checked again with the same records after a failure, and can be verified later', async () => {
    const { ses, identities, lines } = await withSes()
    ses.identities.set('acme.example', anIdentity({ status: 'FAILED', tokens: TOKENS }))
    expect(await identities.dkimStatus('acme.example')).toBe('failed')
    const identity = ses.identities.get('acme.example')!
    expect(identity.dkim).toMatchObject({ status: 'PENDING', tokens: TOKENS })
    expect(await identities.dkimStatus('acme.example')).toBe('pending')
    identity.dkim.status = 'SUCCESS'
    identity.verifiedForSending = true
    expect(await identities.dkimStatus('acme.example')).toBe('verified')
    expect(lines).toEqual([])
  })

  test('restarts a MAIL FROM that SES has given up', async () => {
    const { ses, identities } = await withSes()
    await identities.register(DOMAIN)
    const identity = ses.identities.get('acme.example')!
    identity.mailFrom!.status = 'FAILED'
    await identities.dkimStatus('acme.example')
    expect(identity.mailFrom).toEqual({
      domain: 'send.acme.example',
      status: 'PENDING',
      onMxFailure: 'USE_DEFAULT_VALUE',
    })
  })

  test('changes nothing while SES is still checking', async () => {
    const { ses, identities } = await withSes()
    await identities.register(DOMAIN)
    ses.calls.length = 0
    await identities.dkimStatus('acme.example')
    expect(operationsOf(ses)).toEqual(['GetEmailIdentity'])
  })

  test('is pending and logged as an error if SES no longer has the identity', async () => {
    const { identities, lines } = await withSes()
    expect(await identities.dkimStatus('gone.example')).toBe('pending')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 50, domain: 'gone.example' }])
  })
})

describe('removing a domain', () => {
  test('deletes its identity', async () => {
    const { ses, identities } = await withSes()
    await identities.register(DOMAIN)
    await identities.remove('acme.example')
    expect(ses.identities.size).toBe(0)
  })

  test('succeeds if the identity does not exist', async () => {
    const { identities } = await withSes()
    await expect(identities.remove('gone.example')).resolves.toBeUndefined()
  })
})

describe('a request that SES throttles', () => {
  const TOO_FAST = { type: 'TooManyRequestsException', status: 429 }

  test('is retried, and the caller does not notice', async () => {
    const { ses, identities, lines } = await withSes({
      misbehave: (_operation, nth) => (nth <= 2 ? TOO_FAST : undefined),
    })
    expect((await identities.register(DOMAIN)).dkim).toHaveLength(3)
    expect(await identities.dkimStatus('acme.example')).toBe('pending')
    await identities.remove('acme.example')
    expect(ses.identities.size).toBe(0)
    expect(lines).toEqual([])
  })

  test('is given up in time, and the caller learns when to retry', async () => {
    const { ses, identities } = await withSes({ misbehave: () => TOO_FAST }, { retryForMs: 1_500, random: () => 0.5 })
    const tookMs = stopwatch()
    await expect(identities.register(DOMAIN)).rejects.toMatchObject({
      code: 'provider_unavailable',
      retryAfterSeconds: 5,
    })
    expect(tookMs()).toBeLessThan(1_600)
    // After 250 and 500 ms more; another 1,000 ms would be too late.
    expect(ses.calls).toHaveLength(3)
  })

  test('reports whether it leaves a new identity behind', async () => {
    const { ses, identities } = await withSes(
      { misbehave: (operation) => (operation === 'PutEmailIdentityMailFromAttributes' ? TOO_FAST : undefined) },
      { retryForMs: 100 },
    )
    await expect(identities.register(DOMAIN)).rejects.toBeInstanceOf(UnfinishedRegistration)
    expect(ses.identities.size).toBe(1)
    await expect(identities.register(DOMAIN)).rejects.not.toBeInstanceOf(UnfinishedRegistration)
  })
})

describe('failures of SES', () => {
  const failures = [
    ['TooManyRequestsException', { type: 'TooManyRequestsException', status: 429 }],
    ['AccessDeniedException', { type: 'AccessDeniedException', status: 403, message: 'arn:aws:iam::1:user/mailer' }],
    ['LimitExceededException', { type: 'LimitExceededException', status: 400 }],
    ['an internal error', { type: 'InternalServiceErrorException', status: 500 }],
    ['a cut connection', 'drop'],
    ['silence', 'silence'],
  ] as const

  test.each(failures)(
    '%s is `provider_unavailable` to the caller, and a log line with the reason',
    async (_name, fault) => {
      const { identities, lines } = await withSes({ misbehave: () => fault }, { timeoutMs: 300, retryForMs: 0 })
      const failed = [
        identities.register(DOMAIN),
        identities.dkimStatus('acme.example'),
        identities.remove('acme.example'),
      ]
      for (const result of await Promise.allSettled(failed)) {
        expect(result).toEqual({ status: 'rejected', reason: unavailable })
        expect(JSON.stringify((result as PromiseRejectedResult).reason.toBody?.() ?? '')).not.toContain('arn:')
      }
      expect(lines).toHaveLength(3)
      for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: 50, error: expect.any(String) })
    },
  )

  test('a second attempt completes the first', async () => {
    const { ses, identities } = await withSes({
      misbehave: (operation, nth) =>
        operation === 'PutEmailIdentityMailFromAttributes' && nth === 1 ? { type: 'Oops', status: 500 } : undefined,
    })
    await expect(identities.register(DOMAIN)).rejects.toEqual(unavailable)
    expect((await identities.register(DOMAIN)).dkim).toHaveLength(3)
    expect(ses.identities.get('acme.example')?.mailFrom).not.toBeNull()
  })
})
