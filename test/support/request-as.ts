import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface HostResponse {
  status: number
  location: string | undefined
  body: string
}

interface AsOptions {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** A request to a service under another name, as it comes through a proxy. */
export async function requestAs(
  url: string,
  host: string,
  path: string,
  { method = 'GET', headers = {}, body }: AsOptions = {},
): Promise<HostResponse> {
  const asked = request(url + path, { method, headers: { ...headers, host }, agent: false })
  asked.end(body)
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, location: response.headers.location, body: await text(response) }
}
