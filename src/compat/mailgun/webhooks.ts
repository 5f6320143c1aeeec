import { z } from 'zod'
import type { Webhook, WebhookEventType } from '../../contract/webhooks.js'
import { ApiError, fieldError } from '../../errors.js'
import { createWebhook, deleteWebhook, listWebhooks, updateWebhook } from '../../operations/webhooks.js'
import type { CompatCall, CompatRoute } from '../common/api.js'
import { itemsAt, MAX_OFFSET_ITEMS } from '../common/offset-pages.js'
import { fieldsOf } from './form-fields.js'

/** Mailgun's names for our types of events. */
const TYPES = {
  accepted: ['sent'],
  delivered: ['delivered'],
  temporary_fail: ['delivery_delayed'],
  permanent_fail: ['bounced', 'failed'],
  complained: ['complained'],
  opened: ['opened'],
  clicked: ['clicked'],
} as const satisfies Record<string, readonly WebhookEventType[]>
type Name = keyof typeof TYPES
const NAMES = Object.keys(TYPES) as Name[]

/** Most URLs of an event, as at Mailgun. */
const MAX_URLS = 3

const url = z.union(
  [z.string(), z.array(z.string()).min(1).max(MAX_URLS, `must be at most ${MAX_URLS}`)],
  'is required',
)
const NewHook = z.strictObject({ id: z.string('is required'), url })
const Changes = z.strictObject({ url })
const URL_NAME = [['endpoint_url', 'url']] as const

const PATH = '/v3/domains/:domain/webhooks'

/**
 * Webhooks by the name of an event. Here an endpoint has one subscription, with one signing key, for all events that it
 * gets, of all domains.
 */
export const webhooks: readonly CompatRoute[] = [
  {
    method: 'GET',
    path: PATH,
    operation: listWebhooks,
    answer: async (call) => {
      const found = await hooksOf(call)
      const all = NAMES.map((name) => [name, presentUrls(urlsOf(found, name))] as const)
      return { webhooks: Object.fromEntries(all.filter(([, { urls }]) => urls.length > 0)) }
    },
  },
  {
    method: 'GET',
    path: `${PATH}/:id`,
    operation: listWebhooks,
    answer: async (call) => {
      const urls = urlsOf(await hooksOf(call), nameOf(call))
      assertSome(urls)
      return { webhook: presentUrls(urls) }
    },
  },
  {
    method: 'POST',
    path: PATH,
    operation: createWebhook,
    isForm: true,
    names: URL_NAME,
    answer: async (call) => {
      const { id, url: wanted } = call.read(NewHook, fieldsOf(await call.form()))
      const name = assertName(id)
      return oneByOne(call, async (found) => {
        const before = urlsOf(found, name)
        const urls = [...new Set([...before, ...[wanted].flat()])]
        assertFew(urls)
        const keys = await addUrls(call.run, { found, name, urls })
        return { message: 'Webhook has been created', webhook: { ...presentUrls(urls), signing_keys: keys } }
      })
    },
  },
  {
    method: 'PUT',
    path: `${PATH}/:id`,
    operation: updateWebhook,
    isForm: true,
    names: URL_NAME,
    answer: async (call) => {
      const name = nameOf(call)
      const urls = [...new Set([call.read(Changes, fieldsOf(await call.form())).url].flat())]
      return oneByOne(call, async (found) => {
        assertSome(urlsOf(found, name))
        // Those that stay or come first: events in between are not lost.
        const keys = await addUrls(call.run, { found, name, urls })
        await removeUrls(call.run, { found, name, isRemoved: (each) => !urls.includes(each) })
        return { message: 'Webhook has been updated', webhook: { ...presentUrls(urls), signing_keys: keys } }
      })
    },
  },
  {
    method: 'DELETE',
    path: `${PATH}/:id`,
    operation: deleteWebhook,
    isForm: true,
    answer: async (call) => {
      const name = nameOf(call)
      return oneByOne(call, async (found) => {
        const before = urlsOf(found, name)
        assertSome(before)
        await removeUrls(call.run, { found, name, isRemoved: () => true })
        return { message: 'Webhook has been deleted', webhook: presentUrls(before) }
      })
    },
  },
]

