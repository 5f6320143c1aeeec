import { groupBy } from '../../src/lib/collections/group-by.js'
import { receiveMail, type TestMail } from './file-mail.js'
import { anotherAccount } from './more-processes.js'
import { call, type TestApp } from './start-app.js'

/** A new account with a mailbox, and what calls the API for it. */
export async function aMailbox(app: TestApp) {
  const { key, accountId } = await anotherAccount(app, `bulk-${app.app.newId('label')}@elsewhere.test`)
  const ask = (method: string, path: string, body?: unknown, { url } = app) =>
    call(url, method, path, { key, ...(body !== undefined && { body }) })
  const receive = (mail: TestMail = {}) => receiveMail(app, { accountId, ...mail })
  const threads = async (count: number) => {
    const ids: string[] = []
    for (let index = 0; index < count; index += 1)
      ids.push((await receive({ subject: `Matter ${app.app.newId('label')}` })).threadId)
    return ids
  }
  const change = (body: object, of?: TestApp) => ask('POST', '/v1/mail/threads/bulk', body, of)
  const undo = (id: string, of?: TestApp) => ask('POST', `/v1/mail/threads/bulk/${id}/undo`, undefined, of)
  const thread = async (id: string) =>
    (await ask('GET', `/v1/mail/threads?limit=100`)).body.threads.find((each: { id: string }) => each.id === id)
  const list = async (query: string): Promise<string[]> =>
    (await ask('GET', `/v1/mail/threads?limit=100&${query}`)).body.threads.map((each: { id: string }) => each.id)
  const cursor = async () => (await ask('GET', '/v1/mail/changes')).body.cursor
  const blocked = async (): Promise<string[]> =>
    (await ask('GET', '/v1/mail/blocked-senders')).body.blocked_senders.map(({ sender }: { sender: string }) => sender)
  return { key, accountId, ask, receive, threads, change, undo, thread, list, cursor, blocked }
}

/** Threads of an account, by copying one that was filed. */
export async function copyThreads(app: TestApp, accountId: string, count: number): Promise<string[]> {
  const { threadId } = await receiveMail(app, { accountId })
  const { collection } = app.app.models.mailThreads
  const row = await collection.findOne({ _id: threadId })
  const rows = Array.from({ length: count }, () => ({ ...row!, _id: app.app.newId('thread') }))
  for (let at = 0; at < count; at += 10_000) await collection.insertMany(rows.slice(at, at + 10_000))
  return rows.map(({ _id }) => _id)
}

type Answer = { body: { results: { outcome: string }[] } }

/** How often there is each outcome. */
export const outcomes = ({ body }: Answer): Record<string, number> =>
  Object.fromEntries(
    [...groupBy(body.results, ({ outcome }) => outcome)].map(([name, results]) => [name, results.length]),
  )
