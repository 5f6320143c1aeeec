import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort, type Program } from '../support/built-program.js'
import { Deployment } from '../support/deployment.js'
import { LoopWatch } from '../support/loop-watch.js'
import { call, eventually } from '../support/start-app.js'

/*
 * Callers who open everything at once at two API processes: an account gets as many event streams as it may have, a
 * sign-in link opens one session, and others notice nothing.
 */

const STREAMS = 200
const MAX_STREAMS = 100
/** Longest time that a process may let others wait, in ms of CPU time. 80 on an idle machine, for all streams together. */
const MAX_HELD_MS = 1_000

let deployment: Deployment
let urls: string[]
let apis: Program[]
beforeAll(async () => {
  deployment = await Deployment.create()
  const otherPort = await freePort()
  apis = [await deployment.start('api'), await deployment.start('api', { PORT: String(otherPort) })]
  await deployment.start('worker,scheduler')
  urls = [deployment.url, `http://127.0.0.1:${otherPort}`]
})
afterAll(() => deployment?.close())

/** What a stream has sent so far. */
interface Stream {
  text: string
  isOver: boolean
  end: () => void
}

const PATHS = [
  '/trpc/events.live?input={}',
  `/graphql?query=${encodeURIComponent('subscription { accountEvents { id messageId } }')}`,
]

async function openStream(index: number, key: string): Promise<Stream> {
  const aborted = new AbortController()
  const stream: Stream = { text: '', isOver: false, end: () => aborted.abort() }
  const url = urls[index % 2]! + PATHS[(index >> 1) % 2]!
  const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' }
  const response = await fetch(url, { headers, signal: aborted.signal })
  const read = async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) stream.text += chunk
  }
  void read()
    .catch(() => undefined)
    .then(() => {
      stream.isOver = true
    })
  return stream
}

const REFUSAL = 'The account has 100 open event streams. Close one first.'

test('200 event streams of one key at once: 100 open, the others are told why, and another account is served', {
  timeout: 180_000,
}, async () => {
  const watches = urls.map((url, index) => new LoopWatch(url, apis[index]!))
  const { key: other } = await deployment.ledger.services.accounts.create('other@elsewhere.test')
  const opened: Stream[] = []
  try {
    await Promise.all(watches.map((watch) => watch.takeHeldMs()))
    opened.push(
      ...(await Promise.all(Array.from({ length: STREAMS }, (_none, index) => openStream(index, deployment.adminKey)))),
    )
    const own = await openStream(0, other)
    opened.push(own)
    const flood = opened.slice(0, STREAMS)
    const refused = () => flood.filter(({ text }) => text.includes(REFUSAL))
    await eventually('the others are refused', () => refused().length === STREAMS - MAX_STREAMS)
    for (const { text } of refused()) expect(text).toContain('rate_limit_exceeded')
    await eventually('they are over', () => refused().every(({ isOver }) => isOver))

    const { body: key } = await call(deployment.url, 'POST', '/v1/keys', {
      key: other,
      body: { scope: 'send', test_mode: true },
    })
    const sent = await call(urls[1]!, 'POST', '/v1/send', {
      key: key.key,
      body: {
        ...{ channel: 'email', idempotency_key: 'flooded', destination: { email: 'ada@example.net' } },
        payload: { subject: 'S', body_text: 'T' },
      },
    })
    expect(sent.status, JSON.stringify(sent.body)).toBe(201)
    await eventually('the stream of another account has the event', () => own.text.includes(sent.body.id))
    for (const [index, watch] of watches.entries()) {
      const heldMs = await watch.takeHeldMs()
      if (process.env.FIGURES) process.stdout.write(`api ${index}: ${Math.round(heldMs)} ms\n`)
      expect(heldMs).toBeLessThan(MAX_HELD_MS)
    }
    const still = flood.filter(({ isOver }) => !isOver)
    expect(still).toHaveLength(MAX_STREAMS)
    expect(still.filter(({ text }) => text.includes(sent.body.id))).toEqual([])

    still[0]!.end()
    await eventually('its place is free', async () => {
      const next = await openStream(1, deployment.adminKey)
      opened.push(next)
      await eventually('it is refused or open', () => next.isOver || next.text !== '')
      return !next.text.includes(REFUSAL)
    })
  } finally {
    for (const { end } of opened) end()
    await Promise.all(watches.map((watch) => watch.end()))
  }
})

test('a sign-in link that is used eight times at once, at two processes, opens one session', {
  timeout: 60_000,
}, async () => {
  const { models, services } = deployment.ledger
  for (let round = 0; round < 3; round += 1) {
    const before = await models.sessions.countDocuments()
    const token = await services.signInLinks.create(deployment.adminKey)
    const use = (index: number) => call(urls[index % 2]!, 'POST', '/session/link', { body: { token } })
    const answers = await Promise.all(Array.from({ length: 8 }, (_none, index) => use(index)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(400)])
    const cookies = answers.flatMap(({ headers }) => headers.getSetCookie())
    expect(cookies).toHaveLength(1)
    expect(await models.sessions.countDocuments()).toBe(before + 1)
    const refused = answers.filter(({ status }) => status === 400)
    expect(new Set(refused.map(({ body }) => body.error.code))).toEqual(new Set(['invalid_token']))
  }
})
