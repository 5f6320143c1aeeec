import type { z } from 'zod'
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '../../operations/api-keys.js'
import { builder } from '../builder.js'
import { connectionOf, pageArgs } from '../connections.js'
import { inputOf, outputOf } from '../contract-types.js'
import { changes, does, pages, runs } from '../resolve.js'

const about = {
  key: 'The secret, shown this once.',
  key_prefix: 'The first 12 characters of the secret, to recognize it.',
  scope: 'What it may do.',
  test_mode: 'Whether it simulates: nothing is really sent.',
  expires_at: 'When it stops; null for never.',
  inbox_ids: 'The inboxes to whose mail it is limited; null for a key that is not bound.',
  send_to: 'The addresses and domains that it may write to; null for everybody.',
}

const ApiKey = outputOf('ApiKey', 'An API key, without its secret.', listApiKeys.output.shape.keys.element, {
  node: { kind: 'apiKey', operation: listApiKeys, service: 'apiKeys' },
  about,
})
const ApiKeyWithSecret = outputOf('ApiKeyWithSecret', 'An API key with its new secret.', createApiKey.output, {
  about,
  more: (t) => ({
    apiKey: t.field({
      type: ApiKey,
      description: 'The key as it is now, as lists have it.',
      resolve: ({ key: _secret, ...apiKey }: z.output<typeof createApiKey.output>) => apiKey,
    }),
  }),
})
const ApiKeyConnection = connectionOf('ApiKey', ApiKey, 'API keys')

const CreateApiKeyInput = inputOf('CreateApiKeyInput', 'A new API key.', createApiKey.input, {
  about: {
    ...about,
    name: 'What to call it, for people who read the list.',
    test_mode: `${about.test_mode} False by default.`,
    expires_at: 'When it is to stop.',
  },
})

builder.queryField('apiKeys', (t) =>
  t.field({ type: ApiKeyConnection, args: pageArgs(t, listApiKeys), ...pages(listApiKeys, 'keys') }),
)

builder.mutationFields((t) => {
  const id = t.arg({ type: 'ID', required: true, description: 'The key.' })
  return {
    createApiKey: t.field({
      type: ApiKeyWithSecret,
      args: { input: t.arg({ type: CreateApiKeyInput, required: true, description: 'The new key.' }) },
      ...runs(createApiKey),
    }),
    rotateApiKey: t.field({
      type: ApiKeyWithSecret,
      args: { id },
      // It is not read again: if that failed, nobody would have the secret.
      ...changes(rotateApiKey, (_output, _context, _args, { rotatedKey }) => rotatedKey!),
    }),
    revokeApiKey: t.field({ type: 'Boolean', args: { id }, ...does(revokeApiKey) }),
  }
})
