import { z } from 'zod'
import type { InboundRoute } from '../../contract/inbound-routes.js'
import { fieldError } from '../../errors.js'
import {
  createInboundRoute,
  deleteInboundRoute,
  getInboundRoute,
  listInboundRoutes,
  updateInboundRoute,
} from '../../operations/inbound-routes.js'
import type { CompatCall, CompatRoute } from '../common/api.js'
import { notSupported } from '../common/not-supported.js'
import { itemsAt, totalOf } from '../common/offset-pages.js'
import { fieldsOf } from './form-fields.js'
import { PLACE, placeOf } from './offsets.js'

const text = () => z.string().optional()
const several = () => z.union([z.string(), z.array(z.string())])
const Changes = z.strictObject({
  priority: text(),
  description: text(),
  expression: text(),
  action: several().optional(),
})
const NewRoute = Changes.extend({ expression: z.string('is required'), action: several() })

const NAMES = [
  ['match_prefix', 'expression'],
  ['domain', 'expression'],
  ['forward_url', 'action'],
  ['forward_address', 'action'],
] as const

/** Routes of received mail: they forward what comes to addresses that begin alike. */
export const routes: readonly CompatRoute[] = [
  {
    method: 'GET',
    path: '/v3/routes',
    operation: listInboundRoutes,
    answer: async ({ query, run }) => {
      const place = placeOf(query(PLACE))
      const readPage = async (page: { limit: number }) => {
        const { routes: items, next_cursor } = await run(listInboundRoutes, page)
        return { items, next: next_cursor }
      }
      const { items, hasMore } = await itemsAt(place, readPage, 'Use GET /v1/inbound/routes with a cursor.')
      return { total_count: totalOf(place.offset, items.length, hasMore), items: items.map(present) }
    },
  },
  {
    method: 'GET',
    path: '/v3/routes/:id',
    operation: getInboundRoute,
    answer: async ({ param, run }) => ({ route: present(await run(getInboundRoute, { id: param('id') })) }),
  },
  {
    method: 'POST',
    path: '/v3/routes',
    operation: createInboundRoute,
    isForm: true,
    names: NAMES,
    answer: async ({ form, read, ignore, run }) => {
      const { expression, action, ...others } = read(NewRoute, fieldsOf(await form()))
      ignoreGiven(others, ignore)
      const input = { ...matchOf(expression), ...destinationOf(action, ignore) }
      const created = await run(createInboundRoute, input)
      return {
        message: 'Route has been created',
        route: { ...present(created), signing_key: created.signing_secret },
      }
    },
  },
  {
    method: 'PUT',
    path: '/v3/routes/:id',
    operation: updateInboundRoute,
    isForm: true,
    names: NAMES,
    answer: async ({ param, form, read, ignore, run }) => {
      const { expression, action, ...others } = read(Changes, fieldsOf(await form()))
      ignoreGiven(others, ignore)
      const id = param('id')
      const { domain, ...match } = expression === undefined ? { domain: undefined } : matchOf(expression)
      if (domain !== undefined && domain !== (await run(getInboundRoute, { id })).domain) {
        throw notSupported('expression', 'A route stays with its domain: make another one.')
      }
      const destination = action === undefined ? {} : destinationOf(action, ignore)
      const updated = await run(updateInboundRoute, { id, ...match, ...destination })
      return { message: 'Route has been updated', ...present(updated) }
    },
  },
  {
    method: 'DELETE',
    path: '/v3/routes/:id',
    operation: deleteInboundRoute,
    isForm: true,
    answer: async ({ param, run }) => {
      const id = param('id')
      await run(deleteInboundRoute, { id })
      return { message: 'Route has been deleted', id }
    },
  },
]

function ignoreGiven(values: object, ignore: CompatCall['ignore']): void {
  for (const [name, value] of Object.entries(values)) if (value !== undefined) ignore(name)
}

const MATCH = /^\s*match_recipient\(\s*(["'])([^"']{1,300})\1\s*\)\s*$/
/** A pattern for all addresses of a domain that begin in one way: `support.*@example.com`. */
const PATTERN = /^\^?((?:[\w-]|\\[.+-])*)(?:\.\*|\(\.\*\))@((?:[\w-]+\\?\.)+[\w-]+)\$?$/

/** Which mail it is about. @throws ApiError 501 for other patterns than ours. */
function matchOf(expression: string): { domain: string; match_prefix: string } {
  const pattern = MATCH.exec(expression)?.[2]
  const [, prefix, domain] = PATTERN.exec(pattern ?? '') ?? []
  if (prefix !== undefined && domain !== undefined) {
    return { domain: domain.replaceAll('\\', '').toLowerCase(), match_prefix: prefix.replaceAll('\\', '') }
  }
  throw notSupported(
    'expression',
    'Routes match by how an address begins: match_recipient("support.*@example.com"), or match_recipient(".*@example.com") for all mail of a domain.',
  )
}

const FORWARD = /^\s*forward\(\s*(["'])([^"']+)\1\s*\)\s*$/

/** Where it is forwarded. @throws ApiError 501 for several destinations, and other actions. */
function destinationOf(action: string | string[], ignore: CompatCall['ignore']) {
  const targets: string[] = []
  for (const each of [action].flat()) {
    const target = FORWARD.exec(each)?.[2]
    if (target !== undefined) targets.push(target)
    // Mail is stored in any case, and all routes that match forward it.
    else if (/^\s*(stop|store)\(\s*\)\s*$/.test(each)) ignore('action')
    else throw notSupported('action', 'Actions are forward("https://…") and forward("ada@example.com").')
  }
  const [target, ...others] = targets
  if (target === undefined) throw fieldError('invalid_request', 'action', 'must have a forward()')
  if (others.length > 0) throw notSupported('action', 'Make a route for each destination: all that match forward mail.')
  return /^https?:/i.test(target)
    ? { destination_type: 'webhook', forward_url: target, format: 'mailgun' }
    : { destination_type: 'email', forward_address: target }
}

function present(route: InboundRoute) {
  const prefix = route.match_prefix.replaceAll(/[.+-]/g, '\\$&')
  return {
    id: route.id,
    priority: 0,
    description: '',
    expression: `match_recipient("${prefix}.*@${route.domain}")`,
    actions: [`forward("${route.forward_url ?? route.forward_address}")`],
    created_at: new Date(route.created_at).toUTCString(),
  }
}
