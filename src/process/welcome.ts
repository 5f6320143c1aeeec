import type { Config } from '../config.js'

/** What a newcomer needs after the first start: the key, shown this once, and a mail to send with it. */
export function welcome(url: string, config: Config, first: { account_id: string; key: string }): string {
  const mail = {
    channel: 'email',
    idempotency_key: 'first-mail',
    destination: { email: config.bootstrapOwnerEmail },
    payload: { subject: 'Hello from Postline', body_text: 'It works.' },
  }
  const outbox = [
    'See it in the outbox, and its timeline:',
    '',
    `  curl -H 'Authorization: Bearer ${first.key}' ${url}/dev/outbox`,
    `  curl -H 'Authorization: Bearer ${first.key}' '${url}/v1/messages?idempotency_key=first-mail'`,
    '',
  ]
  return [
    '',
    `  Account    ${first.account_id}  ${config.bootstrapOwnerEmail}`,
    `  Admin key  ${first.key}`,
    '             Shown this once. Keep it.',
    '',
    'Send the first mail:',
    '',
    `  curl -X POST ${url}/v1/send \\`,
    `    -H 'Authorization: Bearer ${first.key}' \\`,
    `    -H 'Content-Type: application/json' \\`,
    `    -d '${JSON.stringify(mail)}'`,
    '',
    ...(config.mailProvider === 'capture' ? outbox : []),
  ].join('\n')
}
