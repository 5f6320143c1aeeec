import type { MailChange } from '../../src/contract/mail-changes.js'
import type { MailThreadSummary } from '../../src/contract/mail-threads.js'
import { call } from './start-app.js'

/** Where a client asks, and with which key. */
interface Door {
  url: string
  key: string
}

/** What somebody knows of a mailbox who has listed it once and follows its changes. */
export class MailReplica {
  readonly threads = new Map<string, MailThreadSummary>()
  readonly mails = new Map<string, { threadId: string; isStarred: boolean }>()
  /** The threads of notes. */
  readonly notes = new Map<string, string>()
  /** The revisions of drafts that are not sent. */
  readonly drafts = new Map<string, number>()

  apply({ type, thread_id, thread, mail, merged_into, note_id, label, draft_id, draft }: MailChange): void {
    if (draft_id) {
      if (draft) this.drafts.set(draft_id, draft.revision)
      else this.drafts.delete(draft_id)
      return
    }
    if (label) {
      for (const known of this.threads.values())
        known.labels = known.labels.map((name) => (name === label.previous_name ? label.name : name))
      return
    }
    const id = thread_id!
    if (thread) this.threads.set(id, thread)
    else this.threads.delete(id)
    if (type === 'merged')
      for (const known of this.mails.values()) if (known.threadId === id) known.threadId = merged_into!
    if (type === 'merged')
      for (const [note, threadId] of this.notes) if (threadId === id) this.notes.set(note, merged_into!)
    if (type === 'deleted' && !mail)
      for (const [note, threadId] of this.notes) if (threadId === id) this.notes.delete(note)
    if (type === 'noted') this.notes.set(note_id!, id)
    if (type === 'note_deleted') this.notes.delete(note_id!)
    if (!mail) return
    if (type === 'deleted') this.mails.delete(mail.id)
    else this.mails.set(mail.id, { threadId: id, isStarred: mail.is_starred })
  }

  get state() {
    const threads = [...this.threads.values()].map((thread) => ({ ...thread, labels: thread.labels.toSorted() }))
    const notes = Object.fromEntries([...this.notes].toSorted())
    const drafts = Object.fromEntries([...this.drafts].toSorted())
    return { threads: threads.toSorted(byId), notes, drafts, mails: Object.fromEntries([...this.mails].toSorted()) }
  }
}

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)

/** The same by listing everything. */
export async function listMailbox({ url, key }: Door): Promise<MailReplica> {
  const replica = new MailReplica()
  const { body: page } = await call(url, 'GET', '/v1/mail/drafts?limit=100', { key })
  for (const { id, revision } of page.drafts) replica.drafts.set(id, revision)
  for (let cursor = ''; ; ) {
    const { body } = await call(url, 'GET', `/v1/mail/threads?limit=7${cursor && `&cursor=${cursor}`}`, { key })
    for (const thread of body.threads) replica.threads.set(thread.id, thread)
    for (const { id } of body.threads) {
      const found = await call(url, 'POST', '/graphql', {
        key,
        body: { query: `{ thread(id: "${id}") { messages { id isStarred } notes(first: 100) { nodes { id } } } }` },
      })
      for (const mail of found.body.data.thread.messages)
        replica.mails.set(mail.id, { threadId: id, isStarred: mail.isStarred })
      for (const note of found.body.data.thread.notes.nodes) replica.notes.set(note.id, id)
    }
    cursor = body.next_cursor
    if (!cursor) return replica
  }
}

/** Follows by REST until there is no more. */
export async function followChanges(
  { url, key }: Door,
  replica: MailReplica,
  from: string,
  limit: number,
): Promise<string> {
  for (let cursor = from; ; ) {
    const { body } = await call(url, 'GET', `/v1/mail/changes?cursor=${cursor}&limit=${limit}`, { key })
    for (const each of body.changes) replica.apply(each)
    cursor = body.cursor
    if (!body.has_more) return cursor
  }
}
