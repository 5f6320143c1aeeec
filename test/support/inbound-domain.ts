import type { MongooseModels } from './mongoose-models.js'
import { verifiedDomain } from './verified-domain.js'

/** Gives an account a verified domain, without DNS, that receives mail. */
export async function inboundDomain(
  { models, accountId }: { models: MongooseModels; accountId: string },
  name: string,
): Promise<void> {
  await verifiedDomain({ app: { models }, accountId }, name)
  await models.domains.updateOne({ name }, { $set: { inbound_enabled: true } })
}
