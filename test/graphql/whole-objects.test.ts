import { getNamedType, isLeafType } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError } from '../../src/errors.js'
import { schema } from '../../src/graphql/schema.js'
import { receiveMail } from '../support/file-mail.js'
import { aSend, startApp, type TestApp } from '../support/start-app.js'
import { ask, askWell } from './graphql-client.js'

/* Mutations answer with the whole object that they change, as a query for it does right afterwards. */

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
})
afterAll(() => app.close())

const THREAD = 'id subject isStarred hasUnread folder labels messageCount messages { id isStarred subject }'

test('changes of a thread answer with the thread, each as it is then', async () => {
  await app.call('POST', '/v1/mail/labels', { body: { name: 'Orders' } })
  const { threadId: id } = await receiveMail(app, { subject: 'Whole', text: 'Hello.' })
  const answers = await askWell(
    app,
    `mutation ($id: ID!) {
      read: markThreadRead(id: $id) { ${THREAD} }
      star: starThread(id: $id) { ${THREAD} }
      labels: setThreadLabels(id: $id, labels: ["Orders"]) { ${THREAD} }
      move: moveThread(id: $id, folder: ARCHIVE) { ${THREAD} }
    }`,
    { id },
  )
  expect(answers.read).toMatchObject({ hasUnread: false, isStarred: false, folder: 'INBOX', messageCount: 1 })
  expect(answers.star).toEqual({ ...answers.read, isStarred: true })
  expect(answers.labels).toEqual({ ...answers.star, labels: ['Orders'] })
  expect(answers.move).toEqual({ ...answers.labels, folder: 'ARCHIVE' })
  expect(await askWell(app, `query ($id: ID!) { thread(id: $id) { ${THREAD} } }`, { id })).toEqual({
    thread: answers.move,
  })
})

test('a mail with a star comes with its thread', async () => {
  const { threadId, mailId } = await received('Starred')
  const star = `mutation ($id: ID!, $starred: Boolean) {
    starMessage(source: INBOUND, id: $id, starred: $starred) { id isStarred thread { id messages { id isStarred } } }
  }`
  for (const starred of [true, false]) {
    const mail = { id: mailId, isStarred: starred }
    expect(await askWell(app, star, { id: mailId, starred })).toEqual({
      starMessage: { ...mail, thread: { id: threadId, messages: [mail] } },
    })
  }
})

async function received(subject: string): Promise<{ threadId: string; mailId: string }> {
  const { threadId } = await receiveMail(app, { subject, text: 'Hello.' })
  const { thread } = await askWell(app, 'query ($id: ID!) { thread(id: $id) { messages { id } } }', { id: threadId })
  return { threadId, mailId: thread.messages[0].id }
}

const later = () => new Date(Date.now() + 3_600_000).toISOString()
const aScheduled = async () =>
  (await app.call('POST', '/v1/send', { key: await app.testKey(), body: { ...aSend(), scheduled_at: later() } })).body
    .id as string

test('a message that is canceled comes whole, and one that is sent leads to itself', async () => {
  const id = await aScheduled()
  const whole = 'id status channel scheduledAt createdAt events { type }'
  const { cancelMessage } = await askWell(app, `mutation ($id: ID!) { cancelMessage(id: $id) { ${whole} } }`, { id })
  expect(cancelMessage).toMatchObject({ id, status: 'CANCELED', channel: 'EMAIL', events: [] })
  expect(await askWell(app, `query ($id: ID!) { message(id: $id) { ${whole} } }`, { id })).toEqual({
    message: cancelMessage,
  })
  const { sendMessage } = await askWell(
    app,
    'mutation ($input: SendInput!) { sendMessage(input: $input) { id message { id status tags } } }',
    {
      input: {
        idempotencyKey: 'whole',
        destination: { email: 'delivered@example.com' },
        payload: { subject: 's', bodyText: 't' },
        tags: { a: 'b' },
      },
    },
    { key: await app.testKey() },
  )
  expect(sendMessage.message).toEqual({ id: sendMessage.id, status: 'QUEUED', tags: { a: 'b' } })
})

