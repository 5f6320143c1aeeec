// Written by `npm run generate` from the schema and the `.graphql` files of the console. Do not edit.
import { document } from '../../graphql/document'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** A file of a mail. */
export type AttachmentInput = {
  /** Base64. Not allowed with an `uploadId`. All attachments together have at most 7 MiB when decoded. */
  content?: string | null | undefined;
  /** Name for references as `cid:…` in the HTML; the attachment is then shown inline. */
  contentId?: string | null | undefined;
  /** Its MIME type, like `image/png`. */
  contentType?: string | null | undefined;
  /** Name of the file. */
  filename?: string | null | undefined;
  /** An upload to attach, instead of `content`. */
  uploadId?: string | null | undefined;
};

/** A sender to block. */
export type BlockSenderInput = {
  /** An address, or a domain for all its addresses and subdomains. */
  sender: string;
};

/** A new mail. */
export type ComposeInput = {
  /** Files that come with it: at most 7 MiB in all when decoded. */
  attachments?: Array<AttachmentInput> | null | undefined;
  /** Further recipients, whom the others do not see. */
  bcc?: Array<string> | null | undefined;
  /** The body as HTML. */
  bodyHtml?: string | null | undefined;
  /** The body as plain text. */
  bodyText?: string | null | undefined;
  /** Further recipients. */
  cc?: Array<string> | null | undefined;
  /** The sender, at a verified domain of the account. */
  from?: string | null | undefined;
  /** Unique to this mail. Without one, each request sends another mail. */
  idempotencyKey?: string | null | undefined;
  /** The subject. Required. */
  subject?: string | null | undefined;
  /** The recipient, or several: at most 50 with those of cc and bcc. */
  to: Array<string>;
};

/** A new inbox: an address, or a domain and a local part. */
export type CreateInboxInput = {
  /** The address. Or give `domain` and `localPart`. */
  address?: string | null | undefined;
  /** A domain of the account, with `localPart`. */
  domain?: string | null | undefined;
  /** What is before the @, with `domain`. */
  localPart?: string | null | undefined;
  /** A name for people. */
  name?: string | null | undefined;
};

/** A new label. */
export type CreateLabelInput = {
  /** A color for display, like `#ff8800`. */
  color?: string | null | undefined;
  /** Its name, unique ignoring case. */
  name: string;
};

/** Where a thread is. */
export type Folder =
  /** What is done. */
  | 'ARCHIVE'
  /** What came in. */
  | 'INBOX'
  /** Threads with a mail of ours that are not in trash or spam. */
  | 'SENT'
  /** What nobody wanted. */
  | 'SPAM'
  /** What was thrown away. */
  | 'TRASH';

/** A forward. */
export type ForwardInput = {
  /** Files that come with it: at most 7 MiB in all when decoded. */
  attachments?: Array<AttachmentInput> | null | undefined;
  /** Further recipients, whom the others do not see. */
  bcc?: Array<string> | null | undefined;
  /** The body as HTML. */
  bodyHtml?: string | null | undefined;
  /** The body as plain text. */
  bodyText?: string | null | undefined;
  /** Further recipients. */
  cc?: Array<string> | null | undefined;
  /** The sender, at a verified domain of the account. */
  from?: string | null | undefined;
  /** Unique to this mail. Without one, each request sends another mail. */
  idempotencyKey?: string | null | undefined;
  /** The subject. Default: `Fwd: ` and the subject of the newest received mail. */
  subject?: string | null | undefined;
  /** The recipient, or several: at most 50 with those of cc and bcc. */
  to: Array<string>;
};

/** Where a mail comes from. */
export type MailSource =
  /** It was received. */
  | 'INBOUND'
  /** It was sent. */
  | 'OUTBOUND';

/** An answer. */
export type ReplyInput = {
  /** Files that come with it: at most 7 MiB in all when decoded. */
  attachments?: Array<AttachmentInput> | null | undefined;
  /** Further recipients, whom the others do not see. */
  bcc?: Array<string> | null | undefined;
  /** The body as HTML. */
  bodyHtml?: string | null | undefined;
  /** The body as plain text. */
  bodyText?: string | null | undefined;
  /** Further recipients. */
  cc?: Array<string> | null | undefined;
  /** The sender, at a verified domain of the account. */
  from?: string | null | undefined;
  /** Unique to this mail. Without one, each request sends another mail. */
  idempotencyKey?: string | null | undefined;
  /** The subject. Default: `Re: ` and the subject of the thread without such prefixes. */
  subject?: string | null | undefined;
  /** The recipients. Default: the first sender in the thread. */
  to?: Array<string> | null | undefined;
};

