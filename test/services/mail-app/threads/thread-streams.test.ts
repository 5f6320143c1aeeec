import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiveMail } from '../../../support/file-mail.js'
import { inboundDomain } from '../../../support/inbound-domain.js'
import { eventually, startApp, type TestApp } from '../../../support/start-app.js'
import { stopwatch } from '../../../support/stopwatch.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
  await inboundDomain({ models: app.app.models, accountId: app.accountId }, 'shop.test')
})
afterAll(() => app.close())

const anInbox = async (address: string): Promise<string> =>
  (await app.call('POST', '/v1/mail/inboxes', { body: { address } })).body.id

/** Subscribes by GraphQL. Threads are added as they come. */
async function subscribe(query: string, more = 'updateCursor') {
  const stop = new AbortController()
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    signal: stop.signal,
    headers: {
      ...{ authorization: `Bearer ${app.adminKey}`, accept: 'text/event-stream', 'content-type': 'application/json' },
    },
    body: JSON.stringify({
      query: `subscription { threadUpdated${query} { id subject messageCount isStarred ${more} } }`,
    }),
  })
  const seen: {
    id: string
    subject: string
    messageCount: number
    isStarred: boolean
    messages?: object[]
    updateCursor: string
  }[] = []
  const reading = (async () => {
    let text = ''
    for await (const chunk of response.body!) {
      text += Buffer.from(chunk).toString()
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = /^data: (\{.*)$/m.exec(block)?.[1]
        if (data) seen.push(JSON.parse(data).data.threadUpdated)
      }
    }
  })().catch(() => undefined)
  await eventually('the stream is open', () => app.app.services.eventStreams.open > 0)
  const close = async () => {
    stop.abort()
    await reading
    await eventually('the stream is closed', () => app.app.services.eventStreams.open === 0)
  }
  return { seen, close }
}

test('a subscriber sees each change of a thread within a second, also from another process', async () => {
  const { seen, close } = await subscribe('')
  const other = await startApp({ ...app.settings, ROLES: 'api' })
  try {
    await eventually('the subscription has begun', async () => {
      await receiveMail(app, { subject: 'first' })
      return seen.length > 0
    })
    const tookMs = stopwatch()
    const { threadId } = await receiveMail(other, {
      accountId: app.accountId,
      subject: 'seen',
      messageId: 's@example.com',
    })
    await eventually('the new thread', () => seen.some(({ id }) => id === threadId))
    expect(tookMs()).toBeLessThan(1_500)
    await app.call('POST', `/v1/mail/threads/${threadId}/star`)
    await eventually('the star', () => seen.some(({ id, isStarred }) => id === threadId && isStarred))
    await receiveMail(app, { subject: 'seen', inReplyTo: ['s@example.com'] })
    await eventually('the second mail', () =>
      seen.some(({ id, messageCount }) => id === threadId && messageCount === 2),
    )
  } finally {
    await close()
    await other.app.close()
  }
})

test('each change of a thread comes with its mails of that moment', async () => {
  const { seen, close } = await subscribe('', 'messages { id }')
  try {
    const { threadId } = await receiveMail(app, { subject: 'grows', messageId: 'grows@example.com' })
    await eventually('the first mail', () => seen.some(({ id }) => id === threadId))
    await receiveMail(app, { subject: 'grows', inReplyTo: ['grows@example.com'] })
    const grown = await eventually('the second mail', () =>
      seen.find(({ id, messageCount }) => id === threadId && messageCount === 2),
    )
    expect(grown.messages).toHaveLength(2)
  } finally {
    await close()
  }
})

test('a star of one mail is a change of its thread', async () => {
  const { seen, close } = await subscribe('', 'messages { id isStarred }')
  try {
    const { id, threadId } = await receiveMail(app, { subject: 'one star' })
    await eventually('the thread', () => seen.some((thread) => thread.id === threadId))
    expect((await app.call('POST', `/v1/mail/messages/inbound/${id}/star`)).status).toBe(200)
    await eventually('the star', () =>
      seen.some((thread) => thread.id === threadId && isDeepStrictEqual(thread.messages, [{ id, isStarred: true }])),
    )
  } finally {
    await close()
  }
})

test('each change of a thread comes with its counts, however many came before it', async () => {
  const { threadId } = await receiveMail(app, { subject: 'counted' })
  const aliases = Array.from({ length: 29 }, (_none, index) => `n${index}`)
  const counts = aliases.map((name) => `${name}: notes(first: 100) { totalCount nodes { id } edges { node { id } } }`)
  const { seen, close } = await subscribe('', counts.join(' '))
  try {
    for (let round = 0; round < 40; round += 1) {
      const isStarred = round % 2 === 0
      await app.call('POST', `/v1/mail/threads/${threadId}/star`, { body: { starred: isStarred } })
      const changed = await eventually('the star', () => seen.length > 0 && seen.pop())
      expect(changed).toMatchObject({
        isStarred,
        ...Object.fromEntries(aliases.map((name) => [name, { totalCount: 0 }])),
      })
    }
  } finally {
    await close()
  }
})

