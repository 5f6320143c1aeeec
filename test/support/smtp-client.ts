import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A raw SMTP session, for what no mail program sends. */
export interface SmtpClient {
  socket: Socket
  /** Everything that the server has said. */
  readonly said: string
  /** The next reply, of one or more lines. Rejects when the connection ends before it. */
  reply(): Promise<string>
  /** Sends a command and returns its reply. */
  command(line: string): Promise<string>
  /** Sends bytes as they are. */
  write(bytes: string | Buffer): void
  /** Resolves when the server has closed the connection. */
  ended: Promise<void>
  close(): void
}

const WHOLE_REPLY = /^(?:\d{3}-[^\r\n]*\r\n)*\d{3}(?: [^\r\n]*)?\r\n/

interface ClientOptions {
  host?: string
  /** Whether the greeting is read. */
  greets?: boolean
  /** The client's own address, such as 127.0.0.9. */
  localAddress?: string | undefined
}

/** Connects and reads the greeting. */
export async function smtpClient(
  port: number,
  { host = '127.0.0.1', greets = true, localAddress }: ClientOptions = {},
): Promise<SmtpClient> {
  const socket = connect({ port, host, ...(localAddress && { localAddress }) })
  let said = ''
  let read = 0
  let isOver = false
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const look of waiting) look()
  }
  const ended = new Promise<void>((resolve) => {
    socket.once('close', () => {
      isOver = true
      wake()
      resolve()
    })
  })
  socket.setEncoding('latin1').on('data', (text: string) => {
    said += text
    wake()
  })
  socket.on('error', () => undefined)

  const reply = () =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const [whole] = WHOLE_REPLY.exec(said.slice(read)) ?? []
        if (whole === undefined && !isOver) return
        waiting.delete(look)
        if (whole === undefined) return reject(new Error(`the connection ended after: ${said}`))
        read += whole.length
        resolve(whole.trimEnd())
      }
      waiting.add(look)
      look()
    })

  await once(socket, 'connect')
  const client: SmtpClient = {
    socket,
    get said() {
      return said
    },
    reply,
    command(line) {
      socket.write(`${line}\r\n`)
      return reply()
    },
    write: (bytes) => void socket.write(bytes),
    ended,
    close: () => void socket.destroy(),
  }
  if (greets) await reply()
  return client
}

/** A session at the point where the mail follows: EHLO, MAIL, RCPT and DATA were accepted. */
export async function atData(
  port: number,
  recipient: string,
  { sender = 'ada@elsewhere.test', localAddress }: { sender?: string; localAddress?: string } = {},
): Promise<SmtpClient> {
  const client = await smtpClient(port, { localAddress })
  for (const line of ['EHLO client.test', `MAIL FROM:<${sender}>`, `RCPT TO:<${recipient}>`, 'DATA']) {
    const reply = await client.command(line)
    if (!/^[23]/.test(reply)) throw new Error(`${line}: ${reply}`)
  }
  return client
}
