import openapiTS from 'openapi-typescript'
import ts from 'typescript'
import type { JsonObject } from '../../src/rest/openapi/json.js'

/** An OpenAPI document as TypeScript declarations. */
export function typesOf(document: JsonObject): Promise<ts.Node[]> {
  // It resolves references in place, so it gets a copy.
  return openapiTS(structuredClone(document) as never, {
    alphabetize: false,
    // A field with a default may be left out.
    defaultNonNullable: false,
    transform: ({ format }) => (format === 'binary' ? ts.factory.createTypeReferenceNode('Blob') : undefined),
  })
}
