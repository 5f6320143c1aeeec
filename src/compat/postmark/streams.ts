import { z } from 'zod'
import { ApiError } from '../../errors.js'
import { listMessages } from '../../operations/messages.js'
import type { CompatRoute } from '../common/api.js'
import { notSupported } from '../common/not-supported.js'

/** The streams that every account has: a message type each, and mail that comes in. */
const STREAMS = [
  { ID: 'outbound', Name: 'Transactional', MessageStreamType: 'Transactional' },
  { ID: 'broadcast', Name: 'Marketing', MessageStreamType: 'Broadcasts' },
  { ID: 'inbound', Name: 'Inbound', MessageStreamType: 'Inbound' },
] as const

const TYPES = { outbound: 'transactional', broadcast: 'marketing' } as const

/** The stream of a message. */
export const streamOf = ({ message_type }: { message_type: string }) =>
  message_type === 'marketing' ? 'broadcast' : 'outbound'

/** The type of messages of a stream; transactional without one. @throws ApiError 501 for other streams. */
export function typeOfStream(stream: string | null | undefined): 'transactional' | 'marketing' {
  const type = TYPES[(stream ?? 'outbound') as keyof typeof TYPES]
  if (!type)
    throw notSupported(
      'MessageStream',
      'The streams are outbound, for transactional mail, and broadcast, for marketing.',
    )
  return type
}

const present = (stream: (typeof STREAMS)[number]) => ({
  ...stream,
  Description: '',
  ArchivedAt: null,
  ExpectedPurgeDate: null,
  SubscriptionManagementConfiguration: {
    UnsubscribeHandlingType: stream.MessageStreamType === 'Broadcasts' ? 'Postmark' : 'None',
  },
})

const ListQuery = z.strictObject({
  MessageStreamType: z.string().optional(),
  IncludeArchivedStreams: z.string().optional(),
})

/** Message streams, which cannot be changed. */
export const streams: readonly CompatRoute[] = [
  {
    method: 'GET',
    path: '/message-streams',
    operation: listMessages,
    answer: async ({ query }) => {
      const { MessageStreamType: type = 'All' } = query(ListQuery)
      const found = STREAMS.filter(({ MessageStreamType }) => type === 'All' || type === MessageStreamType)
      return { MessageStreams: found.map(present), TotalCount: found.length }
    },
  },
  {
    method: 'GET',
    path: '/message-streams/:id',
    operation: listMessages,
    answer: async ({ param }) => {
      const found = STREAMS.find(({ ID }) => ID === param('id'))
      if (!found) throw new ApiError('not_found', 'There is no such message stream.')
      return present(found)
    },
  },
]
