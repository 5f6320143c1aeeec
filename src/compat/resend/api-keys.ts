import { z } from 'zod'
import type { ApiKey } from '../../contract/api-keys.js'
import { createApiKey, listApiKeys, revokeApiKey } from '../../operations/api-keys.js'
import type { CompatRoute } from '../common/api.js'
import { notSupported } from '../common/not-supported.js'
import { ListQuery, listOf, PAGE_NAMES, pageOf } from './lists.js'

const NewKey = z.strictObject({
  name: z.string('is required'),
  permission: z.enum(['full_access', 'sending_access']).nullish(),
  domain_id: z.string().nullish(),
})

/** API keys: full access is our scope `admin`, access for sending our scope `send`. */
export const apiKeys: readonly CompatRoute[] = [
  {
    method: 'POST',
    path: '/api-keys',
    operation: createApiKey,
    answer: async ({ body, run }) => {
      const { name, permission, domain_id } = body(NewKey)
      if (domain_id) throw notSupported('domain_id', 'Bind a key to inboxes: inbox_ids of POST /v1/keys.')
      const scope = permission === 'sending_access' ? 'send' : 'admin'
      const { id, key } = await run(createApiKey, { name, scope })
      return { id, token: key }
    },
  },
  {
    method: 'GET',
    path: '/api-keys',
    operation: listApiKeys,
    names: PAGE_NAMES,
    answer: async ({ query, run }) => {
      const { keys, next_cursor } = await run(listApiKeys, pageOf(query(ListQuery), 'apiKey'))
      return listOf(keys.map(present), next_cursor)
    },
  },
  {
    method: 'DELETE',
    path: '/api-keys/:id',
    operation: revokeApiKey,
    answer: async ({ param, run }) => {
      await run(revokeApiKey, { id: param('id') })
      return { object: 'api_key', id: param('id'), deleted: true }
    },
  },
]

const present = ({ id, name, created_at, last_used_at }: ApiKey) => ({ id, name: name ?? '', created_at, last_used_at })
