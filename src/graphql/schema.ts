import './scalars.js'
import './resources/enums.js'
import './resources/account.js'
import './resources/api-keys.js'
import './resources/domains.js'
import './resources/domain-logos.js'
import './resources/messages.js'
import './resources/outbox.js'
import './resources/spend.js'
import './resources/suppressions.js'
import './resources/templates.js'
import './resources/audit-log.js'
import './resources/webhooks.js'
import './resources/test-recipients.js'
import './resources/validation.js'
import './resources/events.js'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { builder } from './builder.js'

/** The schema of the GraphQL door. A resource adds itself by being imported here. */
export const schema = builder.toSchema()

/** The schema as text, the same for the same schema: what `schema.graphql` holds. */
export const printedSchema = (): string => `${printSchema(lexicographicSortSchema(schema))}\n`
