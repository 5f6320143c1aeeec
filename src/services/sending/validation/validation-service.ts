import type { AddressValidation } from '../../../contract/validation.js'
import { ApiError } from '../../../errors.js'
import { parseAddress } from '../../../lib/mail/addresses.js'
import type { ServiceDeps } from '../../deps.js'

/** Checks whether an address can receive mail, without sending any. */
export class ValidationService {
  readonly #deps: Pick<ServiceDeps, 'config' | 'deliverability'>

  constructor(deps: Pick<ServiceDeps, 'config' | 'deliverability'>) {
    this.#deps = deps
  }

  /**
   * Checks the syntax, and whether the domain accepts mail: it has an MX that is not the null MX (RFC 7505) or, without
   * any MX, an A or AAAA record.
   * @throws ApiError `validation_not_configured` if validation is disabled or DNS does not answer.
   */
  async validate(accountId: string, email: string): Promise<AddressValidation> {
    const { config, deliverability } = this.#deps
    if (!config.validationEnabled) throw new ApiError('validation_not_configured')
    const address = parseAddress(email)
    if (!address) return { email, valid: false, reason: 'invalid_syntax' }
    switch (await deliverability.forRequest(accountId).check(address.domain)) {
      case 'deliverable':
        return { email, valid: true, reason: 'ok' }
      case 'undeliverable':
        return { email, valid: false, reason: 'undeliverable_domain' }
      case 'unknown':
        throw new ApiError('validation_not_configured', `DNS does not answer for ${address.domain}. Try again later.`)
    }
  }
}
