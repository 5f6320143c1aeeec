import { z } from 'zod'
import type { Webhook, WebhookEventType } from '../../contract/webhooks.js'
import { fieldError } from '../../errors.js'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  testWebhook,
  updateWebhook,
} from '../../operations/webhooks.js'
import type { CompatCall, CompatRoute } from '../common/api.js'
import { given } from '../common/given.js'
import { notSupported } from '../common/not-supported.js'
import { itemsAt, MAX_OFFSET_ITEMS } from '../common/offset-pages.js'

/** SendGrid's switches for our types of events. */
const SWITCHES = {
  processed: 'sent',
  delivered: 'delivered',
  deferred: 'delivery_delayed',
  bounce: 'bounced',
  dropped: 'failed',
  spam_report: 'complained',
  open: 'opened',
  click: 'clicked',
} as const satisfies Record<string, WebhookEventType>
type Switch = keyof typeof SWITCHES
const NAMES = Object.keys(SWITCHES) as Switch[]
/** Its switches for events that do not exist here. */
const OTHERS = ['unsubscribe', 'group_unsubscribe', 'group_resubscribe'] as const

const flag = () => z.boolean().nullish()
const flags = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, flag()])) as Record<Name, ReturnType<typeof flag>>

const Changes = z.strictObject({
  enabled: flag(),
  url: z.string().optional(),
  ...flags(NAMES),
  ...flags(OTHERS),
  friendly_name: z.string().nullish(),
  oauth_client_id: z.string().nullish(),
  oauth_client_secret: z.string().nullish(),
  oauth_token_url: z.string().nullish(),
})
type Changes = z.output<typeof Changes>
const Settings = Changes.extend({ url: z.string() })

const PATH = '/v3/user/webhooks/event'
const FIELD_NAMES = [['endpoint_url', 'url']] as const

export const eventWebhooks: readonly CompatRoute[] = [
  {
    method: 'POST',
    path: `${PATH}/settings`,
    operation: createWebhook,
    status: 201,
    names: FIELD_NAMES,
    answer: async ({ body, ignore, run }) => {
      const settings = body(Settings)
      assertPossible(settings, ignore)
      const event_types = typesOf(settings, [])
      const created = await run(createWebhook, { endpoint_url: settings.url, event_types, format: 'sendgrid' })
      if (settings.enabled !== false) return present(created)
      return present(await run(updateWebhook, { id: created.id, is_active: false }))
    },
  },
  {
    method: 'GET',
    path: `${PATH}/settings/all`,
    operation: listWebhooks,
    answer: async ({ run }) => {
      const readPage = async (page: { limit: number }) => {
        const { webhooks, next_cursor } = await run(listWebhooks, page)
        return { items: webhooks, next: next_cursor }
      }
      const { items } = await itemsAt({ offset: 0, count: MAX_OFFSET_ITEMS }, readPage, 'Use GET /v1/webhooks.')
      return { webhooks: items.filter(({ format }) => format === 'sendgrid').map(present) }
    },
  },
  {
    method: 'GET',
    path: `${PATH}/settings/:id`,
    operation: getWebhook,
    answer: async ({ param, run }) => present(await run(getWebhook, { id: param('id') })),
  },
  {
    method: 'PATCH',
    path: `${PATH}/settings/:id`,
    operation: updateWebhook,
    names: FIELD_NAMES,
    answer: async ({ body, ignore, param, run }) => {
      const changes = body(Changes)
      assertPossible(changes, ignore)
      const id = param('id')
      const areSwitched = NAMES.some((name) => typeof changes[name] === 'boolean')
      const event_types = areSwitched ? typesOf(changes, typesIn(await run(getWebhook, { id }))) : undefined
      const updated = await run(updateWebhook, {
        id,
        ...given('endpoint_url', changes.url),
        ...given('event_types', event_types),
        ...given('is_active', changes.enabled),
      })
      return present(updated)
    },
  },
  {
    method: 'DELETE',
    path: `${PATH}/settings/:id`,
    operation: deleteWebhook,
    answer: async ({ param, run }) => {
      await run(deleteWebhook, { id: param('id') })
      return null
    },
  },
  {
    method: 'GET',
    path: `${PATH}/settings/signed/:id`,
    operation: getWebhook,
    answer: async ({ param, run }) => presentKey(await run(getWebhook, { id: param('id') })),
  },
  {
    method: 'PATCH',
    path: `${PATH}/settings/signed/:id`,
    operation: getWebhook,
    answer: async ({ body, param, run }) => {
      const { enabled } = body(z.strictObject({ enabled: z.boolean() }))
      if (!enabled) throw notSupported('enabled', 'Requests are always signed: nobody has to verify them.')
      return presentKey(await run(getWebhook, { id: param('id') }))
    },
  },
  {
    method: 'POST',
    path: `${PATH}/test`,
    operation: testWebhook,
    status: 204,
    answer: async ({ body, ignore, run }) => {
      const { id, url } = body(Changes.extend({ id: z.string().optional() }))
      if (!id) throw notSupported('url', 'Name the webhook by its id.')
      if (url) ignore('url')
      await run(testWebhook, { id })
      return null
    },
  },
]

function assertPossible(changes: Changes, ignore: CompatCall['ignore']): void {
  for (const name of ['oauth_client_id', 'oauth_client_secret', 'oauth_token_url'] as const) {
    if (changes[name]) throw notSupported(name, 'Verify the signatures of requests.')
  }
  for (const name of OTHERS) if (changes[name]) ignore(name)
  if (changes.friendly_name) ignore('friendly_name')
}

/** The types that are on, of those that were and what is switched. Here no types would mean all. */
function typesOf(changes: Changes, before: readonly WebhookEventType[]): WebhookEventType[] {
  const types = NAMES.flatMap((name) => ((changes[name] ?? before.includes(SWITCHES[name])) ? [SWITCHES[name]] : []))
  if (types.length > 0) return types
  throw fieldError('invalid_request', 'delivered', `must be true, or another of ${NAMES.join(', ')}`)
}

const typesIn = ({ event_types }: Webhook): readonly WebhookEventType[] =>
  event_types.length > 0 ? event_types : Object.values(SWITCHES)

function present(webhook: Webhook) {
  const types = typesIn(webhook)
  return {
    id: webhook.id,
    enabled: webhook.is_active,
    url: webhook.endpoint_url,
    ...Object.fromEntries(NAMES.map((name) => [name, types.includes(SWITCHES[name])])),
    ...Object.fromEntries(OTHERS.map((name) => [name, false])),
    public_key: webhook.verification_key,
    created_date: webhook.created_at,
  }
}

const presentKey = ({ id, verification_key }: Webhook) => ({ id, public_key: verification_key })
