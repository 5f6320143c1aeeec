import { ById, Nothing, PageRequest } from '../contract/fields.js'
import { BlockedSender, BlockedSenderPage, NewBlockedSender } from '../contract/mail-blocked-senders.js'
import { hasMailApp } from './mail-threads.js'
import { del, get, operation, post } from './operation.js'
import { answerPage } from './page.js'

const blocked = {
  id: 'blk_01kajqy8e2g4j6m8p0r2t4v6x8',
  sender: 'offers.example',
  forged_only: false,
  test_mode: false,
  created_at: '2026-11-21T09:00:00.000Z',
}

export const createBlockedSender = operation({
  name: 'mail.blockedSenders.create',
  kind: 'mutation',
  scope: 'read',
  rest: post('/v1/mail/blocked-senders', {
    status: 201,
    statusIfExisted: 200,
    existedMeans: 'The sender was blocked already.',
  }),
  summary: 'Blocks a sender: later mail of the address or domain goes to spam.',
  errors: ['too_many_blocked_senders'],
  enabled: hasMailApp,
  input: NewBlockedSender,
  output: BlockedSender,
  examples: [
    { summary: 'A domain', input: { sender: blocked.sender }, output: blocked },
    {
      summary: 'An address',
      input: { sender: 'eve@mail.example' },
      output: { ...blocked, sender: 'eve@mail.example' },
    },
  ],
  run: async ({ caller, services, facts }, given) => {
    const { blocked: entry, existed } = await services.blockedSenders.create(caller, given)
    facts.existed = existed
    return entry
  },
})

export const listBlockedSenders = operation({
  name: 'mail.blockedSenders.list',
  kind: 'query',
  scope: 'read',
  rest: get('/v1/mail/blocked-senders'),
  summary: 'Lists blocked senders, newest first.',
  errors: [],
  enabled: hasMailApp,
  input: PageRequest,
  output: BlockedSenderPage,
  examples: [
    {
      summary: 'All blocked senders',
      input: { limit: 50 },
      output: { blocked_senders: [blocked], next_cursor: null },
    },
  ],
  run: ({ caller, services }, page) =>
    answerPage('blocked_senders', services.blockedSenders.list(caller.accountId, page)),
})

export const deleteBlockedSender = operation({
  name: 'mail.blockedSenders.delete',
  kind: 'mutation',
  scope: 'read',
  rest: del('/v1/mail/blocked-senders/:id', { status: 204 }),
  summary: 'Unblocks a sender. Mail that is in spam stays there.',
  errors: ['not_found'],
  enabled: hasMailApp,
  input: ById,
  output: Nothing,
  examples: [{ summary: 'A sender that was blocked by mistake', input: { id: blocked.id }, output: null }],
  run: async ({ caller, services }, { id }) => {
    await services.blockedSenders.delete(caller, id)
    return null
  },
})
