import { DeadLetter, DeadLetterPage } from '../contract/dead-letters.js'
import { ById, PageRequest } from '../contract/fields.js'
import { get, operation, post, type Tag } from './operation.js'
import { answerPage } from './page.js'

/** Its section of the documentation. */
export const tag: Tag = {
  title: 'Dead letters',
  description: 'Work that crashed repeatedly and was given up, until somebody retries it.',
  order: 13,
}

const letter = {
  id: 'dl_01kajqx5t2n8w4e6r9y7m3b1c0',
  account_id: 'acc_01kaj2b4c6d8e0f2g4h6j8k0m2',
  kind: 'dispatch',
  row_id: 'msg_01kajqw1y3h7g5d2s9p8n6m4q0',
  error: 'crashed 5 times without an outcome',
  crashes: 5,
  created_at: '2026-11-21T09:12:40.218Z',
}

export const listDeadLetters = operation({
  name: 'deadLetters.list',
  kind: 'query',
  scope: 'admin',
  rest: get('/v1/dead-letters'),
  summary: 'Lists work that crashed repeatedly and was given up, newest first.',
  errors: [],
  input: PageRequest,
  output: DeadLetterPage,
  examples: [
    {
      summary: 'A message that was not sent',
      input: { limit: 50 },
      output: { dead_letters: [letter], next_cursor: null },
    },
  ],
  run: ({ caller, services }, page) => answerPage('dead_letters', services.deadLetters.list(caller.accountId, page)),
})

export const retryDeadLetter = operation({
  name: 'deadLetters.retry',
  kind: 'mutation',
  scope: 'admin',
  rest: post('/v1/dead-letters/:id/retry'),
  summary: 'Retries work that was given up: it starts within seconds, and leaves the dead-letter list.',
  errors: ['not_found'],
  input: ById,
  output: DeadLetter,
  examples: [{ summary: 'A message that was not sent', input: { id: letter.id }, output: letter }],
  run: ({ caller, services }, { id }) => services.deadLetters.retry(id, caller),
})
