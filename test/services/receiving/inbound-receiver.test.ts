import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { idTime } from '../../../src/ids.js'
import { rawKey } from '../../../src/services/receiving/blob-keys.js'
import { InboundReceiver } from '../../../src/services/receiving/inbound-receiver.js'
import type { ReceivedMail } from '../../../src/services/receiving/received-mail.js'
import { inboundDomain } from '../../support/inbound-domain.js'
import { type Ledger, openTestLedger } from '../../support/ledger.js'
import { verifiedDomain } from '../../support/verified-domain.js'

const RAW = Buffer.from('Subject: Hello\r\n\r\nA text.\r\n')

let ledger: Ledger
let receiver: InboundReceiver
let otherAccountId: string
beforeAll(async () => {
  ledger = await openTestLedger()
  receiver = ledger.services.inboundReceiver
  otherAccountId = ledger.newId('account')
  await inboundDomain(ledger, 'shop.test')
  await inboundDomain(ledger, 'xn--bcher-kva.test')
  await inboundDomain({ ...ledger, accountId: otherAccountId }, 'other.test')
  await verifiedDomain({ app: ledger, accountId: ledger.accountId }, 'off.test')
  await inboundDomain(ledger, 'unfinished.test')
  await ledger.models.domains.updateOne(
    { name: 'unfinished.test' },
    { $set: { fully_verified: false }, $unset: { verified_name: 1 } },
  )
  await inboundDomain(ledger, 'leaving.test')
  await ledger.models.domains.updateOne({ name: 'leaving.test' }, { $set: { deleting_at: new Date() } })
})
afterAll(() => ledger.close())
beforeEach(async () => {
  await Promise.all([ledger.models.inboundEmails.deleteMany(), ledger.models.blobs.deleteMany()])
})

const mail = (recipients: string[], overrides: Partial<ReceivedMail> = {}): ReceivedMail => ({
  raw: RAW,
  sender: 'ada@example.com',
  recipients,
  client: null,
  givenVerdicts: null,
  ...overrides,
})
const rows = () => ledger.models.inboundEmails.find().sort({ _id: 1 }).lean()

test('mail is accepted on verified domains with inbound on, whatever the local part', async () => {
  const here = ['ada@shop.test', 'X+tag@SHOP.test', 'info@bücher.test', 'info@other.test', '"a b"@shop.test']
  const elsewhere = ['a@off.test', 'a@unfinished.test', 'a@leaving.test', 'a@sub.shop.test', 'shop.test', '@shop.test']
  const answer = await receiver.accepts([...here, ...elsewhere, '', 'no@where.example'])
  expect([...answer]).toEqual(here)
})

test('a mail is stored with its exact bytes and is due to be parsed', async () => {
  const client = { ip: '192.0.2.1', helo: 'mx.example.com' }
  const { accepted, ignored } = await receiver.receive(
    mail(['Ada@Shop.Test'], { client, givenVerdicts: { spf: 'PASS' } }),
  )
  expect(ignored).toEqual([])
  expect(accepted).toEqual([{ id: expect.stringMatching(/^inb_/), recipient: 'ada@shop.test' }])
  const [row] = await rows()
  expect(row).toMatchObject({
    _id: accepted[0]?.id,
    account_id: ledger.accountId,
    domain: 'shop.test',
    recipient: 'ada@shop.test',
    inbox_id: null,
    size_bytes: RAW.length,
    envelope_from: 'ada@example.com',
    client,
    given_verdicts: { spf: 'PASS' },
    parse_at: idTime(accepted[0]!.id),
    crashes: 0,
  })
  expect(row).not.toHaveProperty('parsed_at')
  expect(await ledger.blobStore.get(ledger.accountId, rawKey(row!.raw_digest))).toEqual(RAW)
})

test('a mail to several recipients of several accounts is one email each, its bytes once for each account', async () => {
  const recipients = ['a@shop.test', 'b@shop.test', 'A@shop.test', 'c@other.test', 'd@off.test']
  const { accepted, ignored } = await receiver.receive(mail(recipients))
  expect(accepted.map(({ recipient }) => recipient).sort()).toEqual(['a@shop.test', 'b@shop.test', 'c@other.test'])
  expect(ignored).toEqual(['d@off.test'])
  expect((await rows()).map(({ account_id, recipient }) => [account_id, recipient]).sort()).toEqual(
    [
      [ledger.accountId, 'a@shop.test'],
      [ledger.accountId, 'b@shop.test'],
      [otherAccountId, 'c@other.test'],
    ].sort(),
  )
  expect((await ledger.models.blobs.distinct('account_id')).sort()).toEqual([ledger.accountId, otherAccountId].sort())
  expect(await ledger.models.blobs.countDocuments()).toBe(2)
})

test('nothing is stored of a mail to nobody here', async () => {
  expect(await receiver.receive(mail(['a@off.test']))).toEqual({ accepted: [], ignored: ['a@off.test'] })
  expect(await ledger.models.blobs.countDocuments()).toBe(0)
})

test('the same bytes again at the same recipient are the first email, in many processes at once too', async () => {
  const other = new InboundReceiver(ledger)
  const receipts = await Promise.all(
    [receiver, other, receiver, other, other].map((each) => each.receive(mail(['a@shop.test', 'b@shop.test']))),
  )
  const again = await receiver.receive(mail(['B@shop.test']))
  const stored = await rows()
  expect(stored).toHaveLength(2)
  const idOf = new Map(stored.map((row) => [row.recipient, row._id]))
  for (const { accepted } of [...receipts, again]) {
    for (const { id, recipient } of accepted) expect(id).toBe(idOf.get(recipient))
  }
  expect(await ledger.models.blobs.countDocuments()).toBe(1)
})

test('one byte more is another email', async () => {
  await receiver.receive(mail(['a@shop.test']))
  await receiver.receive(mail(['a@shop.test'], { raw: Buffer.concat([RAW, Buffer.from('\n')]) }))
  expect(await rows()).toHaveLength(2)
})

test('look-ups use indexes', async () => {
  await receiver.receive(mail(['a@shop.test']))
  const { domains, inboundEmails } = ledger.models
  const byName = domains.find({ verified_name: { $in: ['shop.test'] }, inbound_enabled: true, deleting_at: null })
  expect(JSON.stringify(await byName.explain())).not.toContain('COLLSCAN')
  const repeats = inboundEmails.find({
    $or: [{ account_id: ledger.accountId, raw_digest: 'd', recipient: { $in: ['a'] } }],
  })
  expect(JSON.stringify(await repeats.explain())).not.toContain('COLLSCAN')
})
