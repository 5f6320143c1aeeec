import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiveMail } from '../../support/file-mail.js'
import { eventually, startApp, type TestApp } from '../../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
})
afterAll(() => app.close())

/** Subscribes by GraphQL. Threads are added as they come. */
async function subscribe(query: string, more = '') {
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
  const seen: { id: string; subject: string; messageCount: number; isStarred: boolean; messages?: object[] }[] = []
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
    const startedAt = performance.now()
    const { threadId } = await receiveMail(other, {
      accountId: app.accountId,
      subject: 'seen',
      messageId: 's@example.com',
    })
    await eventually('the new thread', () => seen.some(({ id }) => id === threadId))
    expect(performance.now() - startedAt).toBeLessThan(1_500)
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
  const { seen, close } = await subscribe('(inboxId: "inbox_one")')
  try {
    await eventually('a thread of the inbox', async () => {
      await receiveMail(app, { subject: 'other', inboxId: 'inbox_two' })
      await receiveMail(app, { subject: 'own', inboxId: 'inbox_one' })
      return seen.length > 0
    })
    expect(new Set(seen.map(({ subject }) => subject))).toEqual(new Set(['own']))
  } finally {
    await close()
  }
})
