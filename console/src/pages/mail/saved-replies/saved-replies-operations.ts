import { graphql, type ResultOf } from '../../../graphql/graphql'

export const SavedRepliesDocument = graphql(`
  query SavedReplies($after: String) {
    savedReplies(first: 50, after: $after) {
      nodes {
        id
        name
        subject
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
export type SavedRepliesQuery = ResultOf<typeof SavedRepliesDocument>

export const SavedReplyDocument = graphql(`
  query SavedReply($id: ID!) {
    savedReply(id: $id) {
      id
      name
      subject
      bodyText
      bodyHtml
    }
  }
`)
export type SavedReplyQuery = ResultOf<typeof SavedReplyDocument>

export const RenderSavedReplyDocument = graphql(`
  query RenderSavedReply($id: ID!, $threadId: ID!) {
    renderSavedReply(id: $id, threadId: $threadId) {
      subject
      bodyText
      bodyHtml
    }
  }
`)

export const CreateSavedReplyDocument = graphql(`
  mutation CreateSavedReply($input: CreateSavedReplyInput!) {
    createSavedReply(input: $input) {
      id
      name
    }
  }
`)

export const UpdateSavedReplyDocument = graphql(`
  mutation UpdateSavedReply($id: ID!, $input: UpdateSavedReplyInput!) {
    updateSavedReply(id: $id, input: $input) {
      id
      name
    }
  }
`)

export const DeleteSavedReplyDocument = graphql(`
  mutation DeleteSavedReply($id: ID!) {
    deleteSavedReply(id: $id)
  }
`)
