import { expect, test } from 'vitest'
import { type Capabilities, capabilitiesOf, type ProviderName } from '../../src/providers/capabilities.js'

const NOTHING: Capabilities = {
  keepsOutbox: false,
  verifiesReservedNames: false,
  signsMail: false,
  tellsOfMail: 'never',
}

test.each<[ProviderName, string | null, Partial<Capabilities>]>([
  ['capture', null, { keepsOutbox: true, verifiesReservedNames: true }],
  ['smtp', null, {}],
  ['ses', null, { signsMail: true, tellsOfMail: 'sometimes' }],
  ['ses', 'events', { signsMail: true, tellsOfMail: 'soon' }],
  ['smtp', 'events', {}],
])('the capabilities of %s with the configuration set %s', (mailProvider, sesConfigurationSet, expected) => {
  expect(capabilitiesOf({ mailProvider, sesConfigurationSet })).toEqual({ ...NOTHING, ...expected })
})
