import type { PageRequest } from '../../../contract/fields.js'
import type {
  DestinationType,
  InboundRoute,
  InboundRouteChanges,
  InboundRouteWithSecret,
  NewInboundRoute,
} from '../../../contract/inbound-routes.js'
import type { WebhookFormat } from '../../../contract/webhooks.js'
import { ApiError, fieldError } from '../../../errors.js'
import { idTime } from '../../../ids.js'
import { normalized } from '../../../lib/text/normalized.js'
import type { InboundRouteDoc } from '../../../models/inbound-route.js'
import { modeOf, type Principal, writableBy } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import type { DomainStore } from '../../domains/domain-store.js'
import { assertReceives } from '../../domains/ready-domain.js'
import { ROUTE_SECRET } from '../../platform/encryption/secret-fields.js'
import { manyOf } from '../../platform/many.js'
import { newestFirst, type Page } from '../../platform/pages.js'
import type { Quotas } from '../../platform/quotas.js'
import { pauseStage, resumeStage } from '../../tracking/webhooks/pause-stage.js'
import { newSigningSecret } from '../../tracking/webhooks/signing-secret.js'
import { stopDeliveries } from '../../tracking/webhooks/stop-deliveries.js'
import { vetEndpoint } from '../../tracking/webhooks/vet-endpoint.js'
import { presentRoute, presentWithSecret } from './present-route.js'
import { type RouteDestination, routeDestination } from './route-destination.js'

type RouteDeps = Pick<ServiceDeps, 'clock' | 'http' | 'models' | 'newId' | 'sealer'> & {
  domainStore: DomainStore
  quotas: Pick<Quotas, 'create'>
}

/** Manages the routes that forward received mail. Those of other accounts do not exist. */
export class InboundRouteService {
  readonly #deps: RouteDeps

  readonly #present = (route: InboundRouteDoc) => presentRoute(route, this.#deps.sealer)

  constructor(deps: RouteDeps) {
    this.#deps = deps
  }

