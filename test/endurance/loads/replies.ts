import { randomUUID } from 'node:crypto'
import type { Account, World } from '../world.js'

/** Answers a received mail in the mail app. Threads of only sent mail may end meanwhile, with a mail that is canceled. */
export async function reply({ book, client, random }: World, account: Account): Promise<void> {
  const key = account.liveKey
  const list = await client.ask('GET', '/v1/mail/threads?folder=inbox&limit=20', { key })
  const threads: { id: string }[] = list?.body?.threads ?? []
  if (threads.length === 0) return
  const { id: threadId } = random.oneOf(threads)
  const body = { body_text: 'It is on its way.', from: `help@${account.domain}`, idempotency_key: randomUUID() }
  const answer = await client.ask('POST', `/v1/mail/threads/${threadId}/reply`, { key, body })
  if (!answer) return
  // The provider has reported that mail to its sender bounces.
  if (answer.body?.error?.code === 'recipient_suppressed') return
  if (answer.status !== 201) return void book.problems.push(`a reply was answered with ${JSON.stringify(answer)}`)
  const { id } = answer.body
  book.mails.push({ id, kind: 'reply', accountId: account.id, isLive: true, recipient: '', at: Date.now(), threadId })
}
