import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codegen } from '@graphql-codegen/core'
import * as operationTypes from '@graphql-codegen/typescript-operations'
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  visit,
} from 'graphql'
import { printedSchema } from '../../src/graphql/schema.js'

const FOLDER = 'console/src'
const FILE = `${FOLDER}/graphql/operations.ts`
const HEAD =
  '// Written by `npm run generate` from the `.graphql` files of the console and the schema. Do not edit.\n' +
  "import { document } from './document'\n\n"

const SCALARS = {
  ID: 'string',
  DateTime: 'string',
  Micros: 'number',
  JSON: 'unknown',
}

/** The operations of the console with the types of their variables and results. Fails if one does not fit the schema. */
export async function consoleOperations(): Promise<Record<string, string>> {
  const documents = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => ({ location: join(FOLDER, name), document: parse(readFileSync(join(FOLDER, name), 'utf8')) }))
  const types = await codegen({
    filename: FILE,
    schema: parse(printedSchema()),
    documents,
    plugins: [{ operations: {} }],
    pluginMap: { operations: operationTypes },
    config: {
      scalars: SCALARS,
      enumType: 'string-literal',
    },
  })
  return { [FILE]: `${HEAD}${types.trim()}\n\n${documentsOf(documents.map(({ document }) => document))}` }
}

/** A constant for each operation, with the fragments that it uses. */
function documentsOf(documents: DocumentNode[]): string {
  const definitions = documents.flatMap(({ definitions }) => definitions)
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
