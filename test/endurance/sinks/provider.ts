import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import type { Random } from '../../../scripts/fuzz/random.js'

/** A mail that the provider has taken. */
export interface Receipt {
  /** From the Message-ID, which names the message. */
  messageId: string
  recipients: string[]
  at: number
  /** The worker that handed it over. */
  worker: string
  /** Whether the provider said so. If not, the worker cannot know that the mail was taken. */
  wasConfirmed: boolean
}

/** A mail server that takes mail, and fails, hangs and is slow now and then. */
export class MailProvider {
  readonly receipts: Receipt[] = []
  /** Messages that it has refused for good. */
  readonly refused = new Set<string>()
  /** Whether it fails now and then. */
  isUnreliable = false
  readonly #random: Random
  readonly #servers = new Map<string, SMTPServer>()

  constructor(random: Random) {
    this.#random = random
  }

  /** Listens for a worker. Returns the port. */
  async listen(worker: string): Promise<number> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 50,
      onData: (stream, session, done) => {
        this.#take(worker, stream, session).then(
          (refusal) => refusal !== 'nothing' && done(refusal),
          (error: Error) => done(error),
        )
      },
    })
    server.on('error', () => undefined)
    const listener = server.listen(0, '127.0.0.1')
    await once(listener, 'listening')
    this.#servers.set(worker, server)
    return (listener.address() as AddressInfo).port
  }

  close(): void {
    for (const server of this.#servers.values()) server.close(() => undefined)
  }

  async #take(
    worker: string,
    stream: NodeJS.ReadableStream,
    session: SMTPServerSession,
  ): Promise<Error | null | 'nothing'> {
    const raw = (await buffer(stream)).toString('latin1')
    const messageId = /^Message-ID:\s*<([^@>]+)@/im.exec(raw)?.[1] ?? ''
    const recipients = session.envelope.rcptTo.map(({ address }) => address)
    const receipt: Receipt = { messageId, recipients, at: Date.now(), worker, wasConfirmed: true }
    // In a thousand mails.
    const chance = this.isUnreliable ? this.#random.below(1_000) : 1_000
    if (chance < 40) return reply(451, '4.3.0 try again')
    if (chance < 50) {
      this.refused.add(messageId)
      return reply(554, '5.7.1 refused for its content')
    }
    if (chance < 58) return this.#breakOff(session)
    if (chance < 70) {
      this.receipts.push({ ...receipt, wasConfirmed: false })
      // The connection breaks, or nothing is ever said.
      return chance < 64 ? this.#breakOff(session) : 'nothing'
    }
    if (chance < 120) await delay(chance * 10)
    this.receipts.push(receipt)
    return null
  }

  #breakOff({ id }: SMTPServerSession): 'nothing' {
    for (const { connections } of this.#servers.values()) {
      for (const connection of connections as Set<{ id: string; _socket: Socket }>) {
        if (connection.id === id) connection._socket.destroy()
      }
    }
    return 'nothing'
  }
}

function reply(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}
