import { graphql, type ResultOf } from '../../../graphql/graphql'

export const SendDraftDocument = graphql(`
  mutation SendDraft($id: ID!, $input: SendDraftInput!) {
    sendDraft(id: $id, input: $input) {
      id
      status
      undoUntil
    }
  }
`)

export const CancelMailDocument = graphql(`
  mutation CancelMail($id: ID!) {
    cancelMessage(id: $id) {
      id
    }
  }
`)

const ScheduledMailFragment = graphql(`
  fragment ScheduledMail on Message {
    id
    to
    from
    subject
    scheduledAt
    idempotencyKey
    thread {
      id
    }
  }
`)
export type ScheduledMailFragment = ResultOf<typeof ScheduledMailFragment>

export const ScheduledMailsDocument = graphql(
  `
  query ScheduledMails($after: String, $sender: String) {
    messages(first: 50, after: $after, status: SCHEDULED, sender: $sender) {
      nodes {
        ...ScheduledMail
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`,
  [ScheduledMailFragment],
)
