import fc from 'fast-check'
import { forgetMails } from '../../src/services/mail-app/filing/forget-mails.js'
import { inAnHour } from '../doors/case.js'
import { receiveMail } from './file-mail.js'
import { call, type TestApp } from './start-app.js'

/** Things that happen to mailboxes. */
export const MAIL_STEPS = [
  ...(['receive', 'answer', 'orphan', 'parent', 'copy', 'read', 'unread', 'star', 'starMail', 'move'] as const),
  ...(['label', 'addLabel', 'unlabel', 'spam', 'snooze', 'assign', 'rename', 'merge', 'split', 'delete'] as const),
  ...(['note', 'renote', 'unnote'] as const),
  ...(['bulk', 'undo'] as const),
  ...(['draft', 'redraft', 'undraft'] as const),
] as const
type Kind = (typeof MAIL_STEPS)[number]

const LABELS = ['one', 'two', 'three']

/** A random step. Numbers choose among what there is, and the process that files mail. */
export const mailStep = (kinds: readonly Kind[]) =>
  fc.record({ kind: fc.constantFrom(...kinds), on: fc.nat(1), pick: fc.nat(1_000), flag: fc.boolean() })
type Step = ReturnType<typeof mailStep> extends fc.Arbitrary<infer T> ? T : never

/** The two addresses of a mailbox. */
export const ADDRESSES = ['support', 'sales'] as const

/** A mailbox to which random things happen. */
export class RandomMailbox {
  readonly #apps: readonly [TestApp, TestApp]
  readonly #account: { accountId: string; key: string }
  readonly #received: { id: string; messageId: string; subject: string }[] = []
  readonly #labels = new Map(LABELS.map((name) => [name, name]))
  readonly #undos: string[] = []
  #count = 0

  readonly #domain: string

  constructor(
    apps: readonly [TestApp, TestApp],
    account: { accountId: string; key: string },
    { domain = 'shop.test' }: { domain?: string } = {},
  ) {
    this.#apps = apps
    this.#account = account
    this.#domain = domain
  }

  #call(method: string, path: string, body?: unknown, on = 0) {
    return call(this.#apps[on]!.url, method, path, { key: this.#account.key, body })
  }

  async prepare(): Promise<void> {
    for (const name of LABELS) await this.#call('POST', '/v1/mail/labels', { name })
  }

