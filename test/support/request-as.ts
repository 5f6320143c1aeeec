import { request } from 'node:http'

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
export function requestAs(
  url: string,
  host: string,
  path: string,
  { method = 'GET', headers = {}, body }: AsOptions = {},
): Promise<HostResponse> {
  return new Promise((resolve, reject) => {
    const asked = request(url + path, { method, headers: { ...headers, host }, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, location: response.headers.location, body: text }),
      )
    })
    asked.on('error', reject)
    asked.end(body)
  })
}