export type ThreadsQueryVariables = Exact<{
  after?: string | null | undefined;
  folder?: Folder | null | undefined;
  label?: string | null | undefined;
  q?: string | null | undefined;
  inbox?: string | null | undefined;
  starred?: boolean | null | undefined;
}>;


export type ThreadsQuery = { threads: { hints: Array<string>, nodes: Array<{ id: string, subject: string, snippet: string, participants: Array<string>, lastMessageAt: string, messageCount: number, hasUnread: boolean, isStarred: boolean, labels: Array<string>, folder: Folder }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type ThreadFragment = { id: string, subject: string, snippet: string, participants: Array<string>, lastMessageAt: string, messageCount: number, hasUnread: boolean, isStarred: boolean, labels: Array<string>, folder: Folder };

export type UnreadQueryVariables = Exact<{
  inbox?: string | null | undefined;
}>;


export type UnreadQuery = { inbox: { nodes: Array<{ id: string }>, pageInfo: { hasNextPage: boolean } } | null, archive: { nodes: Array<{ id: string }>, pageInfo: { hasNextPage: boolean } } | null, spam: { nodes: Array<{ id: string }>, pageInfo: { hasNextPage: boolean } } | null, trash: { nodes: Array<{ id: string }>, pageInfo: { hasNextPage: boolean } } | null, labels: { nodes: Array<{ id: string, unread: number }> } | null };

export type CountFragment = { nodes: Array<{ id: string }>, pageInfo: { hasNextPage: boolean } };

export type PlacesQueryVariables = Exact<{ [key: string]: never; }>;


export type PlacesQuery = { inboxes: { nodes: Array<{ id: string, address: string, name: string | null }> } | null, labels: { nodes: Array<{ id: string, name: string, color: string | null }> } | null };

export type ThreadQueryVariables = Exact<{
  id: string;
}>;


export type ThreadQuery = { thread: { id: string, subject: string, snippet: string, participants: Array<string>, lastMessageAt: string, messageCount: number, hasUnread: boolean, isStarred: boolean, labels: Array<string>, folder: Folder, messages: Array<{ id: string, source: MailSource, from: string, to: Array<string>, cc: Array<string>, subject: string, replyText: string | null, occurredAt: string, status: string, isStarred: boolean, dmarcVerdict: string | null, attachments: Array<{ filename: string, contentType: string, size: number, url: string | null }> }> } | null };

export type MailFragment = { id: string, source: MailSource, from: string, to: Array<string>, cc: Array<string>, subject: string, replyText: string | null, occurredAt: string, status: string, isStarred: boolean, dmarcVerdict: string | null, attachments: Array<{ filename: string, contentType: string, size: number, url: string | null }> };

export type ReceivedBodiesQueryVariables = Exact<{
  id: string;
}>;


export type ReceivedBodiesQuery = { inboundEmail: { id: string, htmlSafe: string | null, text: string | null } | null };

export type SentBodiesQueryVariables = Exact<{
  id: string;
}>;


export type SentBodiesQuery = { message: { id: string, content: { bodyHtml: string | null, bodyText: string | null } | null } | null };

export type AnsweredQueryVariables = Exact<{
  id: string;
}>;


export type AnsweredQuery = { inboundEmail: { id: string, recipient: string, text: string | null, headers: Array<{ name: string, value: string }> } | null };

export type MailDomainsQueryVariables = Exact<{ [key: string]: never; }>;


export type MailDomainsQuery = { domains: { nodes: Array<{ id: string, domain: string, fullyVerified: boolean, sandbox: boolean, inboundEnabled: boolean }> } | null };

export type ThreadUpdatedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type ThreadUpdatedSubscription = { threadUpdated: { id: string, subject: string, snippet: string, participants: Array<string>, lastMessageAt: string, messageCount: number, hasUnread: boolean, isStarred: boolean, labels: Array<string>, folder: Folder } };

export type MarkThreadReadMutationVariables = Exact<{
  id: string;
  read: boolean;
}>;


export type MarkThreadReadMutation = { markThreadRead: { id: string } | null };

export type StarThreadMutationVariables = Exact<{
  id: string;
  starred: boolean;
}>;


export type StarThreadMutation = { starThread: { id: string } | null };

export type MoveThreadMutationVariables = Exact<{
  id: string;
  folder: Folder;
}>;


export type MoveThreadMutation = { moveThread: { id: string } | null };

export type LabelThreadMutationVariables = Exact<{
  id: string;
  labels: Array<string> | string;
}>;


export type LabelThreadMutation = { setThreadLabels: { id: string } | null };

export type CreateLabelMutationVariables = Exact<{
  input: CreateLabelInput;
}>;


export type CreateLabelMutation = { createLabel: { id: string, name: string } | null };

export type RenameLabelMutationVariables = Exact<{
  id: string;
  name: string;
}>;


export type RenameLabelMutation = { updateLabel: { id: string, name: string } | null };

export type BlockedSendersQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type BlockedSendersQuery = { blockedSenders: { nodes: Array<{ id: string, sender: string, forgedOnly: boolean, testMode: boolean }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type BlockSenderMutationVariables = Exact<{
  input: BlockSenderInput;
}>;


export type BlockSenderMutation = { blockSender: { id: string, sender: string } | null };

export type UnblockSenderMutationVariables = Exact<{
  id: string;
}>;


export type UnblockSenderMutation = { unblockSender: boolean | null };

export type DeleteLabelMutationVariables = Exact<{
  id: string;
}>;


export type DeleteLabelMutation = { deleteLabel: boolean | null };

export type CreateInboxMutationVariables = Exact<{
  input: CreateInboxInput;
}>;


export type CreateInboxMutation = { createInbox: { id: string, address: string } | null };

export type DeleteInboxMutationVariables = Exact<{
  id: string;
}>;


export type DeleteInboxMutation = { deleteInbox: boolean | null };

export type ReceiveMailMutationVariables = Exact<{
  domain: string;
}>;


export type ReceiveMailMutation = { setDomainInbound: { mxRecord: { priority: string, value: string } } | null };

export type ComposeMailMutationVariables = Exact<{
  input: ComposeInput;
}>;


export type ComposeMailMutation = { compose: { id: string } | null };

export type ReplyToThreadMutationVariables = Exact<{
  id: string;
  input: ReplyInput;
}>;


export type ReplyToThreadMutation = { replyToThread: { id: string } | null };

export type ForwardThreadMutationVariables = Exact<{
  id: string;
  input: ForwardInput;
}>;


export type ForwardThreadMutation = { forwardThread: { id: string } | null };

export const ThreadsDocument = document<ThreadsQuery, ThreadsQueryVariables>(`
query Threads($after: String, $folder: Folder, $label: String, $q: String, $inbox: String, $starred: Boolean) {
  threads(
    first: 50
    after: $after
    folder: $folder
    label: $label
    q: $q
    inbox: $inbox
    starred: $starred
  ) {
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

fragment Thread on Thread {
  id
  subject
  snippet
  participants
  lastMessageAt
  messageCount
  hasUnread
  isStarred
  labels
  folder
}
`)

export const UnreadDocument = document<UnreadQuery, UnreadQueryVariables>(`
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

fragment Count on ThreadConnection {
  nodes {
    id
  }
  pageInfo {
    hasNextPage
  }
}
`)

export const PlacesDocument = document<PlacesQuery, PlacesQueryVariables>(`
query Places {
  inboxes(first: 100) {
    nodes {
      id
      address
      name
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

export const ThreadDocument = document<ThreadQuery, ThreadQueryVariables>(`
query Thread($id: ID!) {
  thread(id: $id) {
    ...Thread
    messages {
      ...Mail
    }
  }
}

fragment Thread on Thread {
  id
  subject
  snippet
  participants
  lastMessageAt
  messageCount
  hasUnread
  isStarred
  labels
  folder
}

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

export const ReceivedBodiesDocument = document<ReceivedBodiesQuery, ReceivedBodiesQueryVariables>(`
query ReceivedBodies($id: ID!) {
  inboundEmail(id: $id) {
    id
    htmlSafe
    text
  }
}
`)

export const SentBodiesDocument = document<SentBodiesQuery, SentBodiesQueryVariables>(`
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

export const AnsweredDocument = document<AnsweredQuery, AnsweredQueryVariables>(`
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

export const MailDomainsDocument = document<MailDomainsQuery, MailDomainsQueryVariables>(`
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

export const ThreadUpdatedDocument = document<ThreadUpdatedSubscription, ThreadUpdatedSubscriptionVariables>(`
subscription ThreadUpdated {
  threadUpdated {
    ...Thread
  }
}

fragment Thread on Thread {
  id
  subject
  snippet
  participants
  lastMessageAt
  messageCount
  hasUnread
  isStarred
  labels
  folder
}
`)

export const MarkThreadReadDocument = document<MarkThreadReadMutation, MarkThreadReadMutationVariables>(`
mutation MarkThreadRead($id: ID!, $read: Boolean!) {
  markThreadRead(id: $id, read: $read) {
    id
  }
}
`)

export const StarThreadDocument = document<StarThreadMutation, StarThreadMutationVariables>(`
mutation StarThread($id: ID!, $starred: Boolean!) {
  starThread(id: $id, starred: $starred) {
    id
  }
}
`)

export const MoveThreadDocument = document<MoveThreadMutation, MoveThreadMutationVariables>(`
mutation MoveThread($id: ID!, $folder: Folder!) {
  moveThread(id: $id, folder: $folder) {
    id
  }
}
`)

export const LabelThreadDocument = document<LabelThreadMutation, LabelThreadMutationVariables>(`
mutation LabelThread($id: ID!, $labels: [String!]!) {
  setThreadLabels(id: $id, labels: $labels) {
    id
  }
}
`)

export const CreateLabelDocument = document<CreateLabelMutation, CreateLabelMutationVariables>(`
mutation CreateLabel($input: CreateLabelInput!) {
  createLabel(input: $input) {
    id
    name
  }
}
`)

export const RenameLabelDocument = document<RenameLabelMutation, RenameLabelMutationVariables>(`
mutation RenameLabel($id: ID!, $name: String!) {
  updateLabel(id: $id, input: {name: $name}) {
    id
    name
  }
}
`)

export const BlockedSendersDocument = document<BlockedSendersQuery, BlockedSendersQueryVariables>(`
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

export const BlockSenderDocument = document<BlockSenderMutation, BlockSenderMutationVariables>(`
mutation BlockSender($input: BlockSenderInput!) {
  blockSender(input: $input) {
    id
    sender
  }
}
`)

export const UnblockSenderDocument = document<UnblockSenderMutation, UnblockSenderMutationVariables>(`
mutation UnblockSender($id: ID!) {
  unblockSender(id: $id)
}
`)

export const DeleteLabelDocument = document<DeleteLabelMutation, DeleteLabelMutationVariables>(`
mutation DeleteLabel($id: ID!) {
  deleteLabel(id: $id)
}
`)

export const CreateInboxDocument = document<CreateInboxMutation, CreateInboxMutationVariables>(`
mutation CreateInbox($input: CreateInboxInput!) {
  createInbox(input: $input) {
    id
    address
  }
}
`)

export const DeleteInboxDocument = document<DeleteInboxMutation, DeleteInboxMutationVariables>(`
mutation DeleteInbox($id: ID!) {
  deleteInbox(id: $id)
}
`)

export const ReceiveMailDocument = document<ReceiveMailMutation, ReceiveMailMutationVariables>(`
mutation ReceiveMail($domain: String!) {
  setDomainInbound(domain: $domain, enabled: true) {
    mxRecord {
      priority
      value
    }
  }
}
`)

export const ComposeMailDocument = document<ComposeMailMutation, ComposeMailMutationVariables>(`
mutation ComposeMail($input: ComposeInput!) {
  compose(input: $input) {
    id
  }
}
`)

export const ReplyToThreadDocument = document<ReplyToThreadMutation, ReplyToThreadMutationVariables>(`
mutation ReplyToThread($id: ID!, $input: ReplyInput!) {
  replyToThread(id: $id, input: $input) {
    id
  }
}
`)

export const ForwardThreadDocument = document<ForwardThreadMutation, ForwardThreadMutationVariables>(`
mutation ForwardThread($id: ID!, $input: ForwardInput!) {
  forwardThread(id: $id, input: $input) {
    id
  }
}
`)
