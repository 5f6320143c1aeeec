import type { FastifyReply, FastifyRequest } from 'fastify'
import * as account from '../operations/account.js'
import * as auditLog from '../operations/audit-log.js'
import * as bimi from '../operations/bimi.js'
import * as domains from '../operations/domains.js'
import * as keys from '../operations/keys.js'
import * as messages from '../operations/messages.js'
import * as outbox from '../operations/outbox.js'
import type { AnyOperation } from '../operations/runner.js'
import * as spend from '../operations/spend.js'
import * as suppressions from '../operations/suppressions.js'
import * as templates from '../operations/templates.js'
import * as testRecipients from '../operations/test-recipients.js'
import * as uploads from '../operations/uploads.js'
import * as validation from '../operations/validation.js'
import * as webhooks from '../operations/webhooks.js'
import { MAX_LOGO_BYTES } from '../services/domains/logo-file.js'
import { MAX_UPLOAD_BYTES } from '../services/uploads/upload-files.js'

/** How an operation is reached over REST. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with parameters as `:name`; they become fields of the input. */
  path: string
  operation: AnyOperation
  /** Another operation for requests that carry this query parameter. */
  instead?: { parameter: string; operation: AnyOperation }
  /** Status of success. 200 when omitted. */
  status?: number
  /** Status of success where nothing had to be created; 200 when omitted. */
  statusIfExisted?: number
  /** Field of the input that the whole body becomes. Without it the body's fields are the input's. */
  bodyField?: string
  /** The body is one file of at most so many bytes (multipart/form-data), the field `file` of the input. */
  file?: { maxBytes: number }
  /** Writes a result that is not JSON, but of this media type. */
  respond?: { mediaType: string; send: (reply: FastifyReply, result: never) => unknown }
}

const route = (
  method: Route['method'],
  path: string,
  operation: AnyOperation,
  more: Omit<Route, 'method' | 'path' | 'operation'> = {},
): Route => ({ method, path, operation, ...more })