test('a key for sending cancels, and reads nothing else of the message', async () => {
  const key = await app.key('send')
  const cancel = (fields: string, id: string) =>
    ask(app, `mutation ($id: ID!) { cancelMessage(id: $id) { ${fields} } }`, { id }, { key })
  const id = await aScheduled()
  expect((await cancel('id status', id)).data).toEqual({ cancelMessage: { id, status: 'CANCELED' } })
  const refused = await cancel('id status subject', await aScheduled())
  expect(refused.data.cancelMessage?.subject ?? null).toBeNull()
  expect(refused.errors[0].extensions.code).toBe('forbidden')
})

test('what has a secret, a logo or topics leads to its object', async () => {
  const key = 'id name keyPrefix scope'
  const { createApiKey, createWebhook, createContact } = await askWell(
    app,
    `mutation {
      createApiKey(input: { name: "Whole", scope: READ }) { id key apiKey { ${key} } }
      createWebhook(input: { endpointUrl: "http://127.0.0.1:18080/" }) { id webhook { id isActive eventTypes } }
      createContact(input: { email: "leads@example.com" }) { id email }
      addDomain(domain: "whole.example") { id }
    }`,
  )
  expect(createApiKey.apiKey).toEqual({
    ...{ id: createApiKey.id, name: 'Whole', keyPrefix: createApiKey.key.slice(0, 12), scope: 'READ' },
  })
  expect(createWebhook.webhook).toEqual({ id: createWebhook.id, isActive: true, eventTypes: [] })
  const answers = await askWell(
    app,
    `mutation ($key: ID!, $webhook: ID!, $contact: ID!) {
      rotateApiKey(id: $key) { key apiKey { ${key} } }
      rotateWebhookSecret(id: $webhook) { webhook { id isActive eventTypes } }
      setDomainLogo(domain: "whole.example", logoUrl: null) { logoUrl domain { id domain } }
      setContactTopics(id: $contact, input: { topics: [] }) { topics { name } contact { id email } }
    }`,
    { key: createApiKey.id, webhook: createWebhook.id, contact: createContact.id },
  )
  expect(answers.rotateApiKey.apiKey).toEqual({
    ...createApiKey.apiKey,
    keyPrefix: answers.rotateApiKey.key.slice(0, 12),
  })
  expect(answers.rotateWebhookSecret.webhook).toEqual(createWebhook.webhook)
  expect(answers.setDomainLogo).toMatchObject({ logoUrl: null, domain: { domain: 'whole.example' } })
  expect(answers.setContactTopics).toMatchObject({ contact: createContact })
  const queries = await askWell(
    app,
    `query ($contact: ID!) {
      domainLogo(domain: "whole.example") { domain { id } }
      contactTopics(id: $contact) { contact { id email } }
    }`,
    { contact: createContact.id },
  )
  expect(queries).toEqual({
    domainLogo: { domain: { id: answers.setDomainLogo.domain.id } },
    contactTopics: { contact: createContact },
  })
})

test('the new secret of a key is answered even when the ledger answers nothing more', async () => {
  const { apiKeys } = app.app.services
  const fields = 'id key name scope testMode apiKey { id name scope keyPrefix }'
  const { get } = apiKeys
  apiKeys.get = () => Promise.reject(new ApiError('overloaded'))
  try {
    const { createApiKey: made } = await askWell(
      app,
      `mutation { createApiKey(input: { name: "Rotated", scope: READ }) { ${fields} } }`,
    )
    const { rotateApiKey: rotated } = await askWell(
      app,
      `mutation ($id: ID!) { rotateApiKey(id: $id) { ${fields} } }`,
      { id: made.id },
    )
    const apiKey = { ...made.apiKey, keyPrefix: rotated.key.slice(0, 12) }
    expect(rotated).toEqual({ ...made, key: rotated.key, apiKey })
    expect(rotated.key).not.toBe(made.key)
    expect((await app.call('GET', '/v1/messages', { key: rotated.key })).status).toBe(200)
  } finally {
    apiKeys.get = get
  }
})

