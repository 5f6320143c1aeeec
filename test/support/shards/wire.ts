import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { mongo } from 'mongoose'

const { BSON } = mongo
type Document = mongo.Document

/*
 * The wire protocol of MongoDB, as far as a router needs it: OP_MSG, and OP_QUERY and OP_REPLY for the first hello of a
 * driver (https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/).
 */

const OP_REPLY = 1
const OP_QUERY = 2004
const OP_MSG = 2013
const HEADER = 16

/** A message from a driver: its command, and how to answer it. */
export interface Request {
  id: number
  command: Document
  answer(result: Document): Buffer
}

/** Cuts a stream of bytes into messages. */
export async function* messagesOf(socket: Socket): AsyncGenerator<Buffer> {
  let bytes: Buffer = Buffer.alloc(0)
  for await (const chunk of socket) {
    bytes = Buffer.concat([bytes, chunk as Buffer])
    while (bytes.length >= HEADER && bytes.length >= bytes.readInt32LE(0)) {
      const length = bytes.readInt32LE(0)
      yield bytes.subarray(0, length)
      bytes = bytes.subarray(length)
    }
  }
}

/** Numbers, dates and binary values keep their types, so that what is passed on is what came. */
const parse = (bytes: Buffer): Document => BSON.deserialize(bytes, { promoteValues: false, bsonRegExp: true })

export function readRequest(message: Buffer): Request {
  const id = message.readInt32LE(4)
  const code = message.readInt32LE(12)
  if (code === OP_MSG) return { id, command: readCommand(message), answer: (result) => writeMessage(result, id) }
  if (code !== OP_QUERY) throw new Error(`no messages of kind ${code}`)
  const name = message.indexOf(0, HEADER + 4)
  return { id, command: parse(message.subarray(name + 9)), answer: (result) => writeReply(result, id) }
}

/** The command of an OP_MSG: the document, with the rows that come beside it as its fields. */
export function readCommand(message: Buffer): Document {
  let command: Document = {}
  const beside: Record<string, Document[]> = {}
  let at = HEADER + 4
  while (at < message.length) {
    const kind = message[at]
    const length = message.readInt32LE(at + 1)
    if (kind === 0) command = parse(message.subarray(at + 1, at + 1 + length))
    else {
      const end = message.indexOf(0, at + 5)
      const rows: Document[] = []
      beside[message.toString('utf8', at + 5, end)] = rows
      for (let row = end + 1; row < at + 1 + length; row += message.readInt32LE(row)) {
        rows.push(parse(message.subarray(row, row + message.readInt32LE(row))))
      }
    }
    at += 1 + length
  }
  return { ...command, ...beside }
}

export function writeMessage(document: Document, responseTo = 0): Buffer {
  const body = BSON.serialize(document, { ignoreUndefined: true })
  const head = Buffer.alloc(HEADER + 5)
  writeHeader(head, HEADER + 5 + body.length, responseTo, OP_MSG)
  return Buffer.concat([head, body])
}

function writeReply(document: Document, responseTo: number): Buffer {
  const body = BSON.serialize(document)
  const head = Buffer.alloc(HEADER + 20)
  writeHeader(head, HEADER + 20 + body.length, responseTo, OP_REPLY)
  head.writeInt32LE(1, HEADER + 16)
  return Buffer.concat([head, body])
}

function writeHeader(head: Buffer, length: number, responseTo: number, code: number): void {
  head.writeInt32LE(length, 0)
  head.writeInt32LE(responseTo, 8)
  head.writeInt32LE(code, 12)
}

/** A connection to a server, for one command at a time. */
export class Upstream {
  readonly #socket: Socket
  readonly #messages: AsyncGenerator<Buffer>

  private constructor(socket: Socket) {
    this.#socket = socket
    this.#messages = messagesOf(socket)
  }

  static async open(port: number): Promise<Upstream> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    return new Upstream(socket)
  }

  async ask(command: Document): Promise<Document> {
    this.#socket.write(writeMessage(command))
    const { value, done } = await this.#messages.next()
    if (done) throw new Error('the server closed the connection')
    return readCommand(value)
  }

  close(): void {
    this.#socket.destroy()
  }
}
