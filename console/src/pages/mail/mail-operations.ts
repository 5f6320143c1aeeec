import { graphql, type ResultOf, type VariablesOf } from '../../graphql/graphql'
import { NoteFragment } from './notes/note-fragment'

export type AttachmentInput = ReturnType<typeof graphql.scalar<'AttachmentInput'>>

const ThreadFragment = graphql(`
  fragment Thread on Thread {
    id
    subject
    snippet
    participants
    participantNames
    lastMessageAt
    messageCount
    hasUnread
    isStarred
    labels
    folder
    snoozedUntil
    assignee
    noteCount
  }
`)
export type ThreadFragment = ResultOf<typeof ThreadFragment>

const CountFragment = graphql(`
  fragment Count on ThreadConnection {
    nodes {
      id
    }
    pageInfo {
      hasNextPage
    }
  }
`)
export type CountFragment = ResultOf<typeof CountFragment>

const MailFragment = graphql(`
  fragment Mail on MailEntry {
    id
    source
    from
    to
    cc
    subject
    replyText
    occurredAt
    status
    undoUntil
    isStarred
    dmarcVerdict
    attachments {
      filename
      contentType
      size
      url
    }
  }
`)
export type MailFragment = ResultOf<typeof MailFragment>

export const ThreadsDocument = graphql(
  `
  query Threads($after: String, $folder: Folder, $label: String, $q: String, $inbox: String, $starred: Boolean) {
    threads(first: 50, after: $after, folder: $folder, label: $label, q: $q, inbox: $inbox, starred: $starred) {
      nodes {
        ...Thread
      }
      pageInfo {
        hasNextPage
        endCursor
      }
      hints
    }
  }
`,
  [ThreadFragment],
)
export type ThreadsQueryVariables = VariablesOf<typeof ThreadsDocument>

export const UnreadDocument = graphql(
  `
  query Unread($inbox: String) {
    inbox: threads(first: 100, folder: INBOX, unread: true, inbox: $inbox) {
      ...Count
    }
    archive: threads(first: 100, folder: ARCHIVE, unread: true, inbox: $inbox) {
      ...Count
    }
    spam: threads(first: 100, folder: SPAM, unread: true, inbox: $inbox) {
      ...Count
    }
    trash: threads(first: 100, folder: TRASH, unread: true, inbox: $inbox) {
      ...Count
    }
    labels(first: 100) {
      nodes {
        id
        unread
      }
    }
  }
`,
  [CountFragment],
)

export const PlacesDocument = graphql(`
  query Places {
    inboxes(first: 100) {
      nodes {
        id
        address
        name
        signatureText
        signatureHtml
      }
    }
    labels(first: 100) {
      nodes {
        id
        name
        color
      }
    }
  }
`)
export type PlacesQuery = ResultOf<typeof PlacesDocument>

export const ThreadDocument = graphql(
  `
  query Thread($id: ID!) {
    thread(id: $id) {
      ...Thread
      messages {
        ...Mail
      }
      notes(first: 100) {
        nodes {
          ...Note
        }
        pageInfo {
          hasNextPage
        }
      }
    }
  }
`,
  [ThreadFragment, MailFragment, NoteFragment],
)
export type ThreadQuery = ResultOf<typeof ThreadDocument>

export const ReceivedBodiesDocument = graphql(`
  query ReceivedBodies($id: ID!) {
    inboundEmail(id: $id) {
      id
      htmlSafe
      text
    }
  }
`)

export const MailHeadersDocument = graphql(`
  query MailHeaders($id: ID!) {
    inboundEmail(id: $id) {
      id
      headers {
        name
        value
      }
    }
  }
`)

export const SentBodiesDocument = graphql(`
  query SentBodies($id: ID!) {
    message(id: $id) {
      id
      content {
        bodyHtml
        bodyText
      }
    }
  }
`)

