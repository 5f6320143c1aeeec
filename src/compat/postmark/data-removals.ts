import { z } from 'zod'
import { eraseRecipient } from '../../operations/recipients.js'
import type { CompatRoute } from '../common/api.js'

const Request = z.strictObject({
  RequestedBy: z.string().nullish(),
  RequestedFor: z.string('is required: an address'),
  NotifyWhenCompleted: z.boolean().nullish(),
})

/** Requests to forget an address. */
export const dataRemovals: readonly CompatRoute[] = [
  {
    method: 'POST',
    path: '/data-removals',
    operation: eraseRecipient,
    names: [['email', 'RequestedFor']],
    answer: async ({ body, run, ignore }) => {
      const { RequestedFor, RequestedBy, NotifyWhenCompleted } = body(Request)
      if (RequestedBy) ignore('RequestedBy')
      if (NotifyWhenCompleted) ignore('NotifyWhenCompleted')
      await run(eraseRecipient, { email: RequestedFor })
      // It is done by the time of the answer, so there is nothing to ask for later.
      return { ID: 0, Status: 'Done' }
    },
  },
]
