import { receiveMail } from '../../support/file-mail.js'
import type { TestApp } from '../../support/start-app.js'
import { type ErrorCase, post, type SuccessCase } from '../case.js'
import { invalid, unknownId } from '../refusals.js'

const UNKNOWN = 'thr_00000000000000000000000000'
const UNKNOWN_MAIL = 'inb_00000000000000000000000000'

const aThread = async (app: TestApp) => (await receiveMail(app, { subject: app.app.newId('label') })).threadId
const twoThreads = async (app: TestApp) => ({ id: await aThread(app), thread_id: await aThread(app) })

/** A mail in a thread with another one. */
async function anAnswer(app: TestApp) {
  const subject = app.app.newId('label')
  const messageId = `${subject}@example.com`
  await receiveMail(app, { subject, messageId })
  return { source: 'inbound', ...(await receiveMail(app, { subject, inReplyTo: [messageId] })) }
}

export const successes: readonly SuccessCase[] = [
  { operation: 'mail.threads.merge', input: twoThreads },
  {
    operation: 'mail.messages.split',
    input: async (app) => {
      const { source, id } = await anAnswer(app)
      return { source, id }
    },
  },
]

export const errors: readonly ErrorCase[] = [
  unknownId('mail.threads.merge', { id: UNKNOWN, thread_id: 'thr_00000000000000000000000001' }),
  invalid('mail.threads.merge', 'thread_id', 'no thread', { id: UNKNOWN }),
  invalid('mail.threads.merge', 'thread_id', 'the same thread', { id: UNKNOWN, thread_id: UNKNOWN }),
  {
    title: 'a thread that is part of another',
    operation: 'mail.threads.merge',
    input: async (app) => {
      const { id, thread_id } = await twoThreads(app)
      await post(app, `/v1/mail/threads/${id}/merge`, { thread_id })
      return { id, thread_id }
    },
    code: 'already_merged',
  },
  {
    title: 'a thread in trash',
    operation: 'mail.threads.merge',
    input: async (app) => {
      const given = await twoThreads(app)
      await post(app, `/v1/mail/threads/${given.id}/move`, { folder: 'trash' })
      return given
    },
    code: 'wrong_folder',
  },
  {
    title: 'threads that are too large together',
    operation: 'mail.threads.merge',
    input: async (app) => {
      const given = await twoThreads(app)
      const { collection } = app.app.models.mailThreads
      await collection.updateOne({ _id: given.id }, { $set: { message_count: 1_000 } })
      return given
    },
    code: 'thread_too_large',
  },
  unknownId('mail.messages.split', { source: 'inbound', id: UNKNOWN_MAIL }),
  invalid('mail.messages.split', 'source', 'an unknown source', { source: 'upbound', id: UNKNOWN_MAIL }),
  {
    title: 'the only mail of a thread',
    operation: 'mail.messages.split',
    input: async (app) => ({ source: 'inbound', id: (await receiveMail(app)).id }),
    code: 'only_mail',
  },
  {
    title: 'a thread in trash',
    operation: 'mail.messages.split',
    input: async (app) => {
      const { source, id, threadId } = await anAnswer(app)
      await post(app, `/v1/mail/threads/${threadId}/move`, { folder: 'trash' })
      return { source, id }
    },
    code: 'wrong_folder',
  },
]
