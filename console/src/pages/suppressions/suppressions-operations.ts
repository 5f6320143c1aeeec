import { graphql, type ResultOf } from '../../graphql/graphql'

const EntryFragment = graphql(`
  fragment Entry on Suppression {
    id
    recipient
    state
    reason
    updatedAt
  }
`)

export const SuppressionsDocument = graphql(
  `
  query Suppressions($after: String, $reason: String) {
    suppressions(first: 50, after: $after, reason: $reason) {
      nodes {
        ...Entry
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`,
  [EntryFragment],
)
export type SuppressionsQuery = ResultOf<typeof SuppressionsDocument>

export const SuppressionOfDocument = graphql(
  `
  query SuppressionOf($recipient: String!) {
    suppression(recipient: $recipient) {
      ...Entry
    }
  }
`,
  [EntryFragment],
)

export const AddSuppressionDocument = graphql(`
  mutation AddSuppression($input: AddSuppressionInput!) {
    addSuppression(input: $input) {
      id
      recipient
    }
  }
`)

export const RemoveSuppressionDocument = graphql(`
  mutation RemoveSuppression($recipient: String!) {
    removeSuppression(channel: EMAIL, recipient: $recipient)
  }
`)

export const ImportSuppressionsDocument = graphql(`
  mutation ImportSuppressions($input: ImportSuppressionsInput!) {
    importSuppressions(input: $input) {
      imported
      skipped
      errors {
        index
        reason
      }
    }
  }
`)
