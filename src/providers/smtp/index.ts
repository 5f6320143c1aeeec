import { createOwnIdentities } from '../identities/own-identities.js'
import type { Provider, ProviderDeps } from '../provider.js'
import { createSmtpTransport } from './transport.js'

/** Hands mail to an SMTP server. */
export function createSmtpProvider({ config, log }: ProviderDeps): Provider {
  const { smtpUrl: url } = config
  return {
    name: 'smtp',
    lacks: url ? null : 'SMTP_URL',
    identities: createOwnIdentities(config),
    openTransport(timeoutMs) {
      if (!url) throw new Error('SMTP_URL must be set when MAIL_PROVIDER is smtp')
      return createSmtpTransport({ url, log, timeoutMs })
    },
    close: async () => {},
  }
}
