import { randomBytes } from 'node:crypto'
import { availableParallelism, loadavg } from 'node:os'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rawKey } from '../../src/services/receiving/blob-keys.js'
import { Deployment } from '../support/deployment.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { LoopWatch } from '../support/loop-watch.js'
import { startOwnServer } from '../support/own-servers.js'
import { CALLBACK_SECRET } from '../support/post-callback.js'
import { postInbound, postMail, sesInbound, signed } from '../support/post-mail.js'
import { eventually, startApp } from '../support/start-app.js'

const MIB = 1024 * 1024
const MAILS = 300
/** Longest time that others may wait, in ms; longer if the machine is busy with other things. */
const MAX_HELD_MS = 50 * Math.max(1, loadavg()[0]! / availableParallelism())

const recipients = 'help@shop.test'

describe('a deployment', () => {
  let deployment: Deployment
  beforeEach(async () => {
    deployment = await Deployment.create({ CALLBACK_SECRET })
  })
  afterEach(() => deployment.close())

  const startApi = async () => {
    const api = await deployment.start('api')
    const { models } = deployment.ledger
    const account = await models.accounts.findOne().lean()
    await inboundDomain({ models, accountId: account!._id }, 'shop.test')
    return { api, accountId: account!._id }
  }

  it('loses no received mail, and shows each once, while its workers are killed', async () => {
    await startApi()
    const { models } = deployment.ledger
    const mails = Array.from({ length: MAILS }, (_none, at) => `Message-ID: <${at}@x.test>\r\nSubject: s\r\n\r\n${at}`)
    for (let from = 0; from < MAILS; from += 100) {
      const some = mails.slice(from, from + 100)
      const answers = await Promise.all(some.map((mail) => postMail(deployment.url, mail, { recipients })))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    }
    const parsed = () => models.inboundEmails.countDocuments({ parsed_at: { $exists: true } })
    for (let kill = 1; kill <= 2; kill += 1) {
      const before = await parsed()
      const worker = await deployment.start('worker,scheduler')
      await eventually('it is in the middle', async () => (await parsed()) > before || before === MAILS)
      worker.signal('SIGKILL')
      await worker.ended
      // As if the leases of the dead had ended, and their hints were lost.
      const left = { parse_at: { $exists: true } }
      await models.inboundEmails.updateMany(left, { $set: { parse_at: new Date() }, $unset: { enqueued_at: 1 } })
    }
    await deployment.start('worker,scheduler')
    await eventually('all are parsed', async () => (await parsed()) === MAILS)
    const due = () => models.inboundEmails.exists({ parse_at: { $exists: true } })
    await eventually('nothing is left to do', async () => (await due()) === null)
    expect(await models.inboundEmails.countDocuments()).toBe(MAILS)
    expect(await models.inboundContents.countDocuments()).toBe(MAILS)
    expect(await models.mailItems.countDocuments()).toBe(MAILS)
    expect(await models.deadLetters.countDocuments()).toBe(0)
  })

  it('takes 25 MiB in either form with at most four times the memory, while others get their answers', async () => {
    const { api } = await startApi()
    const raw = randomBytes(25 * MIB)
    const notification = JSON.stringify(sesInbound(raw.subarray(1), ['help@shop.test']))
    const headers = signed(notification)
    await postMail(deployment.url, 'Subject: warm\r\n\r\n', { recipients })
    const watch = new LoopWatch(deployment.url, api)
    try {
      const before = watch.residentMiB()
      await watch.takeHeldMs()
      expect((await postMail(deployment.url, raw, { recipients })).status).toBe(200)
      expect((await postInbound(deployment.url, notification, headers)).status).toBe(200)
      expect(await watch.takeHeldMs()).toBeLessThan(MAX_HELD_MS)
      if (before !== null) expect(watch.residentMiB()! - before).toBeLessThan(2 * 4 * 25)
    } finally {
      await watch.end()
    }
    expect(await deployment.ledger.models.blobFiles.countDocuments({ length: { $gt: 24 * MIB } })).toBe(2)
  })
})

describe('without MongoDB', () => {
  it('mail is not acknowledged until it can be stored, and then it is there once', async () => {
    const mongo = await startOwnServer('mongo')
    const app = await startApp({ ROLES: 'api', CALLBACK_SECRET, MONGODB_URI: mongo.uri })
    try {
      await inboundDomain({ ...app.app, accountId: app.accountId }, 'shop.test')
      const mails = [Buffer.from('Subject: small\r\n\r\n'), randomBytes(2 * MIB)]
      await mongo.kill()
      for (const mail of mails) {
        const refused = await postMail(app.url, mail, { recipients })
        expect(refused).toMatchObject({ status: 503, body: { error: { code: 'overloaded' } } })
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      }
      await mongo.restart()
      for (const mail of mails) {
        const taken = async () => (await postMail(app.url, mail, { recipients })).status === 200
        await eventually('it is taken', taken)
      }
      const rows = await app.app.models.inboundEmails.find().sort({ size_bytes: 1 }).lean()
      const stored = rows.map(({ raw_digest }) => app.app.blobStore.get(app.accountId, rawKey(raw_digest)))
      expect(await Promise.all(stored)).toEqual(mails)
    } finally {
      await app.close()
      await mongo.close()
    }
  })
})
