import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { codegen } from '@graphql-codegen/core'
import * as operationTypes from '@graphql-codegen/typescript-operations'
import {
  buildSchema,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  isEnumType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  visit,
} from 'graphql'
import { printedSchema } from '../../src/graphql/schema.js'

const FOLDER = 'console/src'
const ENUMS = `${FOLDER}/graphql/enums.ts`
const NOTE = '// Written by `npm run generate` from the schema and the `.graphql` files of the console. Do not edit.\n'

const SCALARS = {
  ID: 'string',
  DateTime: 'string',
  Micros: 'number',
  JSON: 'unknown',
}

/**
 * The operations of the console with the types of their variables and results: for each `messages.graphql` a
 * `messages-operations.ts` beside it, so that each page loads its own. Fragments are for their file.
 * Fails if an operation does not fit the schema.
 */
export async function consoleOperations(): Promise<Record<string, string>> {
  const schema = printedSchema()
  const paths = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql'))
    .sort()
  const files = await Promise.all(paths.map((path) => operationsOf(path, parse(schema))))
  return { ...Object.fromEntries(files), [ENUMS]: NOTE + enumsOf(buildSchema(schema)) }
}

async function operationsOf(path: string, schema: DocumentNode): Promise<[file: string, text: string]> {
  const file = join(FOLDER, path.replace(/\.graphql$/, '-operations.ts'))
  const source = parse(readFileSync(join(FOLDER, path), 'utf8'))
  const types = await codegen({
    filename: file,
    schema,
    documents: [{ location: join(FOLDER, path), document: source }],
    plugins: [{ operations: {} }],
    pluginMap: { operations: operationTypes },
    config: { scalars: SCALARS, enumType: 'string-literal' },
  })
  const helper = relative(dirname(file), `${FOLDER}/graphql/document`)
  const from = helper.startsWith('.') ? helper : `./${helper}`
  return [file, `${NOTE}import { document } from '${from}'\n\n${types.trim()}\n\n${documentsOf(source)}`]
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

/** A constant for each operation, with the fragments that it uses. */
function documentsOf({ definitions }: DocumentNode): string {
  const fragments = new Map(
    definitions.flatMap((node): [string, FragmentDefinitionNode][] =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [],
    ),
  )
  return definitions
    .filter((node) => node.kind === Kind.OPERATION_DEFINITION)
    .map((operation) => constantOf(operation, fragments))
    .join('\n')
}

function constantOf(operation: OperationDefinitionNode, fragments: Map<string, FragmentDefinitionNode>): string {
  const name = operation.name!.value
  const type = name + operation.operation.replace(/^./, (letter) => letter.toUpperCase())
  const used = new Set<FragmentDefinitionNode>()
  const collect = (node: OperationDefinitionNode | FragmentDefinitionNode) =>
    visit(node, {
      FragmentSpread({ name: { value } }) {
        const fragment = fragments.get(value)!
        if (used.has(fragment)) return
        used.add(fragment)
        collect(fragment)
      },
    })
  collect(operation)
  const text = [operation, ...used].map(print).join('\n\n')
  return `export const ${name}Document = document<${type}, ${type}Variables>(\`\n${text}\n\`)\n`
}
