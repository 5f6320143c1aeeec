import { systemClock } from '../src/clock.js'
import { readConfig } from '../src/config.js'
import { openLedger } from '../src/ledger.js'
import { findBeginnings } from '../src/services/platform/search/word-beginnings.js'
import { LOOK_UP_FIELDS } from '../src/services/sending/messages/message-store.js'
import { DETAILS_FIELDS, SUMMARY_FIELDS } from '../src/services/sending/messages/present-message.js'
import { indexOf } from '../src/services/sending/messages/search-messages.js'
import { serveCommands } from './commands.js'
import { inLanes } from './in-lanes.js'
import { type LedgerSamples, PAGE, replayedKey, sampleLedger, searchText } from './ledger-samples.js'

/*
 * The floor: the least that reading can cost. Makes the same queries as the service through the driver, and does nothing
 * with what it gets.
 */

const config = readConfig(process.env)
const { models } = await openLedger({ ...config, mongodbUri: config.mongodbUri! }, { clock: systemClock })
const messages = models.messages.collection
const events = models.events.collection
const account = await models.accounts.collection.findOne({})
const account_id = account!._id
let samples: LedgerSamples

const page = (where: object) =>
  messages
    .find({ account_id, ...where }, { projection: SUMMARY_FIELDS })
    .sort({ _id: -1 })
    .limit(PAGE + 1)
    .toArray()

async function withEvents(where: object): Promise<unknown> {
  const found = await messages.findOne({ account_id, ...where }, { projection: DETAILS_FIELDS })
  return events.find({ message_id: found!._id }).sort({ occurred_at: 1, created_at: 1, _id: 1 }).toArray()
}

const READS = [
  (index: number) => withEvents({ _id: samples.ids[(index * 7_919) % samples.ids.length]! }),
  () => page({}),
  () => page({ _id: { $lt: samples.beforeLatePage } }),
  async (index: number) => page((await findBeginnings(indexOf(messages), account_id, searchText(index)))!.filter),
  (index: number) => withEvents({ idempotency_key: replayedKey(index) }),
  (index: number) =>
    messages
      .find({ account_id, idempotency_key: { $in: [replayedKey(index)] } }, { projection: LOOK_UP_FIELDS })
      .toArray(),
]

await serveCommands({
  async sample({ count, latePage }) {
    samples = await sampleLedger(messages, account_id, { count: count!, latePage: latePage! })
    return {}
  },
  read: ({ kind, lanes, seconds }) => inLanes({ lanes: lanes!, seconds: seconds! }, READS[kind!]!),
})
