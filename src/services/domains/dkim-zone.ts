import { formatZone, type ZoneRecord } from '../../lib/network/zone-file.js'
import { capabilitiesOf } from '../../providers/capabilities.js'
import { keyNames } from '../../providers/identities/own-identities.js'
import type { OperatorDeps } from '../deps.js'
import { type DkimKeys, dkimTxt } from './dkim-keys.js'

/** What the operator publishes: the public keys of all domains. */
export interface DkimZoneView {
  zone: string
  records: ZoneRecord[]
}

type ZoneDeps = Pick<OperatorDeps, 'models' | 'config'> & { dkimKeys: Pick<DkimKeys, 'ensure'> }

/** The operator's side of customers' DKIM records: the targets of their CNAME records. */
export class DkimZone {
  readonly #deps: ZoneDeps

  constructor(deps: ZoneDeps) {
    this.#deps = deps
  }

  /**
   * The records of the zone, oldest domain first. A domain without a key gets one. The three names of a domain have the key
   * that signs its mail, except for that of the next key and that of the one before.
   */
  async records(): Promise<DkimZoneView> {
    const { config, models, dkimKeys } = this.#deps
    const { dkimZone: zone } = config
    if (capabilitiesOf(config).signsMail) return { zone, records: [] }
    const records: ZoneRecord[] = []
    const projection = { 'dkim.public_key': 1, dkim_previous: 1, 'dkim_next.selector': 1, 'dkim_next.public_key': 1 }
    const rows = models.domains.collection.find({ deleting_at: null }, { projection, sort: { _id: 1 } })
    for await (const domain of rows) {
      const key = domain.dkim?.public_key ?? (await dkimKeys.ensure(domain._id))
      // The domain was deleted in the meantime.
      if (!key) continue
      const others = [domain.dkim_next, domain.dkim_previous]
      for (const { selector, name } of keyNames(domain._id, zone)) {
        const other = others.find((each) => each?.selector === selector)
        records.push({ type: 'TXT', name, value: dkimTxt(other?.public_key ?? key) })
      }
    }
    return { zone, records }
  }
}

/** The zone as lines of a zone file. */
export function formatDkimZone({ zone, records }: DkimZoneView): string {
  const comment =
    records.length > 0
      ? [`DKIM keys of all sending domains, for the zone ${zone}`]
      : [`Nothing to publish in ${zone}: this deployment signs for no domain.`]
  return formatZone(records, comment)
}