type Run = CompatCall['run']
type Change = { found: readonly Webhook[]; name: Name }

/** Changes webhooks of an account one after another: each change reads them first. */
const oneByOne = <T>(call: CompatCall, change: (found: Webhook[]) => Promise<T>): Promise<T> =>
  call.changeWebhooks(async () => change(await hooksOf(call)))

/** The webhooks in the format of Mailgun that get events of mail with keys like this one. */
async function hooksOf({ run, request }: CompatCall): Promise<Webhook[]> {
  const readPage = async (page: { limit: number }) => {
    const { webhooks: items, next_cursor } = await run(listWebhooks, page)
    return { items, next: next_cursor }
  }
  const { items } = await itemsAt({ offset: 0, count: MAX_OFFSET_ITEMS }, readPage, 'Use GET /v1/webhooks.')
  const isTest = request.caller?.testMode ?? false
  return items.filter(({ format, test_mode }) => format === 'mailgun' && test_mode === isTest)
}

/**
 * Adds the event to the subscriptions of endpoints, and resumes paused ones. If one is refused, those before it are as they
 * were.
 * @returns the signing keys of the new ones, by URL.
 */
async function addUrls(run: Run, { found, name, urls }: Change & { urls: readonly string[] }) {
  const keys: Record<string, string> = {}
  const undo: (() => Promise<unknown>)[] = []
  try {
    for (const endpoint_url of urls) {
      const hook = found.find((each) => each.endpoint_url === endpoint_url)
      if (!hook) {
        const created = await run(createWebhook, { endpoint_url, event_types: [...TYPES[name]], format: 'mailgun' })
        undo.unshift(() => run(deleteWebhook, { id: created.id }))
        keys[endpoint_url] = created.signing_secret
      } else if (!isOn(hook, name)) {
        const { id, event_types, is_active } = hook
        // Here no types mean all of them.
        const types = event_types.length > 0 ? [...new Set([...event_types, ...TYPES[name]])] : []
        await run(updateWebhook, { id, event_types: types, is_active: true })
        undo.unshift(() => run(updateWebhook, { id, event_types, is_active }))
      }
    }
    return keys
  } catch (error) {
    for (const step of undo) await step()
    throw error
  }
}

/** Takes the event out of subscriptions. Those without another one are deleted. */
async function removeUrls(run: Run, { found, name, isRemoved }: Change & { isRemoved: (url: string) => boolean }) {
  const own: readonly WebhookEventType[] = TYPES[name]
  for (const hook of found) {
    const event_types = typesOf(hook).filter((type) => !own.includes(type))
    const isWithout = event_types.length === typesOf(hook).length
    if (isWithout || !isRemoved(hook.endpoint_url)) continue
    await (event_types.length > 0
      ? run(updateWebhook, { id: hook.id, event_types })
      : run(deleteWebhook, { id: hook.id }))
  }
}

/** Here no types mean all of them. */
const typesOf = ({ event_types }: Webhook): readonly WebhookEventType[] =>
  event_types.length > 0 ? event_types : NAMES.flatMap((name) => [...TYPES[name]])

/** Whether an endpoint gets an event, with all types that it has here. */
const isOn = (hook: Webhook, name: Name) => hook.is_active && TYPES[name].every((type) => typesOf(hook).includes(type))

const urlsOf = (hooks: readonly Webhook[], name: Name) => [
  ...new Set(hooks.filter((hook) => isOn(hook, name)).map(({ endpoint_url }) => endpoint_url)),
]

const presentUrls = (urls: readonly string[]) => ({ url: urls[0], urls })

const nameOf = ({ param }: CompatCall) => assertName(param('id'))

function assertName(id: string): Name {
  const name = NAMES.find((each) => each === id)
  if (name) return name
  throw fieldError('invalid_request', 'id', `must be one of ${NAMES.join(', ')}`)
}

function assertSome(urls: readonly string[]): void {
  if (urls.length === 0) throw new ApiError('not_found', 'The event has no webhook.')
}

function assertFew(urls: readonly string[]): void {
  if (urls.length > MAX_URLS) throw fieldError('invalid_request', 'url', `must be at most ${MAX_URLS} for an event`)
}
