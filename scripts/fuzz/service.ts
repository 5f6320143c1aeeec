import { Agent, request } from 'node:http'
import { prepareGround, startApi } from '../../bench/ground.js'
import { LoopWatch } from '../../test/support/loop-watch.js'
import { csvKinds } from './csv.js'
import { graphqlKind } from './graphql.js'
import { jsonKind } from './json.js'
import type { Answer, Ground, Post } from './kind.js'

/** Longest time of an answer by the clock, in ms. */
const MAX_ANSWER_MS = 120_000
/** What tells an accident of ours, wherever an API puts it. */
const ACCIDENT = /"code":"internal_error"/
const BUSY = /"code":"overloaded"/

/** An API process of the built service, with a MongoDB and a Redis-compatible server of its own. */
export async function service(): Promise<Ground> {
  const ground = await prepareGround()
  const api = await startApi(ground, { ...ground.settings('fuzz'), DNS_SERVERS: '127.0.0.1:9' })
  const watch = new LoopWatch(api.url, api)
  // Between two texts the service may end an idle connection just as it is used again.
  const agent = new Agent({ keepAlive: false })
  const post: Post = async (path, type, body) => {
    const answer = await send(
      agent,
      api.url + path,
      { authorization: `Bearer ${api.adminKey}`, 'content-type': type },
      body,
    )
    if ((answer.status >= 500 && !BUSY.test(answer.text)) || ACCIDENT.test(answer.text))
      throw new Error(`POST ${path} answered ${answer.status}: ${answer.text.slice(0, 500)}`)
    return answer
  }
  return {
    kinds: { graphql: graphqlKind(post), json: jsonKind(post), ...csvKinds(post) },
    async heldMs({ run }) {
      await watch.takeHeldMs()
      await run()
      return watch.takeHeldMs()
    },
    bytes: () => api.heapBytes(),
    async close() {
      await watch.end()
      agent.destroy()
      await api.close()
      await ground.close()
    },
  }
}

function send(agent: Agent, url: string, headers: Record<string, string>, body: string | Buffer): Promise<Answer> {
  const bytes = Buffer.from(body)
  const options = { method: 'POST', agent, signal: AbortSignal.timeout(MAX_ANSWER_MS) }
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, headers: { ...headers, 'content-length': bytes.length } }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode!, text }))
    })
    sent.on('error', (error) => reject(new Error(`no answer from ${url}: ${error.message}`, { cause: error })))
    sent.end(bytes)
  })
}
