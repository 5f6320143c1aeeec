import { beforeEach, describe, expect, test } from 'vitest'
import { MAX_PRESENT_CLIENTS } from '../../../../src/contract/mail-presence.js'
import { presenceKey } from '../../../../src/redis-keys.js'
import { receiveMail } from '../../../support/file-mail.js'
import { anotherAccount, useTwoProcesses } from '../../../support/more-processes.js'
import { call, eventually } from '../../../support/start-app.js'

const [app, second] = useTwoProcesses()

let id = ''
let path = ''
beforeEach(async () => {
  id = (await receiveMail(app)).threadId
  path = `/v1/mail/threads/${id}/presence`
})

interface Client {
  client_id: string
  state?: string
  name?: string
}
const enter = ({ state = 'viewing', ...client }: Client, { url } = app, key = app.adminKey) =>
  call(url, 'PUT', path, { key, body: { state, ...client } })
const list = async ({ url } = app) => (await call(url, 'GET', path, { key: app.adminKey })).body.clients
const leave = (client: string, { url } = app) => call(url, 'DELETE', `${path}/${client}`, { key: app.adminKey })
const redisKey = () => presenceKey(app.app.config.redisPrefix, id)
const redis = () => app.app.redis

/** Makes it as if the clients had last said so long ago. */
async function age(ms: number): Promise<void> {
  for (const [field, value] of Object.entries(await redis().hgetall(redisKey()))) {
    const [gone, ...says] = value.split(' ')
    await redis().hset(redisKey(), field, `${Number(gone) - ms} ${says.join(' ')}`)
  }
}

/** Keeps the clients there, however slow the machine is. */
async function stay(): Promise<void> {
  await age(-600_000)
  await redis().persist(redisKey())
}

/** Follows who is at a thread, by GraphQL. */
async function follow({ url } = app, threadId = id) {
  const stop = new AbortController()
  const query = `subscription { mailPresence(threadId: "${threadId}") { clients { clientId state name } } }`
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    signal: stop.signal,
    headers: {
      ...{ authorization: `Bearer ${app.adminKey}`, accept: 'text/event-stream', 'content-type': 'application/json' },
    },
    body: JSON.stringify({ query }),
  })
  let text = ''
  const reading = (async () => {
    for await (const chunk of response.body!) text += Buffer.from(chunk).toString()
  })().catch(() => undefined)
  const seen = () =>
    [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, data]) => {
      const { data: found, errors } = JSON.parse(data!)
      const clients = found?.mailPresence?.clients as { clientId: string; state: string; name: string }[] | undefined
      return clients?.map(({ name, state }) => `${name} ${state}`).join() ?? errors[0].extensions.code
    })
  const close = async () => {
    stop.abort()
    await reading
  }
  return { seen, close }
}

