import { connect } from 'node:net'

/** Posts a JSON text of commas, each in a chunk of its own. */
export function sendInBytes(
  url: string,
  { key, count }: { key: string; count: number },
): Promise<{ status: number; text: string }> {
  const { hostname, port, pathname, host } = new URL(url)
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `host: ${host}`,
    `authorization: Bearer ${key}`,
    'content-type: application/json',
    'transfer-encoding: chunked',
  ]
  const chunks = `1\r\n"\r\n${'1\r\n,\r\n'.repeat(count)}1\r\n"\r\n0\r\n\r\n`
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.setEncoding('utf8').on('data', (part) => {
      text += part
      if (!text.includes('}')) return
      resolve({ status: Number(text.split(' ')[1]), text })
      socket.destroy()
    })
    socket.on('error', reject)
    socket.write(`${head.join('\r\n')}\r\n\r\n${chunks}`)
  })
}
