import './scalars.js'
import './enums.js'
import './resources/index.js'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { builder } from './builder.js'
import { countAnswers } from './counted-fields.js'
import { nameFieldsInDescriptions } from './descriptions.js'

/** The schema of the GraphQL door. A resource adds itself by being imported. */
export const schema = nameFieldsInDescriptions(countAnswers(builder.toSchema()))

/** The schema as text, the same for the same schema: what `schema.graphql` holds. */
export const printedSchema = (): string => `${printSchema(lexicographicSortSchema(schema))}\n`
