import type { CallbackProvider } from '../contract/callbacks.js'
import type { ProviderCallbacks } from './callbacks/provider-callbacks.js'
import type { ProviderName } from './capabilities.js'
import { createCaptureProvider } from './capture/index.js'
import type { Provider, ProviderDeps } from './provider.js'
import { createSesCallbacks, type SesCallbackDeps } from './ses/callbacks.js'
import { createSesProvider } from './ses/index.js'
import { createSmtpProvider } from './smtp/index.js'
import { createSmtpCallbacks, type SmtpCallbackDeps } from './smtp/reports/callbacks.js'

const PROVIDERS: Record<ProviderName, (deps: ProviderDeps) => Provider> = {
  capture: createCaptureProvider,
  smtp: createSmtpProvider,
  ses: createSesProvider,
}

/** The configured provider. It opens no connection yet. */
export function createProvider(deps: ProviderDeps): Provider {
  return PROVIDERS[deps.config.mailProvider](deps)
}

export type { AskSes } from './ses/ask-ses.js'
export { readInboundNotification } from './ses/inbound-notification.js'
export { openRetryingSes } from './ses/retrying-ses.js'
export type { SnsHttp } from './ses/sns-certificates.js'
export { callbackOfReport } from './smtp/reports/stored-report.js'

/** The readers of callbacks, for each provider that sends them. */
export type CallbackSources = Record<CallbackProvider, ProviderCallbacks>

/** Does not depend on the configured provider: callbacks still arrive after a change of provider. */
export function createCallbackSources(deps: SesCallbackDeps & SmtpCallbackDeps): CallbackSources {
  return { ses: createSesCallbacks(deps), smtp: createSmtpCallbacks(deps) }
}
