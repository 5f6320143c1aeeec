import type { JsonObject } from './json.js'
import { type ErrorResponses, requestIdHeader } from './responses.js'

const text: JsonObject = { type: 'string' }
const header = (description: string): JsonObject => ({ description, schema: text })

/** Public files that mails refer to. */
export function describeStoredFiles(errors: ErrorResponses): JsonObject {
  const id = { name: 'id', in: 'path', required: true }
  const upload = { ...id, description: 'The upload.', schema: { type: 'string', pattern: '^upl_' } }
  const domain = { ...id, description: 'The domain.', schema: { type: 'string', pattern: '^dom_' } }
  const images = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
  return {
    '/logos/{id}.svg': served(errors, 'logo', 'the logo of a domain', domain, ['image/svg+xml']),
    '/uploads/{id}': served(errors, 'upload', 'an uploaded image', upload, images),
  }
}

function served(errors: ErrorResponses, name: string, what: string, parameter: JsonObject, mediaTypes: string[]) {
  const headers = {
    ...requestIdHeader(),
    ETag: header('Identifies the content. Send it as `If-None-Match` to learn that it has not changed.'),
    'Cache-Control': header('How long it may be cached.'),
  }
  const responses = {
    200: { description: 'The file.', headers, content: Object.fromEntries(mediaTypes.map((type) => [type, {}])) },
    304: { description: 'You already have this version.', headers },
    ...errors.of(['not_found', 'internal_error']),
  }
  const operation = { tags: ['Service'], security: [], parameters: [parameter], responses }
  return { get: { operationId: `${name}Fetch`, summary: `Fetches ${what}`, ...operation } }
}
