import { z } from 'zod'
import { ById } from './fields.js'
import { colleague } from './mail-notes.js'

/** How long a client is there after it last said so, in ms. */
export const PRESENCE_MS = 30_000
/** Most clients that are at a thread at the same time. */
export const MAX_PRESENT_CLIENTS = 50

const STATES = ['viewing', 'writing'] as const
export const PresenceState = z.enum(STATES, 'must be viewing or writing').meta({ id: 'PresenceState' })

const clientId = () =>
  z
    .string('is required: an id that the client makes up')
    .regex(/^[\w-]{1,64}$/, 'must have 1 to 64 letters, digits, hyphens and underscores')

export const PresentClient = z
  .object({
    client_id: z.string().meta({ description: 'The client, by the id that it chose.' }),
    state: PresenceState.meta({
      description: '`viewing`: somebody has the thread open. `writing`: somebody is writing an answer.',
    }),
    name: z.string().meta({ description: 'Who it is: the name that the client gave, or that of the key.' }),
  })
  .meta({ id: 'PresentClient' })
export type PresentClient = z.output<typeof PresentClient>

export const MailPresence = z
  .object({
    clients: z.array(PresentClient).meta({
      description: 'Who is at the thread, by name, the client itself too; at most 50.',
    }),
  })
  .meta({ id: 'MailPresence' })
export type MailPresence = z.output<typeof MailPresence>

export const EnterThread = ById.extend({
  client_id: clientId().meta({
    description: 'Distinguishes the clients of a key, such as browser tabs: a random text of at most 64 characters.',
  }),
  state: PresenceState.meta({ description: '`viewing` or `writing`.' }),
  name: colleague().meta({
    description: 'Who it is, in your own words, if several people use the key. Default: the name of the key.',
  }),
})
export type EnterThread = z.output<typeof EnterThread>

export const LeaveThread = ById.extend({ client_id: clientId().meta({ description: 'The client.' }) })
export type LeaveThread = z.output<typeof LeaveThread>
