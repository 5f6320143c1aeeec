import { graphql, type ResultOf, type VariablesOf } from '../../graphql/graphql'

const CountsFragment = graphql(`
  fragment Counts on BroadcastCounts {
    total
    queued
    sent
    delivered
    opened
    clicked
    bounced
    complained
    failed
    suppressed
    unsubscribed
  }
`)

export const BroadcastDocument = graphql(
  `
  query Broadcast($id: ID!) {
    broadcast(id: $id) {
      id
      name
      listId
      status
      pausedReason
      testMode
      fromEmail
      replyTo
      subject
      templateId
      bodyHtml
      bodyText
      throttlePerMinute
      tracking {
        opens
        clicks
      }
      scheduledAt
      startedAt
      finishedAt
      createdAt
      updatedAt
      counts {
        ...Counts
      }
      failures {
        contactId
        code
        reason
      }
    }
  }
`,
  [CountsFragment],
)
export type BroadcastQuery = ResultOf<typeof BroadcastDocument>

export const BroadcastNamesDocument = graphql(`
  query BroadcastNames($listId: ID!) {
    contactList(id: $listId) {
      id
      name
    }
  }
`)

export const BroadcastTemplateDocument = graphql(`
  query BroadcastTemplate($id: ID!) {
    template(id: $id) {
      id
      name
    }
  }
`)

const BroadcastWarnings = graphql(`
  fragment BroadcastWarnings on BroadcastPreview {
    contactId
    warnings {
      variable
      message
    }
    sendingWarnings {
      code
      message
    }
  }
`)
const BroadcastPreviewFields = graphql(
  `
  fragment BroadcastPreviewFields on BroadcastPreview {
    subject
    bodyHtml
    bodyText
    contactsChecked
    ...BroadcastWarnings
  }
`,
  [BroadcastWarnings],
)
export const PreviewBroadcastDocument = graphql(
  `
  query PreviewBroadcast($id: ID!, $contactId: ID, $changes: BroadcastPreviewChanges) {
    previewBroadcast(id: $id, contactId: $contactId, changes: $changes) {
      ...BroadcastPreviewFields
    }
  }
`,
  [BroadcastPreviewFields],
)
export const PreviewNewBroadcastDocument = graphql(
  `
  query PreviewNewBroadcast($input: BroadcastPreviewInput!) {
    previewNewBroadcast(input: $input) {
      ...BroadcastPreviewFields
    }
  }
`,
  [BroadcastPreviewFields],
)
export const SendingWarningsDocument = graphql(
  `
  query SendingWarnings($id: ID!) {
    previewBroadcast(id: $id) {
      ...BroadcastWarnings
    }
  }
`,
  [BroadcastWarnings],
)
export type PreviewBroadcastQuery = ResultOf<typeof PreviewBroadcastDocument>
export type PreviewChanges = NonNullable<VariablesOf<typeof PreviewBroadcastDocument>['changes']>

export const PreviewContactsDocument = graphql(`
  query PreviewContacts($listId: ID!, $search: String, $after: String) {
    contacts(first: 20, after: $after, listId: $listId, search: $search) {
      nodes {
        id
        email
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export const BroadcastProgressDocument = graphql(
  `
  subscription BroadcastProgress($id: ID!) {
    broadcastProgress(id: $id) {
      id
      status
      pausedReason
      updatedAt
      counts {
        ...Counts
      }
    }
  }
`,
  [CountsFragment],
)
export type BroadcastProgressSubscription = ResultOf<typeof BroadcastProgressDocument>

export const SendBroadcastDocument = graphql(`
  mutation SendBroadcast($id: ID!) {
    sendBroadcast(id: $id) {
      id
      status
    }
  }
`)

export const PauseBroadcastDocument = graphql(`
  mutation PauseBroadcast($id: ID!) {
    pauseBroadcast(id: $id) {
      id
      status
    }
  }
`)

export const ResumeBroadcastDocument = graphql(`
  mutation ResumeBroadcast($id: ID!) {
    resumeBroadcast(id: $id) {
      id
      status
    }
  }
`)

export const CancelBroadcastDocument = graphql(`
  mutation CancelBroadcast($id: ID!) {
    cancelBroadcast(id: $id) {
      id
      status
    }
  }
`)

export const DeleteBroadcastDocument = graphql(`
  mutation DeleteBroadcast($id: ID!) {
    deleteBroadcast(id: $id)
  }
`)

export const TestBroadcastDocument = graphql(`
  mutation TestBroadcast($id: ID!, $email: String!, $idempotencyKey: String!) {
    testBroadcast(id: $id, email: $email, idempotencyKey: $idempotencyKey) {
      id
    }
  }
`)
