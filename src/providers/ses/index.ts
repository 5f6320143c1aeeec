import type { Provider, ProviderDeps } from '../provider.js'
import { SesIdentities } from './identities.js'
import { createSesTransport } from './transport.js'

/** Hands mail to Amazon SES, which keeps sending domains as identities and signs for them. */
export function createSesProvider({ config, clock, log }: ProviderDeps): Provider {
  const { awsRegion: region, sesEndpoint: endpoint, sesConfigurationSet: configurationSet } = config
  if (!region) throw new Error('AWS_REGION must be set when MAIL_PROVIDER is ses')
  const account = { region, log, ...(endpoint && { endpoint }) }
  const identities = new SesIdentities({ ...account, random: clock.random })
  return {
    name: 'ses',
    lacks: null,
    identities,
    openTransport: (timeoutMs) =>
      createSesTransport({ ...account, clock, timeoutMs, ...(configurationSet && { configurationSet }) }),
    close: () => identities.close(),
  }
}