test('a change is seen without Redis', async () => {
  const { seen, close } = await subscribe('')
  try {
    app.app.conveyor.announce = () => undefined
    await eventually('a change that nobody announced', async () => {
      if (seen.length === 0) await receiveMail(app)
      return seen.length > 0
    })
  } finally {
    await close()
  }
})

test('a subscriber of an inbox sees only its threads', async () => {
  const inboxId = await anInbox('one@shop.test')
  const { seen, close } = await subscribe(`(inboxId: "${inboxId}")`)
  try {
    await eventually('a thread of the inbox', async () => {
      await receiveMail(app, { subject: 'other', inboxId: 'inbox_two' })
      await receiveMail(app, { subject: 'own', inboxId })
      return seen.length > 0
    })
    expect(new Set(seen.map(({ subject }) => subject))).toEqual(new Set(['own']))
  } finally {
    await close()
  }
})

/** The whole text of a stream that ends by itself. */
async function wholeStream(body: { query: string; variables?: object }): Promise<string> {
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${app.adminKey}`,
      accept: 'text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(5_000),
  })
  return response.text()
}

test.each([
  ['unknown', async () => 'inbox_unknown'],
  [
    'deleted',
    async () => {
      const id = await anInbox('deleted@shop.test')
      await app.call('DELETE', `/v1/mail/inboxes/${id}`)
      return id
    },
  ],
])('a subscriber of an %s inbox is told that there is none', async (_what, inboxOf) => {
  const query = `subscription { threadUpdated(inboxId: "${await inboxOf()}") { id } }`
  expect(await wholeStream({ query })).toContain('not_found')
})

test('a subscriber that resumes sees each thread that has changed since, once, and no other', async () => {
  const first = await subscribe('')
  const known = await receiveMail(app, { subject: 'before the break', messageId: 'before@example.com' })
  await eventually('the thread', () => first.seen.some(({ id }) => id === known.threadId))
  await first.close()
  const after = first.seen.at(-1)!.updateCursor

  await receiveMail(app, { subject: 'before the break', inReplyTo: ['before@example.com'] })
  const missed = await receiveMail(app, { subject: 'in the break' })
  await app.call('POST', `/v1/mail/threads/${missed.threadId}/star`)
  const second = await subscribe(`(after: "${after}")`)
  try {
    await eventually('what was missed', () => second.seen.length === 2)
    expect(second.seen).toMatchObject([
      { id: known.threadId, messageCount: 2 },
      { id: missed.threadId, isStarred: true },
    ])
    const { threadId } = await receiveMail(app, { subject: 'live' })
    await eventually('the next one', () => second.seen.length > 2)
    expect(second.seen[2]!.id).toBe(threadId)
  } finally {
    await second.close()
  }
  const third = await subscribe(`(after: "${second.seen[0]!.updateCursor}")`)
  await eventually('the threads after it', () => third.seen.length === 2)
  await third.close()
  expect(third.seen.map(({ id }) => id)).toEqual(second.seen.slice(1).map(({ id }) => id))
})

test('more threads than are read at a time are all resumed', async () => {
  const { threadId } = await receiveMail(app, { subject: 'the first of many' })
  const row = (await app.app.models.mailThreads.collection.findOne({ _id: threadId }))!
  const rows = Array.from({ length: 2_500 }, (_none, index) => ({
    ...row,
    _id: app.app.newId('thread'),
    seq: row.seq + Math.floor(index / 40) + 1,
  }))
  await app.app.models.mailThreads.collection.insertMany(rows)
  await app.app.models.mailSequences.collection.updateOne({ _id: app.accountId }, { $inc: { seq: 100 } })
  const start = await subscribe('')
  await receiveMail(app, { subject: 'to have a cursor' })
  await eventually('a cursor', () => start.seen.length > 0)
  await start.close()
  const place = `v2 thread-changes ${row.seq}/${threadId}`
  const resumed = await subscribe(`(after: "${Buffer.from(place).toString('base64url')}")`)
  await eventually('all of them', () => resumed.seen.length >= rows.length + 1)
  await resumed.close()
  expect(resumed.seen.slice(0, -1).map(({ id }) => id)).toEqual(rows.map(({ _id }) => _id))
})

test.each([
  ['no cursor', 'nothing'],
  ['a thread', 'thr_01kajqz3m5p7r9t1v3x5z7b9d1'],
  [
    'a change that is still to come',
    Buffer.from('v2 thread-changes 999999999/thr_01kajqz3m5p7r9t1v3x5z7b9d1').toString('base64url'),
  ],
  ['a place without a number', Buffer.from('v2 thread-changes x/thr_01kajqz3m5p7r9t1v3x5z7b9d1').toString('base64url')],
])('%s is not resumed from', async (_what, after) => {
  const query = 'subscription ($after: ID) { threadUpdated(after: $after) { id } }'
  const text = await wholeStream({ query, variables: { after } })
  expect(text).toContain('invalid_request')
  expect(text).toContain('after: is not the cursor of a change of this account')
})
