import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { outputIntrospectionFile } from '@gql.tada/internal'
import {
  buildSchema,
  type DocumentNode,
  type GraphQLSchema,
  introspectionFromSchema,
  isEnumType,
  validate,
} from 'graphql'
import { printedSchema } from '../../src/graphql/schema.js'

const ROOT = 'console/src'
const FOLDER = `${ROOT}/graphql`
const NOTE = '// Written by `npm run generate` from the schema. Do not edit.\n'

/**
 * What the console knows of the schema: its types, for operations, and the values of its enums.
 * Fails if an operation does not fit the schema: the compiler only sees the types of its result.
 */
export async function consoleSchema(): Promise<Record<string, string>> {
  const schema = buildSchema(printedSchema())
  await checkOperations(schema)
  return {
    [`${FOLDER}/introspection.ts`]: outputIntrospectionFile(introspectionFromSchema(schema, { descriptions: false }), {
      fileType: '.d.ts',
      shouldPreprocess: true,
      preamble: NOTE,
    }),
    [`${FOLDER}/enums.ts`]: NOTE + enumsOf(schema),
  }
}

async function checkOperations(schema: GraphQLSchema): Promise<void> {
  const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('-operations.ts'),
  )
  for (const file of files) {
    const operations: Record<string, DocumentNode> = await import(resolve(ROOT, file))
    for (const [name, operation] of Object.entries(operations)) {
      const [error] = validate(schema, operation)
      if (error) throw new Error(`${name} in ${join(ROOT, file)}: ${error.message}`)
    }
  }
}

/** The values of every enum of the schema. */
function enumsOf(schema: GraphQLSchema): string {
  return Object.values(schema.getTypeMap())
    .filter((type) => isEnumType(type))
    .filter(({ name }) => !name.startsWith('__'))
    .map((type) => {
      const values = type.getValues().map(({ name }) => `'${name}'`)
      return `\n/** ${type.description} */\nexport type ${type.name} =\n  | ${values.join('\n  | ')}\n`
    })
    .join('')
}
