import { receiveMail } from '../../support/file-mail.js'
import { fillQuota } from '../../support/fill-quota.js'
import type { TestApp } from '../../support/start-app.js'
import { type ErrorCase, post, type SuccessCase } from '../case.js'
import { forbidden, invalid, unknownCursor, unknownId } from '../refusals.js'

const UNKNOWN = 'reply_00000000000000000000000000'
const PATH = '/v1/mail/saved-replies'

/** Looks like an id, so that names of the three doors compare as equal. */
const unique = (app: TestApp) => app.app.newId('label')
const aReply = async (app: TestApp, more: object = {}) => ({
  id: (await post(app, PATH, { name: unique(app), body_text: 'Hello {{ name }}.', ...more })).id as string,
})
const aThread = async (app: TestApp) => (await receiveMail(app, { text: 'Hello.' })).threadId
const sameName = async (app: TestApp) => {
  const name = unique(app)
  await aReply(app, { name })
  return name.toUpperCase()
}

export const successes: readonly SuccessCase[] = [
  {
    operation: 'mail.savedReplies.create',
    input: (app) => ({
      name: unique(app),
      subject: 'Re: {{ thread.subject }}',
      body_html: '<p>Hi.</p>',
      body_text: null,
    }),
  },
  { operation: 'mail.savedReplies.list', input: async (app) => ({ ...((await aReply(app)) && {}), limit: 1 }) },
  { operation: 'mail.savedReplies.get', input: (app) => aReply(app) },
  {
    operation: 'mail.savedReplies.update',
    input: async (app) => ({ ...(await aReply(app)), name: unique(app), subject: null, body_html: '<p>Hi.</p>' }),
  },
  { operation: 'mail.savedReplies.delete', input: (app) => aReply(app) },
  {
    operation: 'mail.savedReplies.render',
    input: async (app) => ({ ...(await aReply(app, { subject: 'Hi' })), thread_id: await aThread(app) }),
  },
]

export const errors: readonly ErrorCase[] = [
  invalid('mail.savedReplies.create', 'name', 'no name', { body_text: 'Hi.' }),
  invalid('mail.savedReplies.create', 'body_text', 'no body', { name: 'A', body_html: ' ' }),
  invalid('mail.savedReplies.create', 'body_text', 'a long body', { name: 'A', body_text: 'x'.repeat(20_001) }),
  forbidden('mail.savedReplies.create', 'send', { name: 'A', body_text: 'Hi.' }),
  {
    title: 'a source that cannot be parsed',
    operation: 'mail.savedReplies.create',
    input: { name: 'A', body_html: '<p>\n{% if %}</p>' },
    code: 'invalid_template',
    field: 'body_html',
  },
  {
    title: 'the name of another saved reply',
    operation: 'mail.savedReplies.create',
    input: async (app) => ({ name: await sameName(app), body_text: 'Hi.' }),
    code: 'saved_reply_exists',
  },
  {
    title: 'as many saved replies as the plan allows',
    operation: 'mail.savedReplies.create',
    key: 'full',
    input: async (app) => {
      await fillQuota(app, 'full@postline.test', 'saved_replies')
      return { name: unique(app), body_text: 'Hi.' }
    },
    code: 'too_many_saved_replies',
  },
  unknownCursor('mail.savedReplies.list'),
  unknownId('mail.savedReplies.get', { id: UNKNOWN }),
  unknownId('mail.savedReplies.update', { id: UNKNOWN, name: 'A' }),
  {
    title: 'a source that cannot be parsed',
    operation: 'mail.savedReplies.update',
    input: { id: UNKNOWN, subject: '{{ open' },
    code: 'invalid_template',
    field: 'subject',
  },
  {
    title: 'the name of another saved reply',
    operation: 'mail.savedReplies.update',
    input: async (app) => ({ ...(await aReply(app)), name: await sameName(app) }),
    code: 'saved_reply_exists',
  },
  {
    title: 'the only body taken away',
    operation: 'mail.savedReplies.update',
    input: async (app) => ({ ...(await aReply(app)), body_text: null }),
    code: 'invalid_request',
    field: 'body_text',
  },
  unknownId('mail.savedReplies.delete', { id: UNKNOWN }),
  unknownId('mail.savedReplies.render', { id: UNKNOWN, thread_id: 'thr_00000000000000000000000000' }),
  {
    title: 'an unknown thread',
    operation: 'mail.savedReplies.render',
    input: async (app) => ({ ...(await aReply(app)), thread_id: 'thr_00000000000000000000000000' }),
    code: 'not_found',
  },
  {
    title: 'a source that does not render',
    operation: 'mail.savedReplies.render',
    input: async (app) => ({
      ...(await aReply(app, { body_text: '{% for i in (1..100000000) %}x{% endfor %}' })),
      thread_id: await aThread(app),
    }),
    code: 'template_error',
  },
]
