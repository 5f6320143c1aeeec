import type { MailService } from '@sendgrid/mail'
import { methodNames, testMethods } from '../support/test-methods.js'
import { mailFor } from './client.js'
import { mailMethods } from './mail-methods.js'

/** Methods that call nothing. */
const LOCAL = [
  ...['client', 'setClient', 'setApiKey', 'setTwilioEmailAuth', 'setTimeout', 'setSubstitutionWrappers'],
  ...['setSecretRules', 'filterSecrets', 'secretRules', 'substitutionWrappers'],
]

testMethods<MailService>({
  methods: mailMethods,
  connect: mailFor,
  namesOf: (sdk) => methodNames(sdk, LOCAL),
  statusOf: (outcome) => (outcome as { code?: number }).code,
})
