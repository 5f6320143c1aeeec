import { API_VERSION } from './document.js'
import type { JsonObject } from './json.js'

/*
 * Workflows of several requests, as an Arazzo document (https://spec.openapis.org/arazzo/v1.0.1): programs and language models read
 * from it which operations follow each other, and what one takes from the other.
 */

/** Mail is on its way for a moment. */
const TRY_AGAIN: JsonObject = { name: 'notYet', type: 'retry', retryAfter: 1, retryLimit: 60 }

const status = (code: number): JsonObject => ({ condition: `$statusCode == ${code}` })

const parameter = (name: string, where: string, value: string | number): JsonObject => ({ name, in: where, value })

const json = (payload: JsonObject): JsonObject => ({ contentType: 'application/json', payload })

const text = (description: string): JsonObject => ({ type: 'string', description })

/** Waits until a message has left, whatever became of it since. */
const follow = (sender: string): JsonObject => ({
  stepId: 'follow',
  description: 'Gets the message until it was handed over.',
  operationId: 'messagesGet',
  parameters: [parameter('id', 'path', `$steps.${sender}.outputs.message_id`)],
  successCriteria: [
    status(200),
    { context: '$response.body#/status', condition: '^(sent|delivered|opened|clicked)$', type: 'regex' },
  ],
  onFailure: [TRY_AGAIN],
  outputs: { status: '$response.body#/status' },
})

const firstSend: JsonObject = {
  workflowId: 'firstSend',
  summary: 'Send a mail and see what becomes of it',
  inputs: {
    type: 'object',
    required: ['email', 'idempotency_key'],
    properties: {
      email: text('Whom to send it to.'),
      idempotency_key: text('Unique to the mail: a repeated request with it sends no second one.'),
    },
  },
  steps: [
    {
      stepId: 'send',
      description: 'Sends the mail.',
      operationId: 'messagesSend',
      requestBody: json({
        channel: 'email',
        idempotency_key: '$inputs.idempotency_key',
        destination: { email: '$inputs.email' },
        payload: { subject: 'Hello from Postline', body_text: 'It works.' },
      }),
      successCriteria: [status(201)],
      outputs: { message_id: '$response.body#/id' },
    },
    follow('send'),
  ],
  outputs: { message_id: '$steps.send.outputs.message_id', status: '$steps.follow.outputs.status' },
}

const receiveAndAnswer: JsonObject = {
  workflowId: 'receiveAndAnswer',
  summary: 'Find a mail that nobody has read, and answer it',
  inputs: {
    type: 'object',
    required: ['answer', 'idempotency_key'],
    properties: {
      answer: text('What to answer.'),
      idempotency_key: text('Unique to the answer: a repeated request with it sends no second one.'),
    },
  },
  steps: [
    {
      stepId: 'find',
      description: 'Lists the newest unread thread, until there is one.',
      operationId: 'mailThreadsList',
      parameters: [parameter('q', 'query', 'is:unread'), parameter('limit', 'query', 1)],
      successCriteria: [status(200), { context: '$response.body', condition: '$.threads[0]', type: 'jsonpath' }],
      onFailure: [TRY_AGAIN],
      outputs: { thread_id: '$response.body#/threads/0/id' },
    },
    {
      stepId: 'read',
      description: 'Gets the thread with its mails.',
      operationId: 'mailThreadsGet',
      parameters: [parameter('id', 'path', '$steps.find.outputs.thread_id')],
      successCriteria: [status(200)],
      outputs: { subject: '$response.body#/subject' },
    },
    {
      stepId: 'answer',
      description: 'Answers its newest received mail.',
      operationId: 'mailThreadsReply',
      parameters: [parameter('id', 'path', '$steps.find.outputs.thread_id')],
      requestBody: json({ body_text: '$inputs.answer', idempotency_key: '$inputs.idempotency_key' }),
      successCriteria: [status(201)],
      outputs: { message_id: '$response.body#/id' },
    },
    follow('answer'),
  ],
  outputs: {
    subject: '$steps.read.outputs.subject',
    message_id: '$steps.answer.outputs.message_id',
    status: '$steps.follow.outputs.status',
  },
}

/** The Arazzo document. Its operations are those of the OpenAPI document beside it. */
export function buildWorkflows(): JsonObject {
  return {
    arazzo: '1.0.1',
    info: {
      title: 'Workflows of the Postline API',
      description: 'Each request carries an API key as `Authorization: Bearer …`.',
      version: API_VERSION,
    },
    sourceDescriptions: [{ name: 'postline', url: './openapi.json', type: 'openapi' }],
    workflows: [firstSend, receiveAndAnswer],
  }
}