/** Every route of the REST door. */
export const routes: readonly Route[] = [
  route('POST', '/v1/send', messages.sendMessage, { status: 201 }),
  route('POST', '/v1/send/batch', messages.sendBatch, { bodyField: 'items' }),
  route('GET', '/v1/messages', messages.listMessages, {
    instead: { parameter: 'idempotency_key', operation: messages.getMessageByIdempotencyKey },
  }),
  route('GET', '/v1/messages/:id', messages.getMessage),
  route('POST', '/v1/messages/:id/cancel', messages.cancelMessage),

  route('POST', '/v1/validate', validation.validateAddress),

  route('GET', '/v1/account/verification', account.getVerification),

  route('POST', '/v1/test-recipients', testRecipients.createTestRecipient, { status: 201 }),
  route('GET', '/v1/test-recipients', testRecipients.listTestRecipients),
  route('POST', '/v1/test-recipients/verify', testRecipients.verifyTestRecipient),
  route('DELETE', '/v1/test-recipients/:id', testRecipients.deleteTestRecipient, { status: 204 }),

  route('GET', '/v1/usage', spend.getUsage),
  route('GET', '/v1/spend-caps', spend.listSpendCaps),
  route('PUT', '/v1/spend-caps', spend.setSpendCap),
  route('DELETE', '/v1/spend-caps/:id', spend.deleteSpendCap, { status: 204 }),

  route('POST', '/v1/keys', keys.createKey, { status: 201 }),
  route('GET', '/v1/keys', keys.listKeys),
  route('POST', '/v1/keys/:id/rotate', keys.rotateKey),
  route('DELETE', '/v1/keys/:id', keys.revokeKey, { status: 204 }),

  route('POST', '/v1/webhooks', webhooks.createWebhook, { status: 201 }),
  route('GET', '/v1/webhooks', webhooks.listWebhooks),
  route('GET', '/v1/webhooks/:id', webhooks.getWebhook),
  route('PUT', '/v1/webhooks/:id', webhooks.updateWebhook),
  route('DELETE', '/v1/webhooks/:id', webhooks.deleteWebhook),
  route('POST', '/v1/webhooks/:id/rotate-secret', webhooks.rotateWebhookSecret),
  route('POST', '/v1/webhooks/:id/test', webhooks.testWebhook, { status: 202 }),
  route('GET', '/v1/webhooks/:id/deliveries', webhooks.listDeliveries),
  route('GET', '/v1/webhooks/:id/deliveries/:delivery_id', webhooks.getDelivery),
  route('POST', '/v1/webhooks/:id/deliveries/:delivery_id/redeliver', webhooks.redeliver, { status: 202 }),

  route('POST', '/v1/uploads', uploads.createUpload, { status: 201, file: { maxBytes: MAX_UPLOAD_BYTES } }),

  route('POST', '/v1/templates', templates.createTemplate, { status: 201 }),
  route('GET', '/v1/templates', templates.listTemplates),
  route('POST', '/v1/templates/preview', templates.previewTemplate),
  route('GET', '/v1/templates/:id', templates.getTemplate),
  route('PUT', '/v1/templates/:id', templates.updateTemplate),
  route('DELETE', '/v1/templates/:id', templates.deleteTemplate),
  route('GET', '/v1/templates/:id/versions', templates.listTemplateVersions),
  route('POST', '/v1/templates/:id/render', templates.renderTemplate),

  route('GET', '/v1/audit-log', auditLog.listAuditLog),

  route('POST', '/v1/suppressions', suppressions.createSuppression, { status: 201 }),
  route('GET', '/v1/suppressions', suppressions.listSuppressions),
  route('DELETE', '/v1/suppressions', suppressions.deleteSuppression, { status: 204 }),
  route('POST', '/v1/suppressions/import', suppressions.importSuppressions),

  route('POST', '/v1/domains', domains.createDomain, { status: 201, statusIfExisted: 200 }),
  route('GET', '/v1/domains', domains.listDomains),
  route('GET', '/v1/domains/:domain', domains.getDomain),
  route('DELETE', '/v1/domains/:domain', domains.deleteDomain, { status: 204 }),
  route('POST', '/v1/domains/:domain/verify', domains.verifyDomain),
  route('PUT', '/v1/domains/:domain/from-name', domains.setDomainFromName),
  route('GET', '/v1/domains/:domain/bimi', bimi.getDomainLogo),
  route('PUT', '/v1/domains/:domain/bimi', bimi.setDomainLogo),
  route('POST', '/v1/domains/:domain/bimi/logo', bimi.uploadDomainLogo, { file: { maxBytes: MAX_LOGO_BYTES } }),
  route('GET', '/v1/domains/:domain/dns-setup', domains.getDnsSetup),
  route('GET', '/v1/domains/:domain/dns-setup/zonefile', domains.getZonefile, {
    respond: { mediaType: 'text/plain; charset=utf-8', send: (reply, text: string) => reply.send(text) },
  }),

  route('GET', '/dev/outbox', outbox.listOutbox),
  route('GET', '/dev/outbox/:id', outbox.getOutboxMail, {
    respond: {
      mediaType: 'message/rfc822',
      send: (reply, { mime }: { mime: Uint8Array }) => reply.send(Buffer.from(mime)),
    },
  }),
]

/** The operation that a request asks for. */
export function operationOf(route: Route, request: FastifyRequest): AnyOperation {
  const { instead, operation } = route
  return instead && instead.parameter in (request.query as object) ? instead.operation : operation
}

/** What a request says, as the input of its operation. */
export function inputOf(route: Route, request: FastifyRequest): unknown {
  const params = request.params as object
  if (route.bodyField) return { [route.bodyField]: request.body, ...params }
  if (route.method === 'GET') return { ...(request.query as object), ...params }
  const { body = {} } = request
  // Anything but an object goes to the schema as it is, which says what is wrong with it.
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  // Many clients cannot send a body with DELETE: what it would say may stand in the query.
  return { ...(route.method === 'DELETE' && (request.query as object)), ...body, ...params }
}
