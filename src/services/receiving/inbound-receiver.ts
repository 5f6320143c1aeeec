import { groupBy } from '../../lib/collections/group-by.js'
import { sha256InSlices } from '../../lib/concurrency/hash-in-slices.js'
import { domainOf, isSafeText, normalizeAddress } from '../../lib/mail/addresses.js'
import type { ServiceDeps } from '../deps.js'
import type { BlobStore } from '../platform/blobs/blob-store.js'
import { orOverloaded } from '../platform/overload.js'
import { rawKey } from './blob-keys.js'
import { InboundDomains } from './inbound-domains.js'
import { InboundStore } from './inbound-store.js'
import { InboxLookUp } from './inbox-look-up.js'
import type { Receipt, ReceivedMail } from './received-mail.js'

type ReceiverDeps = Pick<ServiceDeps, 'models' | 'conveyor' | 'newId' | 'metrics'> & {
  blobStore: Pick<BlobStore, 'put'>
}

/** No address is longer (RFC 5321, 4.5.3.1). */
const MAX_ADDRESS_CHARS = 320
const MAX_SENDER_CHARS = 998

/** A recipient whose mail is received here. */
interface Target {
  accountId: string
  domain: string
  /** Normalized. */
  recipient: string
}

/**
 * Receives mail, however it comes in. Nothing in it is read before its exact bytes are in the ledger, and nothing is
 * acknowledged before: an inbound worker parses it later.
 */
export class InboundReceiver {
  readonly #deps: ReceiverDeps
  readonly #domains: InboundDomains
  readonly #inboxes: InboxLookUp
  readonly #store: InboundStore

  constructor(deps: ReceiverDeps) {
    this.#deps = deps
    this.#domains = new InboundDomains(deps)
    this.#inboxes = new InboxLookUp(deps)
    this.#store = new InboundStore(deps)
  }

  /**
   * Those of the recipients, bare addresses, whose mail is received here: their domain is verified and has inbound on.
   * @throws ApiError `overloaded` if the ledger does not answer.
   */
  async accepts(recipients: readonly string[]): Promise<Set<string>> {
    const targets = await this.#targetsOf(recipients)
    return new Set(recipients.filter((recipient) => targets.has(normalizeAddress(recipient))))
  }

  /**
   * Receives a mail at each of its recipients once: the same bytes again give the same ids. Resolves when everything is
   * durable.
   * @throws ApiError `overloaded` if the ledger does not answer or too much waits for it; then the mail has to be sent
   *   again.
   */
  async receive(mail: ReceivedMail): Promise<Receipt> {
    const targets = await this.#targetsOf(mail.recipients)
    const ignored = mail.recipients.filter((recipient) => !targets.has(normalizeAddress(recipient)))
    if (targets.size === 0) return { accepted: [], ignored }
    const digest = await sha256InSlices(mail.raw)
    const byAccount = groupBy([...targets.values()], ({ accountId }) => accountId)
    const received = [...byAccount].map(([accountId, own]) => this.#receiveFor(accountId, own, mail, digest))
    return { accepted: (await orOverloaded(Promise.all(received))).flat(), ignored }
  }

  /**
   * The bytes first: a row without them could not be parsed. Somebody may be removing another mail that has the same ones, and
   * not have seen the new rows. So what was there before is stored once more after them.
   */
  async #receiveFor(accountId: string, targets: Target[], mail: ReceivedMail, digest: string) {
    const store = () => this.#deps.blobStore.put(accountId, rawKey(digest), mail.raw)
    const [inboxIds, isNew] = await Promise.all([
      Promise.all(targets.map(({ recipient }) => this.#inboxes.find(accountId, recipient))),
      store(),
    ])
    const received = await Promise.all(
      targets.map((target, index) => this.#receiveAt(target, inboxIds[index]!, mail, digest)),
    )
    if (!isNew) await store()
    return received
  }

  async #receiveAt(
    { accountId, domain, recipient }: Target,
    inboxId: string | null,
    mail: ReceivedMail,
    digest: string,
  ) {
    const { id, isNew } = await this.#store.store({
      account_id: accountId,
      domain,
      recipient,
      inbox_id: inboxId,
      raw_digest: digest,
      size_bytes: mail.raw.length,
      envelope_from: mail.sender.slice(0, MAX_SENDER_CHARS),
      client: mail.client,
      given_verdicts: mail.givenVerdicts,
    })
    this.#deps.metrics.mailReceived(isNew ? 'new' : 'repeat')
    return { id, recipient }
  }

  /** The recipients whose mail is received here, by normalized address. */
  async #targetsOf(recipients: readonly string[]): Promise<Map<string, Target>> {
    const addresses = [...new Set(recipients.map(normalizeAddress))].filter(canBeHere)
    const domains = await orOverloaded(this.#domains.find(addresses.map(domainOf)))
    return new Map(
      addresses.flatMap((recipient) => {
        const domain = domains.get(domainOf(recipient))
        return domain ? [[recipient, { accountId: domain.account_id, domain: domain.name, recipient }]] : []
      }),
    )
  }
}

const canBeHere = (address: string) =>
  address.indexOf('@') > 0 && address.length <= MAX_ADDRESS_CHARS && isSafeText(address)
