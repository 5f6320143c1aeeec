import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A moment of an SMTP session: the connection, a command, or the dot that ends a mail. */
export type SmtpMoment = 'CONNECT' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'END' | 'RSET' | 'QUIT'

/** What the server does then: send another reply, hang up, say nothing, or send an endless reply. */
export type SmtpFault = { reply: string } | 'drop' | 'silence' | 'trickle'

export interface ScriptedSmtpServer {
  url: string
  /** The moments so far, in order, over all connections. */
  moments: SmtpMoment[]
  /** Connections open now. */
  readonly open: number
  /** Resolves when no connection is open any more. */
  allClosed(): Promise<void>
  close(): Promise<void>
}

const REPLIES: Record<SmtpMoment, string> = {
  CONNECT: '220 ready',
  EHLO: '250 hello',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  END: '250 taken',
  RSET: '250 ok',
  QUIT: '221 bye',
}

/**
 * A minimal SMTP server for faults that a real one does not have.
 *
 * @param misbehave returns what to do instead of the usual reply; `nth` counts that moment from 1.
 */
export async function startScriptedSmtpServer(
  misbehave: (moment: SmtpMoment, nth: number) => SmtpFault | undefined,
): Promise<ScriptedSmtpServer> {
  const moments: SmtpMoment[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let rest = ''
    let inMail = false
    let timer: NodeJS.Timeout | undefined

    const act = (moment: SmtpMoment): void => {
      moments.push(moment)
      const fault = misbehave(moment, moments.filter((past) => past === moment).length)
      if (fault === 'drop') socket.destroy()
      else if (fault === 'trickle') timer = setInterval(() => socket.write('250-wait\r\n'), 20)
      else if (fault !== 'silence') {
        const reply = fault?.reply ?? REPLIES[moment]
        inMail = moment === 'DATA' && reply.startsWith('3')
        socket.write(`${reply}\r\n`)
      }
    }
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1')
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (inMail && line !== '.') continue
        const moment = inMail ? 'END' : (line.slice(0, 4).toUpperCase() as SmtpMoment)
        inMail = false
        act(moment)
      }
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      sockets.delete(socket)
      server.emit('closed')
    })
    act('CONNECT')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    moments,
    get open() {
      return sockets.size
    },
    async allClosed() {
      while (sockets.size > 0) await once(server, 'closed')
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
