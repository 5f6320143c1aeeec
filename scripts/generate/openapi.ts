import { astToString } from 'openapi-typescript'
import { buildDocument } from '../../src/rest/openapi/document.js'
import { buildWorkflows } from '../../src/rest/openapi/workflows.js'
import type { ClientDocument } from './client-operations.js'
import { goClient } from './go-client.js'
import { proceduresFile } from './procedures.js'
import { pythonClient } from './python-client.js'
import { typesOf } from './schema-types.js'

const DO_NOT_EDIT = '// Written by `npm run generate` from openapi.json. Do not edit.\n\n'

/** The files generated from the routes and their schemas, by path: the OpenAPI document, its workflows, and the types of the clients. */
export async function openapiFiles(): Promise<Record<string, string>> {
  const document = buildDocument({ headerPrefix: 'Svc' })
  const described = document as unknown as ClientDocument
  return {
    'openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'arazzo.json': `${JSON.stringify(buildWorkflows(), null, 2)}\n`,
    'packages/client/src/schema.ts': DO_NOT_EDIT + astToString(await typesOf(document)),
    ...(await proceduresFile()),
    ...pythonClient(described),
    ...goClient(described),
  }
}