describe('who is at a thread', () => {
  test('is told to everybody, by the name that is given or that of the key', async () => {
    const { body: named } = await app.call('POST', '/v1/keys', { body: { scope: 'read', name: 'Bot' } })
    expect((await enter({ client_id: 'tab-1', state: 'writing', name: ' Cy ' })).body.clients).toEqual([
      { client_id: 'tab-1', state: 'writing', name: 'Cy' },
    ])
    const { status, body } = await enter({ client_id: 'tab-1' }, second, named.key)
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        clients: [
          { client_id: 'tab-1', state: 'viewing', name: 'Bot' },
          { client_id: 'tab-1', state: 'writing', name: 'Cy' },
        ],
      },
    })
    expect(await list()).toEqual(body.clients)
    // A key removes its own client, not that of another key with the same id.
    expect((await leave('tab-1', second)).status).toBe(204)
    expect(await list()).toEqual([{ client_id: 'tab-1', state: 'viewing', name: 'Bot' }])
    expect((await leave('tab-1')).status).toBe(204)
    expect(await list()).toHaveLength(1)
  })

  test('is nobody 30 seconds after the last heartbeat', async () => {
    await enter({ client_id: 'a', name: 'Ada' })
    await enter({ client_id: 'b', name: 'Bo' })
    await age(25_000)
    await enter({ client_id: 'b', name: 'Bo' })
    await age(6_000)
    expect(await list()).toMatchObject([{ name: 'Bo' }])
    await age(30_000)
    expect(await list()).toEqual([])
    // Redis forgets them by itself, and MongoDB never knew of them.
    expect(await redis().pttl(redisKey())).toBeGreaterThan(0)
    expect(await redis().pttl(redisKey())).toBeLessThanOrEqual(30_000)
  })

  test('is back with the next heartbeat after Redis has lost its data', async () => {
    await enter({ client_id: 'a', name: 'Ada' })
    await redis().call('SCRIPT', 'FLUSH')
    await redis().del(redisKey())
    expect(await list()).toEqual([])
    await enter({ client_id: 'a', name: 'Ada' }, second)
    expect(await list()).toMatchObject([{ name: 'Ada' }])
  })

  test('is at the thread into which it was merged', async () => {
    const { threadId } = await receiveMail(app)
    await enter({ client_id: 'a', name: 'Ada' })
    await app.call('POST', `/v1/mail/threads/${threadId}/merge`, { body: { thread_id: id } })
    expect((await enter({ client_id: 'a', name: 'Ada' })).status).toBe(200)
    const { body } = await app.call('GET', `/v1/mail/threads/${threadId}/presence`)
    expect(body.clients).toMatchObject([{ name: 'Ada' }])
  })

  test('has a limit, which those who are there do not meet', async () => {
    await Promise.all(Array.from({ length: MAX_PRESENT_CLIENTS }, (_none, index) => enter({ client_id: `c${index}` })))
    await stay()
    const { status, body } = await enter({ client_id: 'one-more' })
    expect({ status, code: body.error.code }).toEqual({ status: 429, code: 'rate_limit_exceeded' })
    expect((await enter({ client_id: 'c7', state: 'writing' })).body.clients).toHaveLength(MAX_PRESENT_CLIENTS)
    await leave('c3')
    expect((await enter({ client_id: 'one-more' })).status).toBe(200)
    // Those who have gone make room.
    await age(700_000)
    expect((await enter({ client_id: 'another' })).body.clients).toHaveLength(1)
  })

  test('is no business of other accounts', async () => {
    await enter({ client_id: 'a', name: 'Ada' })
    const stranger = await anotherAccount(app, `presence-${app.app.newId('label')}@elsewhere.test`)
    expect((await enter({ client_id: 'a' }, app, stranger.key)).status).toBe(404)
    expect((await call(app.url, 'GET', path, { key: stranger.key })).status).toBe(404)
    expect((await call(app.url, 'DELETE', `${path}/a`, { key: stranger.key })).status).toBe(404)
    expect(await list()).toHaveLength(1)
  })
})

describe('a follower', () => {
  test('gets who is there, and each change, also by way of another process', async () => {
    await enter({ client_id: 'a', name: 'Ada' })
    await stay()
    const { seen, close } = await follow(second)
    await eventually('who is there', () => seen().at(-1) === 'Ada viewing')
    await enter({ client_id: 'b', name: 'Bo', state: 'writing' })
    await stay()
    await eventually('who came', () => seen().at(-1) === 'Ada viewing,Bo writing')
    // A heartbeat is no change.
    await enter({ client_id: 'b', name: 'Bo', state: 'writing' })
    await stay()
    await leave('a')
    await eventually('who left', () => seen().at(-1) === 'Bo writing')
    await age(2_000_000)
    await eventually('whose time is over', () => seen().at(-1) === '')
    expect(seen()).toEqual(['Ada viewing', 'Ada viewing,Bo writing', 'Bo writing', ''])
    await close()
  })

  test('of a thread that does not exist is refused', async () => {
    const { seen, close } = await follow(app, 'thr_00000000000000000000000000')
    await eventually('the refusal', () => seen()[0] === 'NOT_FOUND' || seen()[0] === 'not_found')
    await close()
  })
})
