import {
  createWebhook,
  deleteWebhook,
  getDelivery,
  getWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  redeliverMany,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '../../operations/webhooks.js'
import { builder } from '../builder.js'
import { connectionOf, pageArgs } from '../connections.js'
import type { GraphqlContext } from '../context.js'
import { inputOf, outputOf } from '../contract-types.js'
import { DeliveryStatus, EventType } from '../enums.js'
import { does, looksUp, pages, pagesOf, read, runs } from '../resolve.js'

const deliverySchema = listDeliveries.output.shape.deliveries.element

const attemptSchema = deliverySchema.shape.attempts.element
const WebhookHeader = outputOf(
  'WebhookHeader',
  'A header of a request to an endpoint, or of its response.',
  attemptSchema.shape.request_headers.element,
  { about: { name: 'Its name.', value: 'Its value.' } },
)

const WebhookAttempt = outputOf('WebhookAttempt', 'One request to an endpoint.', attemptSchema, {
  types: { request_headers: [WebhookHeader], response_headers: [WebhookHeader] },
  about: {
    attempted_at: 'When it began.',
    response_status: 'Status of the response; null when there was none.',
    duration_ms: 'How long it took, in milliseconds.',
  },
})

/** An entry of the delivery log. */
export const WebhookDelivery = outputOf(
  'WebhookDelivery',
  'The delivery of one event to one webhook: an entry of the delivery log.',
  deliverySchema,
  {
    node: { kind: 'delivery', operation: getDelivery, service: 'deliveryLog' },
    types: { attempts: [WebhookAttempt] },
    about: {
      subscription_id: 'The webhook.',
      event_id: 'The event, the same in every attempt.',
      event_type: 'Type of the event.',
      status: 'Where it stands.',
      response_status: 'Status of the last response; null when there was none.',
      next_retry_at: 'When the next retry is due; null when none is.',
    },
  },
)
const WebhookDeliveryConnection = connectionOf('WebhookDelivery', WebhookDelivery, 'webhook deliveries')

const about = {
  endpoint_url: 'The public https URL that events are posted to.',
  event_types: 'The event types that are posted to it. Empty means all.',
  format: 'How requests are written: as ours by default, or as those of another mail API.',
  is_active: 'False while the subscription is paused. Deliveries wait until it is resumed.',
}

const Webhook = outputOf('Webhook', 'A subscription that posts events to your endpoint.', getWebhook.output, {
  node: { kind: 'webhook', operation: getWebhook, service: 'webhooks' },
  about,
  more: (t) => ({
    deliveries: t.field({
      type: WebhookDeliveryConnection,
      args: {
        status: t.arg({ type: DeliveryStatus, description: 'Only deliveries with this status.' }),
        eventType: t.arg({ type: EventType, description: 'Only deliveries of events of this type.' }),
        from: t.arg({ type: 'DateTime', description: 'Created at this time or later.' }),
        to: t.arg({ type: 'DateTime', description: 'Created at this time or earlier.' }),
        ...pageArgs(t, listDeliveries),
      },
      description: 'Its delivery log, newest first.',
      ...pagesOf(listDeliveries, ({ loaders }, page) => loaders.all.deliveriesOfWebhook.load(page)),
    }),
  }),
})
const WebhookConnection = connectionOf('Webhook', Webhook, 'webhooks')

const WebhookWithSecret = outputOf('WebhookWithSecret', 'A webhook with its signing secret.', createWebhook.output, {
  about,
  more: (t) => ({
    webhook: t.field({
      type: Webhook,
      description: 'The webhook as it is now, as lists have it.',
      resolve: ({ id }: { id: string }, _args: unknown, context: GraphqlContext) => read(getWebhook, { id }, context),
    }),
  }),
})

const CreateWebhookInput = inputOf('CreateWebhookInput', 'A new webhook.', createWebhook.input, { about })
const UpdateWebhookInput = inputOf('UpdateWebhookInput', 'Changes of a webhook.', updateWebhook.input, {
  omit: ['id'],
  about,
})

const Redelivered = outputOf('Redelivered', 'Deliveries to repeat.', redeliverMany.output, {
  types: { deliveries: [WebhookDelivery] },
})

builder.queryFields((t) => ({
  webhook: t.field({
    type: Webhook,
    args: { id: t.arg({ type: 'ID', required: true, description: 'The webhook.' }) },
    ...looksUp(getWebhook),
  }),
  webhooks: t.field({ type: WebhookConnection, args: pageArgs(t, listWebhooks), ...pages(listWebhooks, 'webhooks') }),
  webhookDelivery: t.field({
    type: WebhookDelivery,
    args: {
      webhookId: t.arg({ type: 'ID', required: true, description: 'The webhook.' }),
      deliveryId: t.arg({ type: 'ID', required: true, description: 'The entry of its delivery log.' }),
    },
    ...looksUp(getDelivery, { webhookId: 'id' }),
  }),
}))

builder.mutationFields((t) => {
  const id = t.arg({ type: 'ID', required: true, description: 'The webhook.' })
  return {
    createWebhook: t.field({
      type: WebhookWithSecret,
      args: { input: t.arg({ type: CreateWebhookInput, required: true, description: 'The new webhook.' }) },
      ...runs(createWebhook),
    }),
    updateWebhook: t.field({
      type: Webhook,
      args: {
        id,
        input: t.arg({ type: UpdateWebhookInput, required: true, description: 'The fields to change.' }),
      },
      ...runs(updateWebhook),
    }),
    deleteWebhook: t.field({ type: 'Boolean', args: { id }, ...does(deleteWebhook) }),
    rotateWebhookSecret: t.field({ type: WebhookWithSecret, args: { id }, ...runs(rotateWebhookSecret) }),
    testWebhook: t.field({
      type: WebhookDelivery,
      args: { id, eventType: t.arg({ type: EventType, description: 'Type of the event; defaults to DELIVERED.' }) },
      ...runs(testWebhook),
    }),
    redeliver: t.field({
      type: WebhookDelivery,
      args: {
        webhookId: id,
        deliveryId: t.arg({ type: 'ID', required: true, description: 'The entry of its delivery log.' }),
      },
      ...runs(redeliver, { webhookId: 'id' }),
    }),
    redeliverMany: t.field({
      type: Redelivered,
      args: {
        webhookId: id,
        deliveryIds: t.arg({
          type: ['ID'],
          required: true,
          description: 'The entries of its delivery log, 1 to 100. Those that are not there are left out.',
        }),
      },
      ...runs(redeliverMany, { webhookId: 'id' }),
    }),
  }
})
