import { z } from 'zod'
import type { Webhook } from '../../contract/webhooks.js'
import { fieldError } from '../../errors.js'
import { createWebhook, deleteWebhook, getWebhook, listWebhooks, updateWebhook } from '../../operations/webhooks.js'
import type { CompatRoute } from '../common/api.js'
import { given } from '../common/given.js'
import { notSupported } from '../common/not-supported.js'
import { queryText, refuseGiven } from './fields.js'
import { typeOfStream } from './streams.js'

/** Triggers, with our types of events. */
const TRIGGERS = {
  Open: 'opened',
  Click: 'clicked',
  Delivery: 'delivered',
  Bounce: 'bounced',
  SpamComplaint: 'complained',
} as const
type Trigger = keyof typeof TRIGGERS
const NAMES = Object.keys(TRIGGERS) as Trigger[]

const flag = () => z.boolean().nullish()
const trigger = () =>
  z.strictObject({ Enabled: z.boolean(), PostFirstOpenOnly: flag(), IncludeContent: flag() }).nullish()

const Fields = z.strictObject({
  Url: z.string().nullish(),
  HttpAuth: z.unknown().optional(),
  HttpHeaders: z.array(z.unknown()).nullish(),
  MessageStream: z.string().nullish(),
  Triggers: z
    .strictObject({
      Open: trigger(),
      Click: trigger(),
      Delivery: trigger(),
      Bounce: trigger(),
      SpamComplaint: trigger(),
      SubscriptionChange: trigger(),
    })
    .nullish(),
})
type Fields = z.output<typeof Fields>

const ListQuery = z.strictObject({ MessageStream: queryText() })
const URL_NAME = [['endpoint_url', 'Url']] as const

/** Webhooks in the format of Postmark. Others of the account are listed as well. */
export const webhooks: readonly CompatRoute[] = [
  {
    method: 'GET',
    path: '/webhooks',
    operation: listWebhooks,
    answer: async ({ query, run, ignore }) => {
      for (const name of Object.keys(query(ListQuery))) ignore(name)
      // An account has no more than one page of them.
      const { webhooks: found } = await run(listWebhooks, { limit: 100 })
      return { Webhooks: found.map(present) }
    },
  },
  {
    method: 'GET',
    path: '/webhooks/:id',
    operation: getWebhook,
    answer: async ({ param, run }) => present(await run(getWebhook, { id: param('id') })),
  },
  {
    method: 'POST',
    path: '/webhooks',
    operation: createWebhook,
    names: URL_NAME,
    answer: async ({ body, run, ignore }) => {
      const fields = body(Fields)
      if (fields.MessageStream) ignore('MessageStream')
      const wanted = typesOf(fields)
      if (wanted === null) throw noTrigger()
      const input = { format: 'postmark' as const, endpoint_url: fields.Url, event_types: wanted }
      return present(await run(createWebhook, input))
    },
  },
  {
    method: 'PUT',
    path: '/webhooks/:id',
    operation: updateWebhook,
    names: URL_NAME,
    answer: async ({ param, body, run, ignore }) => {
      const fields = body(Fields)
      if (fields.MessageStream) ignore('MessageStream')
      const id = param('id')
      const wanted = fields.Triggers && typesOf(fields)
      if (wanted === null && fields.Triggers) throw noTrigger()
      return present(
        await run(updateWebhook, {
          id,
          ...given('endpoint_url', fields.Url),
          ...given('event_types', wanted),
        }),
      )
    },
  },
  {
    method: 'DELETE',
    path: '/webhooks/:id',
    operation: deleteWebhook,
    answer: async ({ param, run }) => {
      await run(deleteWebhook, { id: param('id') })
      return { ErrorCode: 0, Message: `Webhook ${param('id')} removed.` }
    },
  },
]

const noTrigger = () => fieldError('invalid_request', 'Triggers', 'must enable at least one event')

/** The types of events that are enabled; null for none, which would mean all of them here. */
function typesOf({ HttpAuth, HttpHeaders, Triggers, MessageStream }: Fields) {
  if (MessageStream) typeOfStream(MessageStream)
  refuseGiven({ HttpAuth }, ['HttpAuth'], 'Check the signature of the requests.')
  if (HttpHeaders?.length) throw notSupported('HttpHeaders', 'Check the signature of the requests.')
  if (Triggers?.SubscriptionChange?.Enabled) {
    throw notSupported('Triggers.SubscriptionChange', 'Read the suppressions, or the events of messages.')
  }
  for (const name of NAMES) {
    const { PostFirstOpenOnly, IncludeContent } = Triggers?.[name] ?? {}
    const [option] = Object.entries({ PostFirstOpenOnly, IncludeContent }).flatMap(([key, value]) =>
      value ? [key] : [],
    )
    if (option) throw notSupported(`Triggers.${name}.${option}`, 'Set it to false.')
  }
  const enabled = NAMES.filter((name) => Triggers?.[name]?.Enabled).map((name) => TRIGGERS[name])
  return enabled.length > 0 ? enabled : null
}

function present({ id, endpoint_url, event_types }: Webhook) {
  const isWanted = (name: Trigger) => event_types.length === 0 || event_types.includes(TRIGGERS[name])
  const triggers = Object.fromEntries(NAMES.map((name) => [name, { Enabled: isWanted(name) }]))
  return {
    ID: id,
    Url: endpoint_url,
    MessageStream: 'outbound',
    HttpHeaders: [],
    Triggers: {
      ...triggers,
      Open: { Enabled: isWanted('Open'), PostFirstOpenOnly: false },
      Bounce: { Enabled: isWanted('Bounce'), IncludeContent: false },
      SpamComplaint: { Enabled: isWanted('SpamComplaint'), IncludeContent: false },
      SubscriptionChange: { Enabled: false },
    },
  }
}
