import mongoose, { type Connection } from 'mongoose'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { idTime, isId } from '../../../src/ids.js'
import { outboxMailModel } from '../../../src/models/outbox-mail.js'
import { createCaptureTransport } from '../../../src/providers/capture/transport.js'
import type { MailTransport } from '../../../src/providers/mail/mail-transport.js'
import { outgoingMail, patient, silentLog } from '../mail/outgoing-mail.js'

const megabyte = 1024 * 1024
const file = (bytes: number) => ({
  filename: 'big.bin',
  contentType: 'application/octet-stream',
  content: Buffer.alloc(bytes, 'x'),
  contentId: null,
})

describe('captured mail', () => {
  let connection: Connection
  let transport: MailTransport
  const open = (dbName: string) =>
    mongoose.createConnection(inject('mongoUri'), { dbName, autoIndex: false, bufferCommands: false }).asPromise()

  beforeAll(async () => {
    connection = await open(`capture_${process.pid}_${Date.now()}`)
    await outboxMailModel(connection).createIndexes()
    transport = createCaptureTransport({ connection, log: silentLog })
  })
  afterAll(async () => {
    await transport.close()
    await connection.dropDatabase()
    await connection.close()
  })

  test('is kept for the account with its envelope, including bcc', async () => {
    const mail = outgoingMail({
      accountId: 'acc_other',
      from: { name: 'Acme, Inc.', email: 'hello@acme.example' },
      cc: [{ name: 'C', email: 'cc@example.com' }],
      bcc: [{ name: 'B', email: 'bcc@example.com' }],
      subject: 'Kept',
    })
    await transport.send(mail, patient)
    const kept = await outboxMailModel(connection).find({ account_id: 'acc_other' }).lean()
    expect(kept).toMatchObject([
      {
        message_id: mail.messageId,
        from: '"Acme, Inc." <hello@acme.example>',
        to: ['ada@example.com'],
        cc: ['cc@example.com'],
        bcc: ['bcc@example.com'],
        subject: 'Kept',
      },
    ])
    expect(isId('outboxMail', kept[0]?._id as string)).toBe(true)
    expect(kept[0]?.created_at).toEqual(idTime(kept[0]?._id as string))
  })

  test('is kept once: a resend is accepted and the first copy stays', async () => {
    const mail = outgoingMail({ subject: 'First' })
    const copies = [mail, { ...mail, subject: 'Second' }, { ...mail, subject: 'Third' }]
    for (const copy of [...copies, mail]) {
      expect(await transport.send(copy, patient)).toMatchObject({ outcome: 'accepted' })
    }
    const together = outgoingMail()
    const results = await Promise.all([1, 2, 3].map(() => transport.send(together, patient)))
    expect(results.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted', 'accepted'])
    const kept = await outboxMailModel(connection).find({ message_id: { $in: [mail.messageId, together.messageId] } })
    expect(kept.map(({ subject }) => subject).sort()).toEqual(['First', 'Hello'])
  })

  test('can be as big as a document; larger mail is refused without affecting other mail', async () => {
    const mails = [3, 10, 11, 10, 3, 10].map((size) => outgoingMail({ attachments: [file(size * megabyte)] }))
    const results = await Promise.all(mails.map((mail) => transport.send(mail, patient)))
    const [accepted, refused] = [{ outcome: 'accepted' }, { outcome: 'refused', error: expect.stringMatching(/bytes/) }]
    expect(results).toMatchObject([accepted, accepted, refused, accepted, accepted, accepted])
  })

  test('reaches recipients of this service, and comes again in the same bytes until it has', async () => {
    const brought: { raw: Buffer; recipients: string[] }[] = []
    let fails = true
    const delivering = createCaptureTransport({
      connection,
      log: silentLog,
      deliver: async (mail) => {
        brought.push(mail)
        if (fails) throw new Error('the ledger is away')
      },
    })
    const mail = outgoingMail({
      cc: [{ name: null, email: 'cc@here.test' }],
      bcc: [{ name: null, email: 'b@here.test' }],
    })
    expect(await delivering.send(mail, patient)).toEqual({ outcome: 'deferred', error: 'the mail could not be kept' })
    fails = false
    expect(await delivering.send(mail, patient)).toMatchObject({ outcome: 'accepted' })
    expect(brought[0]!.recipients).toEqual(['ada@example.com', 'cc@here.test', 'b@here.test'])
    expect(brought[1]).toEqual(brought[0])
    await delivering.close()
  })

  test('is deferred and logged if the database cannot be written', async () => {
    const lost = await open('capture_lost')
    const other = createCaptureTransport({ connection: lost, log: silentLog })
    await expect(other.check()).resolves.toBeUndefined()
    await lost.close()
    expect(await other.send(outgoingMail(), patient)).toEqual({
      outcome: 'deferred',
      error: 'the mail could not be kept',
    })
    await expect(other.check()).rejects.toThrow(/MongoDB/)
  })
})
