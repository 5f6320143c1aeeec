export type { AppRouter, ErrorBody } from './app-router.js'
export {
  type PostlineFields,
  type PostlineSentInfo,
  type PostlineTransport,
  type PostlineTransportOptions,
  postlineTransport,
} from './nodemailer.js'
export { type FieldError, PostlineError } from './postline-error.js'
export type { ErrorCode, Procedures } from './procedures.js'
export { type ReactEmailElement, type RenderedEmail, renderEmail } from './react-email.js'
export { type Client, type ClientOptions, createClient } from './rest.js'
export type { Schemas, Send } from './rest-paths.js'
export { createTrpcClient, TRPCClientError, type TrpcClient, type TrpcClientOptions } from './trpc.js'
export { apiErrorOf } from './trpc-error.js'
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookErrorCode,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookVerificationError,
} from './webhooks.js'