  /**
   * Forwards mail that arrives from now on. The secret is not shown again.
   * @throws ApiError `not_found` if the account does not have the domain; `domain_not_ready`; `invalid_request` for a
   *   destination that is missing or not allowed; `too_many_inbound_routes`.
   */
  async create(principal: Principal, input: NewInboundRoute): Promise<InboundRouteWithSecret> {
    const { accountId } = principal
    const domain = await this.#deps.domainStore.find(accountId, input.domain)
    assertReceives(domain)
    assertHasFormat(input.destination_type, input.format)
    assertOfType(input.destination_type, input)
    const destination = await this.#vet(routeDestination(input))
    const id = this.#deps.newId('inboundRoute')
    const secret = newSigningSecret()
    const route: InboundRouteDoc = {
      _id: id,
      account_id: accountId,
      domain: domain.name,
      match_prefix: comparablePrefix(input.match_prefix ?? ''),
      ...destination,
      ...(input.format && { format: input.format }),
      signing_secret: this.#deps.sealer.seal(ROUTE_SECRET, id, secret),
      is_active: true,
      ...modeOf(principal),
      paused_at: null,
      paused_total_ms: 0,
      failing: false,
      created_at: idTime(id),
    }
    const { collection } = this.#deps.models.inboundRoutes
    await this.#deps.quotas.create('inbound_routes', accountId, {
      count: (session) => collection.countDocuments({ account_id: accountId }, session && { session }),
      insert: (session) => collection.insertOne(route, { session }),
    })
    return presentWithSecret(route, this.#deps.sealer, secret)
  }

  /** The routes of an account, newest first. */
  list(accountId: string, page: PageRequest): Promise<Page<InboundRoute>> {
    const query = { collection: this.#deps.models.inboundRoutes.collection, filter: { account_id: accountId } }
    return newestFirst(query, 'inboundRoute', page, this.#present)
  }

  /** Routes by id. Unknown ids are left out. */
  getMany(accountId: string, ids: readonly string[]): Promise<Map<string, InboundRoute>> {
    return manyOf(
      { collection: this.#deps.models.inboundRoutes.collection, filter: { account_id: accountId } },
      ids,
      this.#present,
    )
  }

  /** @throws ApiError `not_found`. */
  async get(accountId: string, id: string): Promise<InboundRoute> {
    return this.#present(await this.#find({ account_id: accountId }, id))
  }

  /**
   * Changes a route, for mail that arrives from now on. While it is inactive, its retries wait.
   * @throws ApiError `not_found`, `invalid_request` for a destination that is missing or not allowed.
   */
  async update(principal: Principal, id: string, changes: Omit<InboundRouteChanges, 'id'>): Promise<InboundRoute> {
    const route = await this.#find(writableBy(principal), id)
    assertHasFormat(changes.destination_type ?? route.destination_type, changes.format)
    const changedTo = changedDestination(route, changes)
    const destination = changedTo && (await this.#vet(changedTo))
    const stage = toStage(changes, destination, this.#deps.clock.now())
    if (Object.keys(stage).length === 0) return this.#present(route)
    const changed = await this.#deps.models.inboundRoutes.collection.findOneAndUpdate(
      { _id: id, ...writableBy(principal) },
      [{ $set: stage }],
      { returnDocument: 'after' },
    )
    if (!changed) throw new ApiError('not_found')
    return this.#present(changed)
  }

  /**
   * Gives a route a new secret. From now on everything is signed with it, including retries.
   * @throws ApiError `not_found`.
   */
  async rotateSecret(principal: Principal, id: string): Promise<InboundRouteWithSecret> {
    const { models, sealer } = this.#deps
    const secret = newSigningSecret()
    const changed = await models.inboundRoutes.collection.findOneAndUpdate(
      { _id: id, ...writableBy(principal) },
      { $set: { signing_secret: sealer.seal(ROUTE_SECRET, id, secret) } },
      { returnDocument: 'after' },
    )
    if (!changed) throw new ApiError('not_found')
    return presentWithSecret(changed, sealer, secret)
  }

  /**
   * Deletes a route. It forwards nothing any more; its retries stop.
   * @throws ApiError `not_found`.
   */
  async delete(principal: Principal, id: string): Promise<void> {
    const { deletedCount } = await this.#deps.models.inboundRoutes.collection.deleteOne({
      _id: id,
      ...writableBy(principal),
    })
    if (deletedCount === 0) throw new ApiError('not_found')
    await stopDeliveries(this.#deps.models, principal.accountId, id)
  }

  async #find(among: { account_id: string }, id: string): Promise<InboundRouteDoc> {
    const found = await this.#deps.models.inboundRoutes.collection.findOne({ _id: id, ...among })
    if (!found) throw new ApiError('not_found')
    return found
  }

  /** The destination as it is stored. */
  async #vet(destination: RouteDestination): Promise<RouteDestination> {
    const { endpoint_url: url } = destination
    return url ? { ...destination, endpoint_url: await vetEndpoint(this.#deps.http, 'forward_url', url) } : destination
  }
}

/**
 * The destination after a change; null if it stays as it is.
 * @throws ApiError `invalid_request` for the destination of the other type, which would not count.
 */
function changedDestination(route: InboundRouteDoc, changes: Omit<InboundRouteChanges, 'id'>): RouteDestination | null {
  const { destination_type = route.destination_type, forward_url, forward_address } = changes
  if (!changes.destination_type && !forward_url && !forward_address) return null
  assertOfType(destination_type, changes)
  return routeDestination({
    destination_type,
    forward_url: forward_url ?? route.endpoint_url,
    forward_address: forward_address ?? route.forward_address ?? undefined,
  })
}

/** @throws ApiError `invalid_request` for the destination of the other type, which would not count. */
function assertOfType(
  type: DestinationType,
  { forward_url, forward_address }: Pick<NewInboundRoute, 'forward_url' | 'forward_address'>,
): void {
  if (type === 'email' && forward_url) throw ofOtherType('forward_url', 'webhook')
  if (type === 'webhook' && forward_address) throw ofOtherType('forward_address', 'email')
}

/** @throws ApiError `invalid_request` for a format of a route that makes no requests. */
function assertHasFormat(type: DestinationType, format: WebhookFormat | undefined): void {
  if (type === 'email' && format) throw ofOtherType('format', 'webhook')
}

const ofOtherType = (field: string, type: DestinationType) =>
  fieldError('invalid_request', field, `is for routes of the type ${type}; to change the type, give destination_type`)

/** A prefix as the local parts of recipients are compared. */
const comparablePrefix = (prefix: string): string => normalized(prefix.toLowerCase(), 'NFC')

/** The changes as an update stage that reads the row, so that a pause is never counted twice. */
function toStage(
  { match_prefix, format, active }: Omit<InboundRouteChanges, 'id'>,
  destination: RouteDestination | null,
  now: Date,
): Record<string, unknown> {
  return {
    // A new endpoint starts with a clean slate.
    ...(destination && {
      destination_type: destination.destination_type,
      endpoint_url: { $literal: destination.endpoint_url },
      forward_address: { $literal: destination.forward_address },
      failing: false,
    }),
    ...(match_prefix !== undefined && { match_prefix: { $literal: comparablePrefix(match_prefix) } }),
    ...(format && { format }),
    ...(active === false && pauseStage(now)),
    ...(active === true && resumeStage(now)),
  }
}
