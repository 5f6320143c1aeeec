import { z } from 'zod'
import type { Suppression } from '../../contract/suppressions.js'
import { fieldError } from '../../errors.js'
import {
  createSuppression,
  deleteSuppression,
  getSuppression,
  importSuppressions,
  listSuppressions,
} from '../../operations/suppressions.js'
import type { CompatCall, CompatRoute } from '../common/api.js'
import { notSupported } from '../common/not-supported.js'
import { ifFound, refusalOf } from '../common/outcomes.js'
import { listOf, listQueryWith, PAGE_NAMES, pageOf, queryText } from './lists.js'

const OneAddress = z.strictObject({ email: z.string('is required') })
const Addresses = z.strictObject({ emails: z.array(z.string()).nullish(), ids: z.array(z.string()).nullish() })
const Query = listQueryWith({ origin: queryText() })
const NAMES = [['recipient', 'email']] as const
/** A batch of Resend. */
const MAX_BATCH = 100

/** Suppressions, by address. */
export const suppressions: readonly CompatRoute[] = [
  {
    method: 'POST',
    path: '/suppressions',
    operation: createSuppression,
    names: NAMES,
    answer: async ({ body, run }) => {
      const { email } = body(OneAddress)
      const { id } = await run(createSuppression, { channel: 'email', recipient: email })
      return { object: 'suppression', id }
    },
  },
  {
    method: 'GET',
    path: '/suppressions',
    operation: listSuppressions,
    names: PAGE_NAMES,
    answer: async ({ query, run }) => {
      const { origin, ...page } = query(Query)
      if (origin !== undefined) throw notSupported('origin', 'Use reason of GET /v1/suppressions.')
      const { suppressions: found, next_cursor } = await run(listSuppressions, pageOf(page, 'suppression'))
      return listOf(found.map(present), next_cursor)
    },
  },
  {
    method: 'GET',
    path: '/suppressions/:email',
    operation: getSuppression,
    answer: async ({ param, run }) => ({
      object: 'suppression',
      ...present(await run(getSuppression, { recipient: addressOf(param('email')) })),
    }),
  },
  {
    method: 'DELETE',
    path: '/suppressions/:email',
    operation: deleteSuppression,
    names: NAMES,
    answer: async ({ param, run }) => {
      const recipient = addressOf(param('email'))
      const { id } = await run(getSuppression, { recipient })
      await run(deleteSuppression, { channel: 'email', recipient })
      return { object: 'suppression', id, deleted: true }
    },
  },
  {
    method: 'POST',
    path: '/suppressions/batch/add',
    operation: importSuppressions,
    answer: async ({ body, run }) => {
      const emails = emailsOf(body(Addresses))
      const { errors } = await run(importSuppressions, {
        entries: emails.map((email) => ({ email, reason: 'manual' })),
      })
      const wrong = new Set(errors.map(({ index }) => index))
      const data: object[] = []
      for (const [index, email] of emails.entries()) {
        if (!wrong.has(index)) data.push({ object: 'suppression', email, id: await idOf(run, email) })
      }
      return {
        object: 'list',
        data,
        ...(errors.length > 0 && { errors: errors.map(({ index, reason }) => ({ index, message: reason })) }),
      }
    },
  },
  {
    method: 'POST',
    path: '/suppressions/batch/remove',
    operation: deleteSuppression,
    answer: async ({ body, run }) => {
      const emails = emailsOf(body(Addresses))
      const errors: { index: number; message: string }[] = []
      const data: object[] = []
      for (const [index, email] of emails.entries()) {
        const id = await idOf(run, email)
        const refusal = await refusalOf(run(deleteSuppression, { channel: 'email', recipient: email }))
        if (refusal) errors.push({ index, message: refusal.message })
        else data.push({ object: 'suppression', email, id, deleted: true })
      }
      return {
        object: 'list',
        data,
        ...(errors.length > 0 && { errors }),
      }
    },
  },
]

/** Null for an address that is not, or no more, on the list. */
const idOf = async (run: CompatCall['run'], recipient: string) =>
  (await ifFound(run(getSuppression, { recipient })))?.id ?? null

function addressOf(idOrEmail: string): string {
  if (!idOrEmail.includes('@')) throw notSupported('id', 'Name the address.')
  return idOrEmail
}

function emailsOf({ emails, ids }: z.output<typeof Addresses>): string[] {
  if (ids) throw notSupported('ids', 'Name the addresses: emails.')
  if (!emails?.length) throw fieldError('invalid_request', 'emails', 'is required: at least one address')
  if (emails.length > MAX_BATCH)
    throw fieldError('invalid_request', 'emails', `must have at most ${MAX_BATCH} addresses`)
  return emails
}

const present = ({ id, recipient, reason, updated_at }: Suppression) => ({
  id,
  email: recipient,
  origin: ORIGINS[reason] ?? 'manual',
  created_at: updated_at,
})

const ORIGINS: Record<string, string> = { hard_bounce: 'bounce', complaint: 'complaint' }
