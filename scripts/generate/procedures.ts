import { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { ERROR_TABLE } from '../../src/errors.js'
import { isRestOnly, operationList } from '../../src/operations/list.js'
import type { JsonObject } from '../../src/rest/openapi/json.js'
import { SchemaBook } from '../../src/rest/openapi/schema-book.js'
import { typesOf } from './schema-types.js'

const HEAD = `// Written by \`npm run generate\` from the table of operations. Do not edit.

import type { components } from './schema.js'

`

/** The client's types of the tRPC API: the error codes, and the kind, input and output of each procedure by name. */
export async function proceduresFile(): Promise<Record<string, string>> {
  const book = new SchemaBook()
  const procedures = operationList
    .filter((operation) => !isRestOnly(operation))
    .map(({ name, kind, input, output }): [string, JsonObject] => [
      name,
      objectOf({ kind: { const: kind }, input: book.input(input), output: book.output(output) }),
    ])
  const ast = await typesOf({
    openapi: '3.1.0',
    info: { title: '', version: '' },
    paths: {},
    components: { schemas: { ...book.components(), Procedures: objectOf(Object.fromEntries(procedures)) } },
  })
  const text = astToString([interfaceOf(ast, 'Procedures')])
  return { 'packages/client/src/procedures.ts': `${HEAD}${errorCodes()}${text}` }
}

function errorCodes(): string {
  const codes = Object.keys(ERROR_TABLE).map((code) => `\n    | "${code}"`)
  return `/** The codes of errors. Later versions of the service may answer others. */\nexport type ErrorCode =${codes.join('')}\n\n`
}

const objectOf = (properties: Record<string, JsonObject>): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

/** Turns one of the generated component schemas into an interface. */
function interfaceOf(nodes: readonly ts.Node[], name: string): ts.InterfaceDeclaration {
  const components = nodes.find((node) => ts.isInterfaceDeclaration(node) && node.name.text === 'components')
  const schema = memberOf(memberOf(components, 'schemas'), name)
  const exported = [ts.factory.createModifier(ts.SyntaxKind.ExportKeyword)]
  return ts.factory.createInterfaceDeclaration(exported, name, undefined, undefined, schema.members)
}

function memberOf(parent: ts.Node | undefined, name: string): ts.TypeLiteralNode {
  const members = parent && (ts.isInterfaceDeclaration(parent) || ts.isTypeLiteralNode(parent)) ? parent.members : []
  for (const member of members) {
    if (!ts.isPropertySignature(member) || !member.type || !ts.isTypeLiteralNode(member.type)) continue
    if (ts.isIdentifier(member.name) && member.name.text === name) return member.type
  }
  throw new Error(`the generated types have no ${name}`)
}
