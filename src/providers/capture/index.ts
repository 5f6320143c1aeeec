import { createOwnIdentities } from '../identities/own-identities.js'
import type { Provider, ProviderDeps } from '../provider.js'
import { createCaptureTransport } from './transport.js'

/** Captures mail instead of sending it. */
export function createCaptureProvider({ config, connection, clock, log }: ProviderDeps): Provider {
  return {
    name: 'capture',
    lacks: null,
    identities: createOwnIdentities(config),
    openTransport: (_timeoutMs, deliver) => createCaptureTransport({ connection, clock, log, deliver }),
    close: async () => {},
  }
}