  async run({ kind, on, pick, flag }: Step): Promise<void> {
    const known = this.#received[pick % Math.max(1, this.#received.length)]
    const at = this.#at(flag ? 0 : pick)
    if (kind === 'receive' || !known) return this.#receive(on, { at })
    if (kind === 'answer')
      return this.#receive(on, { at, subject: `Re: ${known.subject}`, inReplyTo: [known.messageId], references: [] })
    // The answer comes first, its parent later: that makes one thread of two.
    const late = `late-${pick % 3}.${this.#account.accountId}@example.com`
    if (kind === 'orphan') return this.#receive(on, { at, subject: known.subject, inReplyTo: [late] })
    if (kind === 'parent')
      return this.#receive(on, { at, subject: known.subject, messageId: late, inReplyTo: [known.messageId] })
    if (kind === 'copy') return this.#receive(on, { ...known, at: this.#at(pick) })
    const threads = (await this.#call('GET', '/v1/mail/threads?limit=100')).body.threads
    const thread = threads[pick % Math.max(1, threads.length)]
    const path = `/v1/mail/threads/${thread?.id}`
    const label = LABELS[pick % LABELS.length]!
    if (kind === 'read' || kind === 'unread') await this.#call('POST', `${path}/read`, { read: kind === 'read' })
    if (kind === 'star') await this.#call('POST', `${path}/star`, { starred: flag })
    if (kind === 'starMail') await this.#call('POST', `/v1/mail/messages/inbound/${known.id}/star`, { starred: flag })
    if (kind === 'move')
      await this.#call('POST', `${path}/move`, { folder: flag ? 'archive' : ['trash', 'inbox'][pick % 2] })
    if (kind === 'label') await this.#call('PUT', `${path}/labels`, { labels: flag ? [this.#labels.get(label)] : [] })
    if (kind === 'addLabel') {
      const names = [this.#labels.get(label)]
      await this.#call('POST', `${path}/labels`, flag ? { add: names } : { remove: names })
    }
    if (kind === 'unlabel') await this.#deleteLabel(label)
    if (kind === 'spam') await this.#call('POST', `${path}/move`, { folder: 'spam' }, on)
    if (kind === 'snooze') await this.#call('POST', `${path}/snooze`, { until: flag ? inAnHour() : null })
    if (kind === 'assign') await this.#call('PUT', `${path}/assignee`, { assignee: flag ? 'Bo' : null })
    if (kind === 'note') await this.#call('POST', `${path}/notes`, { text: `Note ${pick}` })
    if (kind === 'renote' || kind === 'unnote') {
      const { notes = [] } = (await this.#call('GET', `${path}/notes`)).body
      if (notes[0] && kind === 'renote')
        await this.#call('PUT', `/v1/mail/notes/${notes[0].id}`, { text: `Edited ${pick}` })
      if (notes[0] && kind === 'unnote') await this.#call('DELETE', `/v1/mail/notes/${notes[0].id}`)
    }
    if (kind === 'rename') await this.#rename(label)
    if (kind === 'merge') {
      const other = threads[(pick + 1) % Math.max(1, threads.length)]
      await this.#call('POST', `${path}/merge`, { thread_id: other?.id }, on)
    }
    if (kind === 'split') await this.#call('POST', `/v1/mail/messages/inbound/${known.id}/split`, undefined, on)
    if (kind === 'bulk') await this.#changeMany(threads, pick, flag, on)
    if (kind === 'undo' && this.#undos.length > 0) {
      const id = this.#undos[pick % this.#undos.length]
      await this.#call('POST', `/v1/mail/threads/bulk/${id}/undo`, undefined, on)
    }
    if (kind === 'delete') await forgetMails(this.#apps[on]!.app.models, [known.id])
    if (kind === 'draft') await this.#call('POST', '/v1/mail/drafts', { from: at, subject: `Draft ${pick}` })
    if (kind === 'redraft' || kind === 'undraft') {
      const { drafts } = (await this.#call('GET', '/v1/mail/drafts?limit=100')).body
      const draft = drafts[pick % Math.max(1, drafts.length)]
      if (draft && kind === 'redraft') await this.#call('PUT', `/v1/mail/drafts/${draft.id}`, { from: at })
      if (draft && kind === 'undraft') await this.#call('DELETE', `/v1/mail/drafts/${draft.id}`)
    }
  }

  #at(pick: number): string {
    return `${ADDRESSES[pick % ADDRESSES.length]}@${this.#domain}`
  }

  async #changeMany(threads: readonly { id: string }[], pick: number, flag: boolean, on: number): Promise<void> {
    const changes = [
      { folder: (['archive', 'inbox', 'trash', 'spam'] as const)[pick % 4], read: flag },
      { add_labels: [this.#labels.get(LABELS[pick % 3]!)], remove_labels: [this.#labels.get(LABELS[(pick + 1) % 3]!)] },
      { starred: flag, assignee: flag ? 'Cy' : null },
      { snoozed_until: flag ? inAnHour() : null },
    ]
    const thread_ids = threads.filter((_thread, index) => (index + pick) % 3 > 0).map(({ id }) => id)
    if (thread_ids.length === 0) return
    const body = { thread_ids, ...changes[pick % changes.length] }
    const answer = await this.#call('POST', '/v1/mail/threads/bulk', body, on)
    if (answer.body.undo_id) this.#undos.push(answer.body.undo_id)
  }

  async #receive(on: number, mail: Parameters<typeof receiveMail>[1] & object): Promise<void> {
    this.#count += 1
    const subject = mail.subject ?? `Subject ${this.#count % 2}`
    const messageId = mail.messageId ?? `${this.#count}.${this.#account.accountId}@example.com`
    const { accountId } = this.#account
    const given = { ...mail, subject, messageId, accountId, from: `u${this.#count}@example.com` }
    const { id } = await receiveMail(this.#apps[on]!, { ...given, id: this.#apps[on]!.app.newId('inboundEmail') })
    this.#received.push({ id, messageId, subject })
  }

  async #rename(label: string): Promise<void> {
    this.#count += 1
    const name = `${label} ${this.#count}`
    const id = await this.#labelId(label)
    if (id) await this.#call('PUT', `/v1/mail/labels/${id}`, { name })
    this.#labels.set(label, name)
  }

  /** There is another with the name afterwards. */
  async #deleteLabel(label: string): Promise<void> {
    const id = await this.#labelId(label)
    if (id) await this.#call('DELETE', `/v1/mail/labels/${id}`)
    await this.#call('POST', '/v1/mail/labels', { name: this.#labels.get(label) })
  }

  /** None while it is deleted or renamed by somebody else. */
  async #labelId(label: string): Promise<string | undefined> {
    const { body } = await this.#call('GET', '/v1/mail/labels?limit=100')
    return body.labels.find(({ name }: { name: string }) => name === this.#labels.get(label))?.id
  }
}
