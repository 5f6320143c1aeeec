import type { Config } from '../config.js'
import { capabilitiesOf } from '../providers/capabilities.js'
import { TRIAL_DOMAIN } from '../services/domains/trial-domain.js'
import { hasTrialMailbox } from './trial-mailbox.js'

/** The first account, and what lets its owner in. */
export interface FirstAccount {
  account_id: string
  key: string
  /** The link that signs in once; null if the key is from the settings. */
  signInLink: string | null
}

/**
 * The text after the first start: the console, the documentation, the key, and a command to send a first mail. A generated key is shown
 * only here; a key from the settings is never printed, and neither is a link that would stand for it.
 */
export function welcome(url: string, config: Config, first: FirstAccount): string {
  const isGiven = config.bootstrapAdminKey !== null
  const authorization = isGiven
    ? '"Authorization: Bearer $BOOTSTRAP_ADMIN_KEY"'
    : `'Authorization: Bearer ${first.key}'`
  const mail = {
    channel: 'email',
    idempotency_key: 'first-mail',
    destination: { email: config.bootstrapOwnerEmail },
    payload: { subject: 'Hello from Postline', body_text: 'It works.' },
  }
  const outbox = [
    'Then look at it in the outbox, and at its timeline:',
    '',
    `  curl -H ${authorization} ${url}/dev/outbox`,
    `  curl -H ${authorization} '${url}/v1/messages/by-idempotency-key?idempotency_key=first-mail'`,
    '',
  ]
  const mailbox = [
    `Mail to any address at ${TRIAL_DOMAIN} is received at once. Send a mail to support@${TRIAL_DOMAIN},`,
    `then read and answer it in the mail app: ${url}/mail`,
    '',
  ]
  const smtp = [
    `Mail programs can send by SMTP too: port ${config.smtpPort} of ${config.smtpHost}, user postline, the key as password.`,
    '',
  ]
  const console = first.signInLink
    ? [
        `  Console    ${first.signInLink}`,
        '             Signs you in once, within an hour. Later, sign in with the key.',
      ]
    : [`  Console    ${url}/  (sign in with the admin key)`]
  return [
    '',
    ...console,
    `  Docs       ${url}/docs`,
    '',
    `  Account    ${first.account_id}  ${config.bootstrapOwnerEmail}`,
    ...(isGiven
      ? ['  Admin key  the value of BOOTSTRAP_ADMIN_KEY']
      : [`  Admin key  ${first.key}`, '             Shown only once. Keep it safe.']),
    '',
    'Send a first mail:',
    '',
    `  curl -X POST ${url}/v1/send \\`,
    `    -H ${authorization} \\`,
    `    -H 'Content-Type: application/json' \\`,
    `    -d '${JSON.stringify(mail)}'`,
    '',
    ...(capabilitiesOf(config).keepsOutbox ? outbox : []),
    ...(hasTrialMailbox(config) ? mailbox : []),
    ...(config.smtpPort === 0 ? [] : smtp),
  ].join('\n')
}
