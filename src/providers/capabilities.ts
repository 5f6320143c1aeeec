import type { Config } from '../config.js'

/** A provider, as the settings name it. */
export type ProviderName = Config['mailProvider']

/** What providers do differently. Code outside `providers/` checks these and never the name of a provider. */
export interface Capabilities {
  /** Captures mail in an outbox instead of sending it. */
  keepsOutbox: boolean
  /** Sends nothing, so domains under reserved names such as `.test` are verified without DNS. */
  verifiesReservedNames: boolean
  /** Signs mail with its own keys and sets the envelope. For other providers Postline does both. */
  signsMail: boolean
  /**
   * Whether callbacks carry the message id, which proves a hand-over whose response was lost: never, for some mail, or
   * for all mail within seconds.
   */
  tellsOfMail: 'never' | 'sometimes' | 'soon'
}

const PLAIN: Capabilities = {
  keepsOutbox: false,
  verifiesReservedNames: false,
  signsMail: false,
  tellsOfMail: 'never',
}

type Settings = Pick<Config, 'mailProvider' | 'sesConfigurationSet'>

const CAPABILITIES: Record<ProviderName, (settings: Settings) => Capabilities> = {
  capture: () => ({ ...PLAIN, keepsOutbox: true, verifiesReservedNames: true }),
  smtp: () => PLAIN,
  // Only a configuration set publishes events of all mail; feedback of an identity reports failures only.
  ses: ({ sesConfigurationSet }) => ({
    ...PLAIN,
    signsMail: true,
    tellsOfMail: sesConfigurationSet === null ? 'sometimes' : 'soon',
  }),
}

/** The capabilities of the configured provider. */
export function capabilitiesOf(settings: Settings): Capabilities {
  return CAPABILITIES[settings.mailProvider](settings)
}
