import openapiTS from 'openapi-typescript'
import ts from 'typescript'
import type { JsonObject } from '../../src/rest/openapi/json.js'

/** An OpenAPI document as TypeScript declarations. */
export function typesOf(document: JsonObject): Promise<ts.Node[]> {
  // openapiTS resolves references in place, so pass a copy.
  return openapiTS(structuredClone(document) as never, {
    alphabetize: false,
    // A field with a default is optional.
    defaultNonNullable: false,
    transform: ({ format }) => (format === 'binary' ? ts.factory.createTypeReferenceNode('Blob') : undefined),
  })
}
