import { apiErrorOf, createTrpcClient } from '@postline/client'

/*
 * Sends a mail by tRPC and prints its timeline as it happens, until the mail has arrived or cannot.
 *
 *   POSTLINE_URL=http://127.0.0.1:3000 POSTLINE_KEY=sk_test_… npm start -- somebody@example.com
 */

const { POSTLINE_URL: baseUrl = 'http://127.0.0.1:3000', POSTLINE_KEY: apiKey = '' } = process.env
const [email = 'delivered@example.com'] = process.argv.slice(2)
const FINAL = ['delivered', 'bounced', 'failed', 'suppressed']

const client = createTrpcClient({ baseUrl, apiKey })
const print = (line: string) => process.stdout.write(`${line}\n`)

try {
  const message = await client.messages.send.mutate({
    channel: 'email',
    idempotency_key: `timeline-${Date.now()}`,
    destination: { email },
    payload: { subject: 'Your receipt', body_text: 'Thank you for your order.' },
  })
  print(`${message.id} ${message.status}`)

  // The whole timeline from its beginning, then live. A broken connection is opened anew, and nothing is missed.
  const timeline = await client.events.live.subscribe({ message_id: message.id })
  for await (const { data: event } of timeline) {
    print(`${event.occurred_at} ${event.type} ${JSON.stringify(event.payload)}`)
    if (FINAL.includes(event.type)) break
  }
} catch (error) {
  process.stderr.write(`${apiErrorOf(error)?.message ?? error}\n`)
  process.exitCode = 1
}
