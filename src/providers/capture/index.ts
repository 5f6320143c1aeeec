import { createOwnIdentities } from '../identities/own-identities.js'
import type { Provider, ProviderDeps } from '../provider.js'
import { createCaptureMail } from './mail.js'

/** Captures mail instead of sending it. */
export function createCaptureProvider({ config, connection, clock, log }: ProviderDeps): Provider {
  return {
    name: 'capture',
    lacks: null,
    identities: createOwnIdentities(config),
    openMail: () => createCaptureMail({ connection, clock, log }),
    close: async () => {},
  }
}
