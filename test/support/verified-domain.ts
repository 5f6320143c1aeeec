import type { DkimKeyDoc } from '../../src/models/domain.js'
import type { MongooseModels } from './mongoose-models.js'

let seats = 50

/** Gives an account a verified domain without DNS: its mail can go anywhere, signed with the key. */
export async function verifiedDomain(
  { app, accountId }: { app: { models: MongooseModels }; accountId: string },
  name: string,
  dkim: DkimKeyDoc | null = null,
): Promise<void> {
  seats += 1
  await app.models.domains.create({
    _id: `dom_${String(seats).padStart(26, '0')}`,
    account_id: accountId,
    name,
    verified_name: name,
    mail_from_domain: `send.${name}`,
    slot: seats,
    dkim_status: 'verified',
    spf_status: 'verified',
    dmarc_status: 'verified',
    txt_status: 'verified',
    fully_verified: true,
    dkim,
    created_at: new Date(),
  })
  await app.models.accounts.updateOne({ _id: accountId }, { $inc: { revision: 1 } })
}
