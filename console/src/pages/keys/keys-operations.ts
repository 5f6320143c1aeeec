import { graphql, type ResultOf } from '../../graphql/graphql'

export const KeysDocument = graphql(`
  query Keys($after: String) {
    apiKeys(first: 50, after: $after) {
      nodes {
        id
        name
        keyPrefix
        scope
        testMode
        inboxIds
        sendTo
        expiresAt
        lastUsedAt
        createdAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
export type KeysQuery = ResultOf<typeof KeysDocument>

export const CreateKeyDocument = graphql(`
  mutation CreateKey($input: CreateApiKeyInput!) {
    createApiKey(input: $input) {
      id
      key
    }
  }
`)

export const RotateKeyDocument = graphql(`
  mutation RotateKey($id: ID!) {
    rotateApiKey(id: $id) {
      id
      key
    }
  }
`)

export const RevokeKeyDocument = graphql(`
  mutation RevokeKey($id: ID!) {
    revokeApiKey(id: $id)
  }
`)
