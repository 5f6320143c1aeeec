import { formatZone, type ZoneRecord } from '../../lib/zone-file.js'
import type { DomainDoc } from '../../models/domain.js'
import { keyNames } from '../../providers/identities/own-identities.js'
import type { OperatorDeps } from '../deps.js'
import { type DkimKeys, dkimTxt } from './dkim-keys.js'

/** What the operator publishes: the public keys of all domains. */
export interface DkimZoneView {
  zone: string
  records: ZoneRecord[]
}

type ZoneDeps = Pick<OperatorDeps, 'models' | 'config'> & { dkimKeys: Pick<DkimKeys, 'ensure'> }

/** The operator's side of the DKIM records of customers: the names that their CNAME records lead to. */
export class DkimZone {
  readonly #deps: ZoneDeps

  constructor(deps: ZoneDeps) {
    this.#deps = deps
  }

  /**
   * The records of the zone, oldest domain first; a domain that has no key yet gets it. All names of a domain hold the
   * same key: mail is signed with the first, and a later key can take another without its customer's doing.
   */
  async records(): Promise<DkimZoneView> {
    const { models, dkimKeys } = this.#deps
    const { dkimZone: zone, mailProvider } = this.#deps.config
    if (mailProvider === 'ses') return { zone, records: [] }
    const records: ZoneRecord[] = []
    const rows = models.domains
      .find({ deleting_at: null }, { 'dkim.selector': 1, 'dkim.public_key': 1 })
      .sort({ _id: 1 })
      .lean<Pick<DomainDoc, '_id' | 'dkim'>>()
    for await (const domain of rows.cursor()) {
      const key = domain.dkim?.public_key ?? (await dkimKeys.ensure(domain._id))
      // A domain that was deleted meanwhile has none.
      if (!key) continue
      for (const name of keyNames(domain._id, zone)) records.push({ type: 'TXT', name, value: dkimTxt(key) })
    }
    return { zone, records }
  }
}

/** The zone as lines that a name server loads as they are. */
export function formatDkimZone({ zone, records }: DkimZoneView): string {
  const comment =
    records.length > 0
      ? [`DKIM keys of all sending domains, for the zone ${zone}`]
      : [`Nothing to publish in ${zone}: no sending domain is signed for here.`]
  return formatZone(records, comment)
}
