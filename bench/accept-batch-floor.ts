import { randomBytes } from 'node:crypto'
import { systemClock } from '../src/clock.js'
import { readConfig } from '../src/config.js'
import { openLedger } from '../src/ledger.js'
import { acceptedRow, mailTo } from './accepted-row.js'
import { serveCommands } from './commands.js'
import { inLanes } from './in-lanes.js'

/*
 * The floor: the least that accepting batches can cost. Writes the same documents as the service to the same indexes
 * with the same write concern, a batch in one insertMany. It knows no requests.
 */

const config = readConfig(process.env)
const { models, newId } = await openLedger({ ...config, mongodbUri: config.mongodbUri! }, { clock: systemClock })
const accountId = newId('account')

const row = () => {
  const mail = mailTo('delivered@example.com', randomBytes(12).toString('hex'))
  return acceptedRow(newId('message'), accountId, mail, randomBytes(32).toString('hex'))
}

await serveCommands({
  async insert({ lanes, seconds, items }) {
    return inLanes({ lanes: lanes!, seconds: seconds! }, () =>
      models.messages.collection.insertMany(Array.from({ length: items! }, row), { ordered: false }),
    )
  },
})
