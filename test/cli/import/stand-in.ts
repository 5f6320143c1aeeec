import type { IncomingMessage, ServerResponse } from 'node:http'
import { startHttpEndpoint } from '../../support/endpoint.js'

/** What a path answers; a function is given the query. */
export type Answers = Record<string, unknown | ((query: URLSearchParams) => unknown)>

/** The API of another service on loopback, which answers with documents of the shape that its documentation shows. */
export interface StandIn {
  url: string
  /** The paths that were asked for, with their queries. */
  asked: string[]
  /** What the next requests get instead of their answer. */
  faults: ((response: ServerResponse) => void)[]
  answers: Answers
  close(): Promise<void>
}

/** @param isAllowed whether a request has the key. */
export async function startStandIn(
  answers: (url: string) => Answers,
  isAllowed: (request: IncomingMessage) => boolean,
): Promise<StandIn> {
  const endpoint = await startHttpEndpoint((request, response) => {
    const url = new URL(request.url ?? '', standIn.url)
    standIn.asked.push(url.pathname + url.search)
    const fault = standIn.faults.shift()
    if (fault) return fault(response)
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (!isAllowed(request)) return send(401, { message: 'unauthorized' })
    const answer = standIn.answers[url.pathname]
    if (answer === undefined) {
      response.setHeader('x-amzn-errortype', 'NotFoundException')
      return send(404, { message: 'not found' })
    }
    send(200, typeof answer === 'function' ? answer(url.searchParams) : answer)
  })
  const url = `http://127.0.0.1:${endpoint.port}`
  const standIn: StandIn = { url, asked: [], faults: [], answers: {}, close: () => endpoint.close() }
  standIn.answers = answers(url)
  return standIn
}

/** A fault: too many requests. */
export const tooMany = (seconds: string) => (response: ServerResponse) => {
  response.writeHead(429, { 'retry-after': seconds }).end('{}')
}

/** A fault: the connection is cut in the middle of the answer. */
export const cut = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"data": [')
  setTimeout(() => response.destroy(), 20)
}

/** A page of a list by a number. */
export const part = <T>(items: readonly T[], offset: number, count: number) => items.slice(offset, offset + count)
