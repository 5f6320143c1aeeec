import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EventDoc } from '../../../src/models/event.js'
import { workerEventDoc } from '../../../src/services/tracking/events/worker-events.js'
import { refOf } from '../../../src/streams/engine/work-rows.js'
import { EventSequencer, type Recording } from '../../../src/streams/fan-out/event-sequencer.js'
import { FanOutCompleter } from '../../../src/streams/fan-out/fan-out-completer.js'
import { InlineFanOut } from '../../../src/streams/fan-out/inline-fan-out.js'
import { claimsOf } from '../../../src/streams/worker-deps.js'
import { type Ledger, openTestLedger } from '../../support/ledger.js'
import { countsIn } from '../../support/recount.js'
import { testSettings } from '../../support/start-app.js'

let ledger: Ledger

beforeEach(async () => {
  const settings = testSettings()
  ledger = await openTestLedger({ ...settings, MONGODB_URI: `${settings.MONGODB_URI}&monitorCommands=true` })
})
afterEach(() => ledger.close())

/** All events are of one hour. */
const created_at = new Date('2026-11-23T10:30:00Z')

function newEvent(accountId: string): EventDoc {
  const message = { _id: ledger.newId('message'), account_id: accountId }
  const event = { type: 'sent', payload: { provider_message_id: 'p' }, occurredAt: created_at } as const
  return { ...workerEventDoc(ledger.newId, message, event), created_at }
}

const newAccounts = (count: number) => Array.from({ length: count }, () => ledger.newId('account'))
const seqsOf = async (account_id: string) =>
  (await ledger.models.events.find({ account_id }).sort({ _id: 1 }).lean<EventDoc[]>()).map(({ seq }) => seq)
const counted = async () => (await countsIn(ledger.models)).reduce((sum, { live }) => sum + (live?.sent ?? 0), 0)

/** The commands of transactions from now on. */
function watchTransactions(): string[] {
  const commands: string[] = []
  ledger.models.connection.getClient().on('commandStarted', ({ commandName, command }) => {
    if (command.autocommit === false) commands.push(`${commandName} ${command[commandName]}`)
  })
  return commands
}

/** Inserts the events with their numbers; those of `broken` only after that fails. */
function insertion(broken?: string): Recording<EventDoc> {
  return {
    write: async (numbered, session) => {
      const rows = numbered.map(({ event, seq }) => ({ ...event, seq }))
      await ledger.models.events.collection.insertMany(rows, { session })
      if (numbered.some(({ event }) => event.account_id === broken)) throw new Error('the process dies')
    },
    tries: 3,
  }
}

it('a number that was taken for events that could not be written goes to the next ones', async () => {
  const [broken, ...others] = newAccounts(4)
  const events = [broken!, ...others, broken!, ...others].map(newEvent)
  const sequencer = new EventSequencer(ledger)
  const outcomes = await sequencer.record(events, insertion(broken))
  expect(outcomes.map((outcome) => (outcome instanceof Error ? outcome.message : outcome))).toEqual(
    events.map(({ account_id }) => (account_id === broken ? 'the process dies' : true)),
  )
  expect(await seqsOf(broken!)).toEqual([])
  for (const accountId of others) expect(await seqsOf(accountId)).toEqual([1, 2])
  expect(await counted()).toBe(6)

  expect(await sequencer.record(events.slice(0, 1), insertion())).toEqual([true])
  expect(await seqsOf(broken!)).toEqual([1])
  expect(await counted()).toBe(7)
})

it('events get their numbers in the order in which they are given, and each account its own', async () => {
  const [one, other] = newAccounts(2)
  const events = [one!, other!, one!, one!, other!].map(newEvent)
  const numbers: [string, number][] = []
  const committed: EventDoc[] = []
  await new EventSequencer(ledger).record(events, {
    select: async (all) => all.filter((_event, index) => index !== 2),
    write: async (numbered) =>
      void numbers.push(...numbered.map(({ event, seq }) => [event._id, seq] as [string, number])),
    onCommitted: async (own) => void committed.push(...own),
    tries: 1,
  })
  const [first, second, , third, fourth] = events.map(({ _id }) => _id)
  expect(numbers).toEqual([
    [first, 1],
    [second, 1],
    [third, 2],
    [fourth, 2],
  ])
  expect(committed.map(({ _id }) => _id)).toEqual([first, second, third, fourth])
})

/** Another's transaction, which holds the counter of the account until it is ended. */
async function holdCounter(): Promise<{ end(): Promise<void> }> {
  const { connection, eventSequences } = ledger.models
  await eventSequences.create({ _id: ledger.accountId, seq: 0 })
  const session = await connection.startSession()
  session.startTransaction()
  await eventSequences.collection.updateOne({ _id: ledger.accountId }, { $inc: { seq: 1 } }, { session })
  return {
    async end() {
      await session.abortTransaction()
      await session.endSession()
    },
  }
}

it('gives up after a few tries while others hold the counter', async () => {
  const holder = await holdCounter()
  const commands = watchTransactions()
  const [outcome] = await new EventSequencer(ledger).record([newEvent(ledger.accountId)], insertion())
  expect(outcome).toBeInstanceOf(Error)
  expect(commands.filter((command) => command.startsWith('findAndModify'))).toHaveLength(3)
  await holder.end()
})

it('leaves the transaction that holds the counter time to end', async () => {
  const holder = await holdCounter()
  let ending: Promise<void> | undefined
  // Asked for when a pause begins.
  const random = () => {
    ending ??= holder.end()
    return 1
  }
  const sequencer = new EventSequencer({ ...ledger, clock: { ...ledger.clock, random } })
  expect(await sequencer.record([newEvent(ledger.accountId)], { ...insertion(), tries: 5 })).toEqual([true])
  await ending
})

const OF_ONE = ['findAndModify event_sequences']
const OF_MANY = ['update event_sequences', 'find event_sequences', 'update event_counts']

it.each([
  { accounts: 1, numbers: OF_ONE },
  { accounts: 20, numbers: OF_MANY },
])('takes the same few commands for all events of a batch, of $accounts accounts', async ({ accounts, numbers }) => {
  const ids = newAccounts(accounts)
  const twice = [...ids, ...ids]
  const commands = watchTransactions()
  await new InlineFanOut({ ...ledger, name: 'test' }).record(twice.map(newEvent))
  expect(commands.splice(0)).toEqual([...numbers, 'insert events', 'commitTransaction 1'])

  const recorded = await ledger.recordEvents(
    twice.map((account_id) => ({ account_id, type: 'sent' as const, created_at })),
  )
  const claims = claimsOf({ ...ledger, name: 'a' }, 'fan-out', ledger.work['fan-out'])
  const claimed = await Promise.all(recorded.map((event) => claims.add(refOf(event))))
  const closings = new FanOutCompleter(ledger)
  await Promise.all(claimed.map((event) => closings.close(event!)))
  expect(commands).toEqual(['find events', ...numbers, 'update events', 'commitTransaction 1'])
  expect(await counted()).toBe(2 * twice.length)
})
