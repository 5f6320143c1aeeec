import { Agent, request } from 'undici'
import { SnsAnswerError, type SnsHttp } from './sns-certificates.js'

const TIMEOUT_MS = 5_000
const MAX_BYTES = 64 * 1024

/** Access to SNS over the network: no redirects, at most five seconds and 64 KiB. */
export function createSnsHttp(): SnsHttp {
  const agent = new Agent({ connect: { timeout: TIMEOUT_MS }, connections: 4, pipelining: 0 })
  return {
    async get(url) {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const { statusCode, body } = await request(url, { dispatcher: agent, signal })
      const chunks: Buffer[] = []
      let size = 0
      for await (const chunk of body as AsyncIterable<Buffer>) {
        size += chunk.length
        if (size > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`)
        chunks.push(chunk)
      }
      if (statusCode !== 200) throw new SnsAnswerError(statusCode)
      return Buffer.concat(chunks).toString('utf8')
    },
    close: () => agent.destroy(),
  }
}
