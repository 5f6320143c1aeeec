import type { TestApp } from '../../support/start-app.js'
import type { ErrorCase, SuccessCase } from '../case.js'
import { forbidden, invalid, unknownId } from '../refusals.js'

const NAME = 'logos.example.com'
const logo_url = 'https://logos.example.com/logo.svg'

async function aDomain(app: TestApp): Promise<string> {
  const { status } = await app.call('POST', '/v1/domains', { body: { domain: NAME } })
  if (status >= 300) throw new Error(`no domain: ${status}`)
  return NAME
}

export const successes: readonly SuccessCase[] = [
  { operation: 'domains.getLogo', input: async (app) => ({ domain: await aDomain(app) }) },
  { operation: 'domains.setLogo', input: async (app) => ({ domain: await aDomain(app), logo_url }) },
  { operation: 'domains.getLogo', input: async (app) => ({ domain: await aDomain(app) }) },
  { operation: 'domains.setLogo', input: async (app) => ({ domain: await aDomain(app), logo_url: null }) },
]

const refusedUrl = (title: string, url: unknown): ErrorCase => ({
  title,
  operation: 'domains.setLogo',
  input: async (app) => ({ domain: await aDomain(app), ...(url !== undefined && { logo_url: url }) }),
  code: 'invalid_request',
  field: 'logo_url',
})

export const errors: readonly ErrorCase[] = [
  refusedUrl('no URL', undefined),
  refusedUrl('an invalid URL', 'logo.svg'),
  refusedUrl('plain http', 'http://logos.example.com/logo.svg'),
  refusedUrl('a URL without its slashes', 'https:logos.example.com/logo.svg'),
  refusedUrl('a URL with a comma', 'https://logos.example.com/a,b.svg'),
  refusedUrl('a URL with credentials', 'https://a:b@logos.example.com/logo.svg'),
  refusedUrl('a URL in our own network', 'https://10.0.0.1/logo.svg'),
  refusedUrl('a very long URL', `${logo_url}?${'x'.repeat(2_048)}`),
  invalid('domains.setLogo', 'domain', 'a logo for the built-in domain', {
    domain: 'sandbox.postline.localhost',
    logo_url,
  }),
  invalid('domains.setLogo', 'logo_url', 'an unknown domain, and plain http', {
    domain: 'unknown.example.com',
    logo_url: 'http://logos.example.com/logo.svg',
  }),
  {
    title: 'an unknown domain',
    operation: 'domains.setLogo',
    input: { domain: 'unknown.example.com', logo_url },
    code: 'not_found',
  },
  forbidden('domains.setLogo', 'read', { domain: NAME, logo_url }),
  {
    title: 'an unknown domain',
    operation: 'domains.getLogo',
    input: { domain: 'unknown.example.com' },
    code: 'not_found',
  },
  unknownId('domains.getLogo', { domain: 'dom_00000000000000000000000000' }),
  forbidden('domains.getLogo', 'send', { domain: NAME }),
]
