import type { CallbackProvider } from '../../../contract/callbacks.js'
import { ApiError } from '../../../errors.js'
import type { ServiceDeps } from '../../deps.js'
import type { CallbackSignature, RawCallback } from './callback-signature.js'
import type { CallbackStore } from './callback-store.js'

type CallbackDeps = Pick<ServiceDeps, 'callbackSources' | 'clock' | 'log' | 'metrics'> & {
  callbackSignature: CallbackSignature
  callbackStore: CallbackStore
}

/**
 * Receives provider callbacks. Nothing is trusted before its signature is checked, and nothing is acknowledged before it
 * is stored. The ingest worker interprets callbacks later.
 */
export class CallbackService {
  readonly #deps: CallbackDeps

  constructor(deps: CallbackDeps) {
    this.#deps = deps
  }

  /**
   * Receives a callback that the provider has signed, or that is signed with this deployment's secret. Resolves when the
   * callback is durable, now or from an earlier attempt.
   * @throws ApiError `invalid_signature` if it is not genuine; `invalid_request` if it is genuine but not a
   *   notification; `overloaded` or `provider_unavailable` if it has to be sent again.
   */
  async receive(provider: CallbackProvider, callback: RawCallback): Promise<void> {
    const { callbackSignature, callbackSources, callbackStore, clock, log, metrics } = this.#deps
    const isSigned = callbackSignature.isGiven(callback)
    if (isSigned && !(await callbackSignature.isValid(callback, clock.now()))) {
      throw new ApiError('invalid_signature')
    }
    const source = callbackSources[provider]
    const genuine = await source.open(callback.rawBody, { isSigned })
    if (!genuine) return
    const { type } = genuine.notification
    const isNew = await callbackStore.store(genuine)
    metrics.callbackReceived(genuine.source, source.isKnown(type) ? type : 'other', isNew ? 'new' : 'repeat')
    if (!source.isKnown(type)) {
      log.warn({ type, source: genuine.source }, 'a notification of an unknown type; it is stored')
    }
  }
}
