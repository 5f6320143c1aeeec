import { ApiError } from '../../errors.js'
import { createInbox, deleteInbox, listInboxes, updateInbox } from '../../operations/mail-inboxes.js'
import { createLabel, deleteLabel, listLabels, updateLabel } from '../../operations/mail-labels.js'
import { mergeThreads, splitMail } from '../../operations/mail-merging.js'
import { listNotes } from '../../operations/mail-notes.js'
import {
  assignThread,
  changeThreadLabels,
  getThread,
  listThreads,
  markThreadRead,
  moveThread,
  setThreadLabels,
  snoozeThread,
  starMail,
  starThread,
  threadUpdated,
} from '../../operations/mail-threads.js'
import { builder } from '../builder.js'
import { connectionOf, hintsOf, pageArgs } from '../connections.js'
import type { GraphqlContext } from '../context.js'
import { inputOf, outputOf } from '../contract-types.js'
import { Folder, MailSource } from '../enums.js'
import { changes, does, looksUp, pages, pagesOf, runs, streams } from '../resolve.js'
import { TimelineEvent } from './events.js'
import { NoteConnection } from './mail-notes.js'
import { Message } from './messages.js'

const entrySchema = getThread.output.shape.messages.element

export const MailAttachment = outputOf(
  'MailAttachment',
  'A file of a mail in a thread.',
  entrySchema.shape.attachments.element,
  { types: { content_id: 'String' } },
)

const MailEntry = outputOf('MailEntry', 'A mail in a thread, received or sent.', entrySchema, {
  types: { attachments: [MailAttachment], events: [TimelineEvent], rfc_message_id: 'String' },
})

/** A thread. Its mails are looked up for all threads of a response together. */
export const Thread = outputOf('Thread', 'Mails that belong together.', listThreads.output.shape.threads.element, {
  node: { kind: 'thread', operation: getThread, loader: 'threads' },
  types: { folder: Folder },
  more: (t) => ({
    updateCursor: t.string({
      nullable: true,
      description: 'For `threadUpdated`: the position of the change in the stream, for `after`. Null elsewhere.',
      resolve: ({ update_cursor }: { update_cursor?: string }) => update_cursor ?? null,
    }),
    notes: t.field({
      type: NoteConnection,
      args: pageArgs(t, listNotes),
      description: 'Its internal notes, newest first.',
      ...pagesOf(listNotes, ({ loaders }, page) => loaders.all.notesOfThread.load(page)),
    }),
    messages: t.field({
      type: [MailEntry],
      description:
        'Its mails, oldest first. If the threads of a response have more than 2,000 mails together, this is an error, and so is the page: ask for fewer threads then. Of a single thread with more, these are the newest 2,000.',
      resolve: async (thread: { id: string; messages?: unknown[] }, _args: unknown, context: GraphqlContext) => {
        if (thread.messages) return thread.messages
        return (await context.loaders.all.mailEntries.load(thread.id)) ?? []
      },
    }),
  }),
})

const ThreadConnection = connectionOf('Thread', Thread, 'threads', 'newest first', hintsOf(listThreads))

const Inbox = outputOf('Inbox', 'An address whose mail is kept together.', createInbox.output, {
  node: { kind: 'inbox', operation: listInboxes, service: 'inboxes' },
})
const InboxConnection = connectionOf('Inbox', Inbox, 'inboxes')
const CreateInboxInput = inputOf(
  'CreateInboxInput',
  'A new inbox: an address, or a domain and a local part.',
  createInbox.input,
)

const UpdateInboxInput = inputOf('UpdateInboxInput', 'Changes of an inbox.', updateInbox.input, { omit: ['id'] })

const Label = outputOf('Label', 'What threads are sorted by.', createLabel.output, {
  node: { kind: 'label', operation: listLabels, service: 'labels' },
})
const LabelConnection = connectionOf('Label', Label, 'labels', 'by name')
const CreateLabelInput = inputOf('CreateLabelInput', 'A new label.', createLabel.input)
const UpdateLabelInput = inputOf('UpdateLabelInput', 'Changes of a label.', updateLabel.input, { omit: ['id'] })

