import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { buildDocument } from '../src/rest/openapi/document.js'

const DO_NOT_EDIT = '// Written by `npm run openapi` from openapi.json. Do not edit.\n\n'

/** The files that follow from the routes and their schemas, by path: the document, and the types of its client. */
export async function openapiFiles(): Promise<Record<string, string>> {
  const document = buildDocument({ headerPrefix: 'Svc' })
  // It resolves references in place, so it gets a copy.
  const types = astToString(
    await openapiTS(structuredClone(document) as never, {
      alphabetize: false,
      transform: ({ format }) => (format === 'binary' ? ts.factory.createTypeReferenceNode('Blob') : undefined),
    }),
  )
  return {
    'openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'src/client/schema.ts': DO_NOT_EDIT + types,
  }
}