export const AnsweredDocument = graphql(`
  query Answered($id: ID!) {
    inboundEmail(id: $id) {
      id
      recipient
      text
      headers {
        name
        value
      }
    }
  }
`)

export const MailDomainsDocument = graphql(`
  query MailDomains {
    domains(first: 100) {
      nodes {
        id
        domain
        fullyVerified
        sandbox
        inboundEnabled
      }
    }
  }
`)
export type MailDomainsQuery = ResultOf<typeof MailDomainsDocument>

export const MailChangesDocument = graphql(
  `
  subscription MailChanges($after: ID) {
    mailChanges(after: $after) {
      updateCursor
      type
      threadId
      thread {
        ...Thread
      }
    }
  }
`,
  [ThreadFragment],
)
export type MailChange = ResultOf<typeof MailChangesDocument>['mailChanges']

export const MarkThreadReadDocument = graphql(`
  mutation MarkThreadRead($id: ID!, $read: Boolean!) {
    markThreadRead(id: $id, read: $read) {
      id
    }
  }
`)

export const StarThreadDocument = graphql(`
  mutation StarThread($id: ID!, $starred: Boolean!) {
    starThread(id: $id, starred: $starred) {
      id
    }
  }
`)

export const MoveThreadDocument = graphql(`
  mutation MoveThread($id: ID!, $folder: Folder!) {
    moveThread(id: $id, folder: $folder) {
      id
    }
  }
`)

export const LabelThreadDocument = graphql(`
  mutation LabelThread($id: ID!, $add: [String!]!, $remove: [String!]!) {
    changeThreadLabels(id: $id, add: $add, remove: $remove) {
      id
    }
  }
`)

export const SnoozeThreadDocument = graphql(`
  mutation SnoozeThread($id: ID!, $until: DateTime) {
    snoozeThread(id: $id, until: $until) {
      id
    }
  }
`)

export const AssignThreadDocument = graphql(`
  mutation AssignThread($id: ID!, $assignee: String) {
    assignThread(id: $id, assignee: $assignee) {
      id
    }
  }
`)

export const AssigneesDocument = graphql(`
  query Assignees {
    threads(first: 100) {
      nodes {
        id
        assignee
      }
    }
  }
`)

export const CreateLabelDocument = graphql(`
  mutation CreateLabel($input: CreateLabelInput!) {
    createLabel(input: $input) {
      id
      name
    }
  }
`)

export const RenameLabelDocument = graphql(`
  mutation RenameLabel($id: ID!, $name: String!) {
    updateLabel(id: $id, input: { name: $name }) {
      id
      name
    }
  }
`)

export const BlockedSendersDocument = graphql(`
  query BlockedSenders($after: String) {
    blockedSenders(first: 50, after: $after) {
      nodes {
        id
        sender
        forgedOnly
        testMode
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
export type BlockedSendersQuery = ResultOf<typeof BlockedSendersDocument>

export const BlockSenderDocument = graphql(`
  mutation BlockSender($input: BlockSenderInput!) {
    blockSender(input: $input) {
      id
      sender
    }
  }
`)

export const UnblockSenderDocument = graphql(`
  mutation UnblockSender($id: ID!) {
    unblockSender(id: $id)
  }
`)

export const DeleteLabelDocument = graphql(`
  mutation DeleteLabel($id: ID!) {
    deleteLabel(id: $id)
  }
`)

export const CreateInboxDocument = graphql(`
  mutation CreateInbox($input: CreateInboxInput!) {
    createInbox(input: $input) {
      id
      address
    }
  }
`)

export const DeleteInboxDocument = graphql(`
  mutation DeleteInbox($id: ID!) {
    deleteInbox(id: $id)
  }
`)

export const ReceiveMailDocument = graphql(`
  mutation ReceiveMail($domain: String!) {
    setDomainInbound(domain: $domain, enabled: true) {
      mxRecord {
        priority
        value
      }
    }
  }
`)
export type ReceiveMailMutation = ResultOf<typeof ReceiveMailDocument>