const StarredMail = outputOf('StarredMail', 'A mail with or without a star.', starMail.output, {
  omit: ['starred'],
  more: (t) => ({
    isStarred: t.boolean({
      description: 'Whether the mail has a star.',
      resolve: ({ starred }: { starred: boolean }) => starred,
    }),
    thread: t.field({
      type: Thread,
      nullable: true,
      description: 'The thread of the mail.',
      resolve: ({ id }: { id: string }, _args: unknown, { loaders }: GraphqlContext) =>
        loaders.all.threadsOfMails.load(id),
    }),
  }),
})

/** A thread that was changed, by the id of what it is now: it may have been merged meanwhile. */
const changedThread = async ({ id }: { id: string }, { loaders }: GraphqlContext) => {
  const thread = await loaders.all.threads.load(id)
  if (!thread) throw new ApiError('not_found')
  return thread as never
}

builder.objectField(Message, 'thread', (t) =>
  t.field({
    type: Thread,
    nullable: true,
    description: 'Its thread in the mail app; null if it has none.',
    resolve: async ({ id }: { id: string }, _args, { deps, loaders }) => {
      if (!deps.config.mailAppEnabled) return null
      return ((await loaders.all.threadsOfMails.load(id)) ?? null) as never
    },
  }),
)

/** The filters of threads. */
// biome-ignore lint/suspicious/noExplicitAny: the builder of the fields of any object
export const threadFilterArgs = (t: any) => ({
  folder: t.arg({ type: Folder, description: 'Only this folder.' }),
  label: t.arg.string({ description: 'Only threads with this label, by its name.' }),
  q: t.arg.string({ description: 'Only threads with a mail that matches this search, as in `mailSearch`.' }),
  inboxId: t.arg({ type: 'ID', description: 'Only mail of this inbox.' }),
  inbox: t.arg.string({ description: 'Only mail of this exact address of yours.' }),
  unread: t.arg.boolean({ description: 'Only threads with unread mail, or only those without.' }),
  starred: t.arg.boolean({ description: 'Only threads with a star, or only those without.' }),
})

// biome-ignore lint/suspicious/noExplicitAny: the builder of the fields of any object
const threadId = (t: any) => ({ id: t.arg({ type: 'ID', required: true, description: 'The thread.' }) })

builder.queryFields((t) => ({
  thread: t.field({
    type: Thread,
    args: threadId(t),
    ...looksUp(getThread),
    description: 'One thread with its mails. Looking at it marks nothing read: `markThreadRead` does.',
  }),
  threads: t.field({
    type: ThreadConnection,
    args: { ...pageArgs(t, listThreads), ...threadFilterArgs(t) },
    ...pages(listThreads, 'threads'),
  }),
  inboxes: t.field({ type: InboxConnection, args: pageArgs(t, listInboxes), ...pages(listInboxes, 'inboxes') }),
  labels: t.field({
    type: LabelConnection,
    args: pageArgs(t, listLabels),
    ...pages(listLabels, 'labels'),
  }),
}))