test('a template, a key and a member of a list come whole', async () => {
  const { createTemplate: made } = await askWell(
    app,
    'mutation { createTemplate(input: { name: "Whole", subject: "s", bodyHtml: "<p>x</p>" }) { id } }',
  )
  const template = 'id name slug version subject bodyHtml isActive'
  const { updateTemplate } = await askWell(
    app,
    `mutation ($id: ID!) { updateTemplate(id: $id, input: { subject: "other" }) { ${template} } }`,
    { id: made.id },
  )
  expect(updateTemplate).toMatchObject({ subject: 'other', version: 2, bodyHtml: '<p>x</p>' })
  const { createApiKey } = await askWell(
    app,
    'mutation { createApiKey(input: { name: "Shop", scope: SEND }) { id name scope testMode createdAt } }',
  )
  const { rotateApiKey } = await askWell(
    app,
    'mutation ($id: ID!) { rotateApiKey(id: $id) { id name scope testMode createdAt } }',
    { id: createApiKey.id },
  )
  expect(rotateApiKey).toEqual(createApiKey)
  const { createContact, createContactList } = await askWell(
    app,
    `mutation {
      createContact(input: { email: "whole@example.com" }) { id email }
      createContactList(input: { name: "Whole" }) { id name memberCount }
    }`,
  )
  const { addContactListMember } = await askWell(
    app,
    `mutation ($listId: ID!, $contactId: ID!) {
      addContactListMember(listId: $listId, contactId: $contactId) { contact { id email } list { id name memberCount } }
    }`,
    { listId: createContactList.id, contactId: createContact.id },
  )
  expect(addContactListMember).toEqual({ contact: createContact, list: { ...createContactList, memberCount: 1 } })
  const { removeContactListMember } = await askWell(
    app,
    `mutation ($listId: ID!, $contactId: ID!) {
      removeContactListMember(listId: $listId, contactId: $contactId) { id name memberCount }
    }`,
    { listId: createContactList.id, contactId: createContact.id },
  )
  expect(removeContactListMember).toEqual(createContactList)
})

test('a message whose content is deleted comes without it', async () => {
  const id = await aScheduled()
  const whole = 'id status content { subject }'
  const { cancelMessage, deleteMessageContent } = await askWell(
    app,
    `mutation ($id: ID!) { cancelMessage(id: $id) { ${whole} } deleteMessageContent(id: $id) { ${whole} } }`,
    { id },
  )
  expect(cancelMessage.content).toEqual({ subject: 'Hello' })
  expect(deleteMessageContent).toEqual({ id, status: 'CANCELED', content: null })
})

/** Mutations that answer `true`: each removes an object for good, so there is none to answer with. */
const REMOVALS = [
  ...['deleteBroadcast', 'deleteContact', 'deleteContactList', 'deleteDomain', 'deleteDraft', 'deleteInboundRoute'],
  ...[
    'deleteInbox',
    'deleteLabel',
    'deleteMailPresence',
    'deleteNote',
    'deleteSavedReply',
    'deleteSpendCap',
    'deleteTemplate',
    'deleteTestRecipient',
    'deleteUpload',
    'deleteWebhook',
  ],
  ...['removeSuppression', 'revokeApiKey', 'unblockSender'],
]

test('only what removes an object answers with less than an object', () => {
  const fields = Object.values(schema.getMutationType()!.getFields())
  const scalars = fields.filter(({ type }) => isLeafType(getNamedType(type))).map(({ name }) => name)
  expect(scalars.sort()).toEqual(REMOVALS.toSorted())
})
