import { randomUUID } from 'node:crypto'
import type { Account, World } from '../world.js'

const ROWS = 300

/** Imports contacts from a file. */
export async function contactImport({ book, client }: World, account: Account): Promise<void> {
  const name = randomUUID()
  const emails = Array.from({ length: ROWS }, (_none, index) => `person${index}@${name}.test`)
  const body = ['email,first_name', ...emails.map((email, index) => `${email},Person ${index}`)].join('\n')
  const key = account.liveKey
  const file = await client.ask('POST', '/v1/contacts/imports', { key, body, headers: { 'content-type': 'text/csv' } })
  if (!file) return
  if (file.status !== 201) return void book.problems.push(`a file was answered with ${JSON.stringify(file)}`)
  const answer = await client.ask('POST', '/v1/contacts/import', { key, body: file.body })
  if (!answer) return
  if (answer.status >= 300) return void book.problems.push(`an import was answered with ${JSON.stringify(answer)}`)
  book.imports.push({ id: answer.body.id, accountId: account.id, emails })
}

/** Sends a broadcast to the list of an account. */
export async function broadcast({ book, client }: World, account: Account): Promise<void> {
  const key = account.liveKey
  const body = {
    name: `News ${randomUUID()}`,
    list_id: account.listId,
    from_email: `news@${account.domain}`,
    subject: 'News for {{ first_name }}',
    body_text: 'Hello {{ first_name }}! {{ unsubscribe_url }}',
  }
  const draft = await client.ask('POST', '/v1/broadcasts', { key, body })
  if (!draft) return
  if (draft.status !== 201) return void book.problems.push(`a broadcast was answered with ${JSON.stringify(draft)}`)
  const { id } = draft.body
  const sent = await client.ask('POST', `/v1/broadcasts/${id}/send`, { key })
  // It is a draft no more if an earlier attempt has sent it.
  if (!sent || (sent.status >= 300 && sent.wasRepeated && sent.status !== 409)) return
  if (sent.status >= 300 && !sent.wasRepeated) {
    return void book.problems.push(`sending a broadcast was answered with ${JSON.stringify(sent)}`)
  }
  book.broadcasts.push({ id, accountId: account.id, emails: account.listEmails })
}