builder.mutationFields((t) => ({
  createInbox: t.field({
    type: Inbox,
    args: { input: t.arg({ type: CreateInboxInput, required: true, description: 'The inbox.' }) },
    ...runs(createInbox),
  }),
  updateInbox: t.field({
    type: Inbox,
    args: {
      id: t.arg({ type: 'ID', required: true, description: 'The inbox.' }),
      input: t.arg({ type: UpdateInboxInput, required: true, description: 'The fields to change.' }),
    },
    ...runs(updateInbox),
  }),
  deleteInbox: t.field({
    type: 'Boolean',
    args: { id: t.arg({ type: 'ID', required: true, description: 'The inbox.' }) },
    ...does(deleteInbox),
  }),
  createLabel: t.field({
    type: Label,
    args: { input: t.arg({ type: CreateLabelInput, required: true, description: 'The label.' }) },
    ...runs(createLabel),
  }),
  updateLabel: t.field({
    type: Label,
    args: {
      id: t.arg({ type: 'ID', required: true, description: 'The label.' }),
      input: t.arg({ type: UpdateLabelInput, required: true, description: 'The fields to change.' }),
    },
    ...runs(updateLabel),
  }),
  deleteLabel: t.field({
    type: 'Boolean',
    args: { id: t.arg({ type: 'ID', required: true, description: 'The label.' }) },
    ...does(deleteLabel),
  }),
  markThreadRead: t.field({
    type: Thread,
    args: { ...threadId(t), read: t.arg.boolean({ description: 'Default: true.' }) },
    ...changes(markThreadRead, changedThread),
  }),
  starThread: t.field({
    type: Thread,
    args: { ...threadId(t), starred: t.arg.boolean({ description: 'Default: true.' }) },
    ...changes(starThread, changedThread),
  }),
  moveThread: t.field({
    type: Thread,
    args: {
      ...threadId(t),
      folder: t.arg({ type: Folder, required: true, description: 'Where to; not SENT.' }),
    },
    ...changes(moveThread, changedThread),
  }),
  setThreadLabels: t.field({
    type: Thread,
    args: {
      ...threadId(t),
      labels: t.arg.stringList({ required: true, description: 'The names of all its labels from now on.' }),
    },
    ...changes(setThreadLabels, changedThread),
  }),
  changeThreadLabels: t.field({
    type: Thread,
    args: {
      ...threadId(t),
      add: t.arg.stringList({ description: 'Names of labels that it gets. Unknown label names are ignored.' }),
      remove: t.arg.stringList({ description: 'Names of labels that it loses.' }),
    },
    ...changes(changeThreadLabels, changedThread),
  }),
  snoozeThread: t.field({
    type: Thread,
    args: {
      ...threadId(t),
      until: t.arg({ type: 'DateTime', description: 'When it comes back to the inbox; null for now.' }),
    },
    ...changes(snoozeThread, changedThread),
  }),
  assignThread: t.field({
    type: Thread,
    args: { ...threadId(t), assignee: t.arg.string({ description: 'Who takes care of it; null for nobody.' }) },
    ...changes(assignThread, changedThread),
  }),
  mergeThreads: t.field({
    type: Thread,
    args: {
      ...threadId(t),
      threadId: t.arg({ type: 'ID', required: true, description: 'The thread that becomes part of it.' }),
    },
    ...runs(mergeThreads),
  }),
  splitMessage: t.field({
    type: Thread,
    args: {
      source: t.arg({ type: MailSource, required: true, description: 'Whether it was received or sent.' }),
      id: t.arg({ type: 'ID', required: true, description: 'The inbound email or the message.' }),
    },
    ...runs(splitMail),
  }),
  starMessage: t.field({
    type: StarredMail,
    args: {
      source: t.arg({ type: MailSource, required: true, description: 'Whether it was received or sent.' }),
      id: t.arg({ type: 'ID', required: true, description: 'The inbound email or the message.' }),
      starred: t.arg.boolean({ description: 'Default: true.' }),
    },
    ...runs(starMail),
  }),
}))

builder.subscriptionField('threadUpdated', (t) =>
  t.field({
    type: Thread,
    args: {
      inboxId: t.arg({ type: 'ID', description: 'Only threads with mail of this inbox.' }),
      after: t.arg({
        type: 'ID',
        description:
          'The `updateCursor` of the last thread you saw. The stream continues with the next change. If omitted, live changes only.',
      }),
    },
    description: 'Threads as they change, in order of recording. One that has changed several times since comes once.',
    ...streams(threadUpdated, { after: 'lastEventId' }),
  }),
)
