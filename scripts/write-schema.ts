// Writes schema.graphql, the schema of the GraphQL door as text. A test keeps it current.
import { writeFileSync } from 'node:fs'
import { printedSchema } from '../src/graphql/schema.js'

writeFileSync('schema.graphql', printedSchema())
