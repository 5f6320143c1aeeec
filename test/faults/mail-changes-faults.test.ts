import { createTrpcClient } from '@postline/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MailChange } from '../../src/contract/mail-changes.js'
import { Deployment } from '../support/deployment.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { followChanges, listMailbox, MailReplica } from '../support/mail-replica.js'
import { CALLBACK_SECRET } from '../support/post-callback.js'
import { postMail } from '../support/post-mail.js'
import { eventually } from '../support/start-app.js'

const KILLS = 3

let deployment: Deployment
beforeEach(async () => {
  deployment = await Deployment.create({ CALLBACK_SECRET })
  await deployment.start('worker,scheduler')
})
afterEach(() => deployment.close())

it('two clients that follow the mail hold the same state after the API was killed again and again', async () => {
  let api = await deployment.start('api')
  const { models } = deployment.ledger
  const account = await models.accounts.findOne().lean()
  await inboundDomain({ models, accountId: account!._id }, 'shop.test')
  const door = { url: deployment.url, key: deployment.adminKey }
  const { cursor } = (await deployment.call('GET', '/v1/mail/changes')).body

  const [listening, asking] = [new MailReplica(), new MailReplica()]
  // One has a stream, which the client opens again by itself where it was.
  const streamed: MailChange[] = []
  const ending = new AbortController()
  const client = createTrpcClient({ baseUrl: door.url, apiKey: door.key })
  const stream = await client.mail.changed.subscribe({ lastEventId: cursor }, { signal: ending.signal })
  const listened = (async () => {
    for await (const { data } of stream) {
      streamed.push(data as MailChange)
      listening.apply(data as MailChange)
    }
  })().catch((error: unknown) => {
    if (!ending.signal.aborted) throw error
  })
  // The other asks for pages. It keeps what it got together with where it is, so a cut answer changes nothing.
  let from: string = cursor
  const ask = async () => {
    from = await followChanges(door, asking, from, 7)
  }

  let received = 0
  const step = async (at: number): Promise<void> => {
    const threads = (await deployment.call('GET', '/v1/mail/threads?limit=20')).body.threads
    const thread = threads[at % Math.max(1, threads.length)]
    if (!thread || at % 3 === 0) {
      received += 1
      const answers =
        thread && at % 2 ? `Subject: Re: ${thread.subject}\r\nIn-Reply-To: <${received - 1}@x.test>` : 'Subject: New'
      await postMail(door.url, `Message-ID: <${received}@x.test>\r\n${answers}\r\n\r\n${at}`, {
        recipients: 'help@shop.test',
      })
    } else if (at % 3 === 1) {
      await deployment.call('POST', `/v1/mail/threads/${thread.id}/star`, { body: { starred: !thread.is_starred } })
    } else {
      const folder = ['archive', 'trash', 'inbox'][(at % 7) % 3]
      await deployment.call('POST', `/v1/mail/threads/${thread.id}/move`, { body: { folder } })
    }
  }
  let failed = 0
  let at = 0
  const stepOn = async (): Promise<void> => {
    const before = failed
    while (failed === before) {
      at += 1
      await step(at).catch(() => {
        failed += 1
      })
    }
  }

  for (let kill = 0; kill < KILLS; kill += 1) {
    const until = streamed.length + 20
    const steps = Promise.all(Array.from({ length: 4 }, stepOn))
    await eventually('the stream is in the middle', () => streamed.length >= until)
    const asked = ask().catch(() => undefined)
    api.signal('SIGKILL')
    await Promise.all([steps, asked, api.ended])
    api = await deployment.start('api')
  }
  await eventually(
    'all mail is filed',
    async () => !(await models.inboundEmails.exists({ parse_at: { $exists: true } })),
  )

  await ask()
  const { body } = await deployment.call('GET', `/v1/mail/changes?cursor=${from}`)
  expect(body).toMatchObject({ changes: [], cursor: from })
  await eventually('the stream has caught up', () => streamed.at(-1)?.update_cursor === from)
  ending.abort()
  await listened

  const { state } = await listMailbox(door)
  expect(state.threads.length).toBeGreaterThan(KILLS)
  expect(asking.state).toEqual(state)
  expect(listening.state).toEqual(state)
  // Each change once.
  const cursors = streamed.map(({ update_cursor }) => update_cursor)
  expect(new Set(cursors).size).toBe(cursors.length)
})
