import type { Config } from '../config.js'

/**
 * What a newcomer needs after the first start: the key, and a mail to send with it. A key that was made is shown this
 * once; one that the operator gave is a secret that stays where it is kept.
 */
export function welcome(url: string, config: Config, first: { account_id: string; key: string }): string {
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
    'See it in the outbox, and its timeline:',
    '',
    `  curl -H ${authorization} ${url}/dev/outbox`,
    `  curl -H ${authorization} '${url}/v1/messages?idempotency_key=first-mail'`,
    '',
  ]
  return [
    '',
    `  Account    ${first.account_id}  ${config.bootstrapOwnerEmail}`,
    ...(isGiven
      ? ['  Admin key  The one in BOOTSTRAP_ADMIN_KEY']
      : [`  Admin key  ${first.key}`, '             Shown this once. Keep it.']),
    '',
    'Send the first mail:',
    '',
    `  curl -X POST ${url}/v1/send \\`,
    `    -H ${authorization} \\`,
    `    -H 'Content-Type: application/json' \\`,
    `    -d '${JSON.stringify(mail)}'`,
    '',
    ...(config.mailProvider === 'capture' ? outbox : []),
  ].join('\n')
}
