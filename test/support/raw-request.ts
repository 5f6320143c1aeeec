import { connect } from 'node:net'

/** Sends a request that is written by hand, and resolves with all bytes of the connection as text when it closes. */
export function rawRequest(url: string, lines: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
    socket.setTimeout(10_000, () => socket.destroy())
  })
}
