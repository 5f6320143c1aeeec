import { graphql, type ResultOf } from '../../graphql/graphql'

export const AudienceSizeDocument = graphql(`
  query AudienceSize($id: ID!) {
    contactList(id: $id) {
      id
      memberCount
    }
  }
`)

export const BroadcastToCopyDocument = graphql(`
  query BroadcastToCopy($id: ID!) {
    broadcast(id: $id) {
      id
      name
      listId
      templateId
      fromEmail
      replyTo
      subject
      bodyHtml
      bodyText
      throttlePerMinute
      revision
      tracking {
        opens
        clicks
      }
      status
    }
  }
`)
export type BroadcastToCopyQuery = ResultOf<typeof BroadcastToCopyDocument>

export const CreateBroadcastDocument = graphql(`
  mutation CreateBroadcast($input: CreateBroadcastInput!) {
    createBroadcast(input: $input) {
      id
      revision
    }
  }
`)

export const UpdateBroadcastDocument = graphql(`
  mutation UpdateBroadcast($id: ID!, $input: UpdateBroadcastInput!) {
    updateBroadcast(id: $id, input: $input) {
      id
      status
      revision
    }
  }
`)
