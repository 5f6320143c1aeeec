import type { JsonObject } from './json.js'
import { type ErrorResponses, requestIdHeader } from './responses.js'

const text: JsonObject = { type: 'string' }

/** The routes for mail providers. They need no key, because each request is signed. */
export function describeCallbacks(errors: ErrorResponses, headerPrefix: string): JsonObject {
  const header = (name: string, description: string): JsonObject => ({
    name: `${headerPrefix}-${name}`,
    in: 'header',
    required: false,
    description,
    schema: text,
  })
  return {
    '/v1/callbacks/ses': {
      post: {
        operationId: 'callbackSes',
        tags: ['Service'],
        summary: 'Takes what Amazon SES tells of mail: deliveries, bounces, complaints, opens and more',
        description:
          'The body is an SNS envelope, signed by Amazon, or a bare SES notification with the two signature headers. It is ' +
          'stored before it is acknowledged. Each event appears on its timeline once, however often and in whatever ' +
          'form it is reported.',
        security: [],
        parameters: [
          header('Timestamp', 'Unix seconds, at most five minutes from now. Not with an SNS envelope.'),
          header(
            'Signature',
            'Hex HMAC-SHA256 over `<timestamp>.<raw body>`, keyed with CALLBACK_SECRET. Not with an SNS envelope.',
          ),
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { type: 'object' } }, 'text/plain': { schema: text } },
        },
        responses: {
          200: {
            description: 'Stored, now or by an earlier attempt.',
            headers: requestIdHeader(),
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { received: { type: 'boolean', const: true } },
                  required: ['received'],
                },
              },
            },
          },
          ...errors.of([
            'invalid_request',
            'invalid_signature',
            'payload_too_large',
            'rate_limit_exceeded',
            'internal_error',
            'overloaded',
            'provider_unavailable',
          ]),
        },
      },
    },
  }
}
