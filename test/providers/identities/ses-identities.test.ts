import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { SesIdentities, type SesIdentitiesOptions } from '../../../src/providers/identities/ses-identities.js'
import { anIdentity } from '../../support/ses-identity-store.js'
import { type SesStandIn, type SesStandInOptions, startSesStandIn } from '../../support/ses-stand-in.js'

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
  test('makes an identity with keys of 2048 bits and a MAIL FROM that may fail, and answers its records', async () => {
    const { ses, identities } = await withSes()
    const records = await identities.register(DOMAIN)
    const identity = ses.identities.get('acme.example')
    expect(identity).toMatchObject({
      dkim: { keyLength: 'RSA_2048_BIT', origin: 'AWS_SES' },
      mailFrom: { domain: 'send.acme.example', onMxFailure: 'USE_DEFAULT_VALUE' },
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

  test('twice answers the same records', async () => {
    const { ses, identities } = await withSes()
    expect(await identities.register(DOMAIN)).toEqual(await identities.register(DOMAIN))
    expect(operationsOf(ses)).toContain('GetEmailIdentity')
    expect(ses.identities.size).toBe(1)
  })

  test('points to the zone that SES names', async () => {
    const { ses, identities } = await withSes()
    const hostedZone = 'abc.dkim.eu-central-1.amazonses.com'
    ses.identities.set('acme.example', anIdentity({ tokens: TOKENS, hostedZone }))
    const { dkim } = await identities.register(DOMAIN)
    expect(dkim[0]).toEqual({ name: 'one._domainkey.acme.example', value: `one.${hostedZone}` })
  })

  test('gives keys to an identity that was made without', async () => {
    const { ses, identities } = await withSes()
    ses.identities.set('acme.example', anIdentity({ tokens: [], status: 'NOT_STARTED' }))
    expect((await identities.register(DOMAIN)).dkim).toHaveLength(3)
    expect(ses.identities.get('acme.example')?.dkim).toMatchObject({ status: 'PENDING', keyLength: 'RSA_2048_BIT' })
  })

  test('leaves an identity alone that signs with a key of its owner, and says so', async () => {
    const { ses, identities } = await withSes()
    ses.identities.set('acme.example', anIdentity({ origin: 'EXTERNAL', tokens: ['own'] }))
    await expect(identities.register(DOMAIN)).rejects.toThrow(/key of its owner/)
    expect(ses.identities.get('acme.example')).toMatchObject({ mailFrom: null, dkim: { origin: 'EXTERNAL' } })
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
  ] as const)('is told from DKIM: %s, sending %s means %s', async (status, verifiedForSending, expected) => {
    const { ses, identities } = await withSes()
    ses.identities.set('acme.example', { ...anIdentity({ status }), verifiedForSending })
    expect(await identities.dkimStatus('acme.example')).toBe(expected)
  })

  test('that has failed is looked for anew, under the same records, and can be verified later', async () => {
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

  test('starts a MAIL FROM anew that SES gave up', async () => {
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

  test('changes nothing while SES still looks', async () => {
    const { ses, identities } = await withSes()
    await identities.register(DOMAIN)
    ses.calls.length = 0
    await identities.dkimStatus('acme.example')
    expect(operationsOf(ses)).toEqual(['GetEmailIdentity'])
  })

  test('is pending when SES does not know it any more, and the operator is told', async () => {
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

  test('that is gone already is no error', async () => {
    const { identities } = await withSes()
    await expect(identities.remove('gone.example')).resolves.toBeUndefined()
  })
})

describe('whatever SES fails with', () => {
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
    async (_name, deed) => {
      const { identities, lines } = await withSes({ misbehave: () => deed }, { timeoutMs: 300 })
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

  test('a second attempt completes what the first has begun', async () => {
    const { ses, identities } = await withSes({
      misbehave: (operation, nth) =>
        operation === 'PutEmailIdentityMailFromAttributes' && nth === 1 ? { type: 'Oops', status: 500 } : undefined,
    })
    await expect(identities.register(DOMAIN)).rejects.toEqual(unavailable)
    expect((await identities.register(DOMAIN)).dkim).toHaveLength(3)
    expect(ses.identities.get('acme.example')?.mailFrom).not.toBeNull()
  })
})
