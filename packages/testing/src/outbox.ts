import type { Client, Schemas } from '@postline/client'
import { PostlineError } from '@postline/client'
import { type WaitOptions, waitFor } from './wait-for.js'

/** A mail that the service has accepted: what lists show of it, and its content as recipients would get it. */
export type OutboxMail = Schemas['MessageSummary'] & Schemas['MessageContent']

/** Which mail is meant. Everything that is given must match. */
export interface MailQuery {
  /** The address of a recipient: to, cc or bcc. */
  to?: string
  /** The whole subject, or a pattern in it. */
  subject?: string | RegExp
  /** How far the mail is. By default it does not matter. */
  status?: Schemas['MessageStatus']
}

/** All mail of the account, sent with the live key or the test key. */
export interface Outbox {
  /** The mail that matches, newest first. */
  list(query?: MailQuery): Promise<OutboxMail[]>
  /**
   * The newest mail that matches, as soon as there is one.
   * @throws Error with the mail that is there instead
   */
  waitFor(query: MailQuery & WaitOptions): Promise<OutboxMail>
  /** Forgets all mail so far, as if the outbox was new. The service keeps it. */
  clear(): Promise<void>
}

/** How much of the outbox the error of a wait shows. */
const MAX_SHOWN = 10

export function openOutbox(client: Client): Outbox {
  let clearedUpTo = ''

  async function* read({ to, status, subject }: MailQuery): AsyncGenerator<OutboxMail> {
    const query = { limit: 100, ...(to !== undefined && { recipient: to }), ...(status !== undefined && { status }) }
    for await (const message of client.paginate('/v1/messages', { params: { query } })) {
      if (message.id <= clearedUpTo) return
      if (subject !== undefined && !matches(message.subject, subject)) continue
      const content = await contentOf(client, message.id)
      if (content) yield { ...message, ...content }
    }
  }

  async function list(query: MailQuery = {}): Promise<OutboxMail[]> {
    const mails: OutboxMail[] = []
    for await (const mail of read(query)) mails.push(mail)
    return mails
  }

  return {
    list,
    waitFor: ({ timeoutMs, ...query }) =>
      waitFor(
        async () => {
          for await (const mail of read(query)) return mail
          return undefined
        },
        { timeoutMs },
        async () => `There is no mail with ${describe(query)}. The outbox has ${summary(await list())}`,
      ),
    async clear() {
      const { data } = await client.GET('/v1/messages', { params: { query: { limit: 1 } } })
      clearedUpTo = data.messages[0]?.id ?? clearedUpTo
    },
  }
}

/** Null for a mail whose content was deleted. */
async function contentOf(client: Client, id: string): Promise<Schemas['MessageContent'] | null> {
  try {
    return (await client.GET('/v1/messages/{id}/content', { params: { path: { id } } })).data
  } catch (error) {
    if (error instanceof PostlineError && error.code === 'not_found') return null
    throw error
  }
}

const matches = (subject: string | null, wanted: string | RegExp) =>
  typeof wanted === 'string'
    ? subject === wanted
    : new RegExp(wanted, wanted.flags.replace(/[gy]/g, '')).test(subject ?? '')

function describe(query: MailQuery): string {
  return (
    Object.entries(query)
      .flatMap(([name, value]) => (value === undefined ? [] : `${name} ${value}`))
      .join(', ') || 'anything'
  )
}

function summary(mails: OutboxMail[]): string {
  if (mails.length === 0) return 'no mail.'
  const lines = mails.slice(0, MAX_SHOWN).map(({ to, subject, status }) => `\n  to ${to}: ${subject} (${status})`)
  const more = mails.length > MAX_SHOWN ? `\n  and ${mails.length - MAX_SHOWN} more` : ''
  return `${mails.length}:${lines.join('')}${more}`
}
