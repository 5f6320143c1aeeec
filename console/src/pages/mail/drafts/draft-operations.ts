import { graphql, type ResultOf } from '../../../graphql/graphql'

const DraftRowFragment = graphql(`
  fragment DraftRow on MailDraftSummary {
    id
    kind
    threadId
    revision
    status
    to
    cc
    bcc
    subject
    updatedAt
  }
`)
export type DraftRowFragment = ResultOf<typeof DraftRowFragment>

export const DraftsDocument = graphql(
  `
  query Drafts($after: String, $threadId: ID) {
    drafts(first: 50, after: $after, threadId: $threadId) {
      nodes {
        ...DraftRow
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`,
  [DraftRowFragment],
)

export const DraftCountDocument = graphql(`
  query DraftCount {
    drafts(first: 100) {
      nodes {
        id
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`)

const StoredDraftFragment = graphql(`
  fragment StoredDraft on MailDraft {
    id
    kind
    threadId
    status
    revision
    from
    to
    cc
    bcc
    subject
    bodyText
    bodyHtml
    signature
    attachments {
      filename
      size
    }
  }
`)
export type StoredDraft = ResultOf<typeof StoredDraftFragment>

export const DraftDocument = graphql(
  `
  query Draft($id: ID!) {
    draft(id: $id) {
      ...StoredDraft
    }
  }
`,
  [StoredDraftFragment],
)

export const CreateDraftDocument = graphql(
  `
  mutation CreateDraft($input: CreateDraftInput!) {
    createDraft(input: $input) {
      ...StoredDraft
    }
  }
`,
  [StoredDraftFragment],
)

export const UpdateDraftDocument = graphql(
  `
  mutation UpdateDraft($id: ID!, $input: UpdateDraftInput!) {
    updateDraft(id: $id, input: $input) {
      ...StoredDraft
    }
  }
`,
  [StoredDraftFragment],
)

export const DeleteDraftDocument = graphql(`
  mutation DeleteDraft($id: ID!) {
    deleteDraft(id: $id)
  }
`)
