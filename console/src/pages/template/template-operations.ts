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

/** A way to reach somebody. */
export type Channel =
  /** Mail, the one channel that sends. */
  | 'EMAIL'
  /** Not enabled. */
  | 'PUSH'
  /** Not enabled. */
  | 'SMS'
  /** Not enabled. */
  | 'VOICE'
  /** Requests to your endpoint. */
  | 'WEBHOOK';

/** A new template. */
export type CreateTemplateInput = {
  /** The HTML, which may contain `{{ name }}` variables; their values are escaped. */
  bodyHtml: string;
  /** The plain text; null if there is none. */
  bodyText?: string | null | undefined;
  /** EMAIL if left out; the others answer `channel_not_enabled`. */
  channel?: Channel | null | undefined;
  /** Its name, for people. */
  name: string;
  /** Its name for programs, unique in the account. It is taken wherever its id is. */
  slug?: string | null | undefined;
  /** The subject, which may contain `{{ name }}` variables. */
  subject: string;
  /** The variables that it declares. */
  variables?: Array<TemplateVariableInput> | null | undefined;
};

/** Whom to reach. */
export type DestinationInput = {
  /** Addresses of further recipients, whom the others do not see. */
  bcc?: Array<string> | null | undefined;
  /** Addresses of further recipients. */
  cc?: Array<string> | null | undefined;
  /** The recipient, like `ada@example.com` or `Ada <ada@example.com>`. Required unless `to` is given. */
  email?: string | null | undefined;
  /** Name shown with `email`. Takes precedence over a name in it. */
  name?: string | null | undefined;
  /** Addresses of several recipients, instead of `email`, like `ada@example.com` or `Ada <ada@example.com>`. All get the same mail and see each other. Marketing mail takes one. */
  to?: Array<string> | null | undefined;
};

/** What a message is for. */
export type MessageType =
  /** It may be unsubscribed from. */
  | 'MARKETING'
  /** It answers something that its recipient did. */
  | 'TRANSACTIONAL';

/** Who sends, and fields of your own. */
export type MetadataInput = {
  /** Fields of your own, as a JSON object: webhooks about the message repeat them. */
  custom?: unknown;
  /** Sender, like `me@example.com` or `Me <me@example.com>`. Required if the account has a verified domain. */
  fromEmail?: string | null | undefined;
};

/** What a mail says. */
export type PayloadInput = {
  /** Files that come with it: at most 7 MiB in all when decoded. */
  attachments?: Array<AttachmentInput> | null | undefined;
  /** The body as HTML. */
  bodyHtml?: string | null | undefined;
  /** The body as plain text. */
  bodyText?: string | null | undefined;
  /** Custom headers of the mail. Headers that the service sets itself or that mail relays obey are refused. */
  headers?: unknown;
  /** Addresses that answers go to. */
  replyTo?: Array<string> | null | undefined;
  /** The subject. */
  subject?: string | null | undefined;
};

/** A source to render. */
export type PreviewTemplateInput = {
  /** The HTML, which may contain `{{ name }}` variables; their values are escaped. */
  bodyHtml: string;
  /** The plain text; null if there is none. */
  bodyText?: string | null | undefined;
  /** The subject, which may contain `{{ name }}` variables. */
  subject: string;
  /** The variables that it declares. */
  variables?: Array<TemplateVariableInput> | null | undefined;
  /** Values of the variables, by name. */
  vars?: unknown;
};

/** A message to send. */
export type SendInput = {
  /** EMAIL if left out; the others answer `channel_not_enabled`. */
  channel?: Channel | null | undefined;
  /** At most 50 recipients in total; each is billed as one message. */
  destination: DestinationInput;
  /** Unique to this message. A repeated request with the same key and body gets the first response again. */
  idempotencyKey: string;
  /** The kind of mail; `transactional` if left out. `marketing` mail is not sent to unsubscribed recipients, and has an unsubscribe link. */
  messageType?: MessageType | null | undefined;
  /** The sender, and fields of your own. */
  metadata?: MetadataInput | null | undefined;
  /** Subject and at least one of the two bodies; may be left out with a `templateId`. */
  payload?: PayloadInput | null | undefined;
  /** When to send it: no more than 1 minute in the past and no more than 90 days in the future. */
  scheduledAt?: string | null | undefined;
  /** Up to 10 words of your own by name, like `{"order": "8471"}`. */
  tags?: unknown;
  /** Template, by its id or slug, for the subject and the bodies, in its newest version. `payload.subject` takes precedence. */
  templateId?: string | null | undefined;
  /** Variables of the template. */
  templateVars?: unknown;
  /** Sends a real mail to a verified test recipient, free of charge. */
  testSend?: boolean | null | undefined;
  /** Tracking of the HTML. Off unless the deployment turns it on. */
  tracking?: TrackingInput | null | undefined;
  /** Refuses recipients whose domain has no MX, A or AAAA record. */
  validateRecipient?: boolean | null | undefined;
};

/** A variable that a template declares. */
export type TemplateVariableInput = {
  /** What stands for it when it is absent: any JSON value; null for nothing. */
  default?: unknown;
  /** The name by which the template calls it. */
  name: string;
  /** Whether rendering fails without it. */
  required?: boolean | null | undefined;
  /** What it may look like, for people: any JSON value. */
  sample?: unknown;
};

/** What is tracked of a mail. */
export type TrackingInput = {
  /** Whether to record clicks on links. */
  clicks?: boolean | null | undefined;
  /** Whether to record opens. */
  opens?: boolean | null | undefined;
};

/** What is to change of a template. */
export type UpdateTemplateInput = {
  /** The HTML, which may contain `{{ name }}` variables; their values are escaped. */
  bodyHtml?: string | null | undefined;
  /** The plain text; null if there is none. */
  bodyText?: string | null | undefined;
  /** Whether it can be sent. */
  isActive?: boolean | null | undefined;
  /** Its name, for people. */
  name?: string | null | undefined;
  /** Its name for programs, unique in the account. It is taken wherever its id is. */
  slug?: string | null | undefined;
  /** The subject, which may contain `{{ name }}` variables. */
  subject?: string | null | undefined;
  /** All variables: they replace the previous ones. */
  variables?: Array<TemplateVariableInput> | null | undefined;
};

export type TemplateQueryVariables = Exact<{
  id: string;
}>;


export type TemplateQuery = { template: { id: string, name: string, slug: string, isActive: boolean, version: number, updatedAt: string, subject: string, bodyHtml: string, bodyText: string | null, versions: { nodes: Array<{ id: string, version: number, createdAt: string, subject: string, bodyHtml: string, bodyText: string | null, variables: Array<{ name: string, required: boolean, default: unknown, sample: unknown }> }> }, variables: Array<{ name: string, required: boolean, default: unknown, sample: unknown }> } | null };

export type TemplateContentFragment = { subject: string, bodyHtml: string, bodyText: string | null, variables: Array<{ name: string, required: boolean, default: unknown, sample: unknown }> };

export type VariableFragment = { name: string, required: boolean, default: unknown, sample: unknown };

export type PreviewTemplateMutationVariables = Exact<{
  input: PreviewTemplateInput;
}>;


export type PreviewTemplateMutation = { previewTemplate: { subject: string, bodyHtml: string, bodyText: string | null } | null };

export type CreateTemplateMutationVariables = Exact<{
  input: CreateTemplateInput;
}>;


export type CreateTemplateMutation = { createTemplate: { id: string } | null };

export type UpdateTemplateMutationVariables = Exact<{
  id: string;
  input: UpdateTemplateInput;
}>;


export type UpdateTemplateMutation = { updateTemplate: { id: string, version: number } | null };

export type DeleteTemplateMutationVariables = Exact<{
  id: string;
}>;


export type DeleteTemplateMutation = { deleteTemplate: boolean | null };

export type SendTemplateMutationVariables = Exact<{
  input: SendInput;
}>;


export type SendTemplateMutation = { sendMessage: { id: string } | null };

export const TemplateDocument = document<TemplateQuery, TemplateQueryVariables>(`
query Template($id: ID!) {
  template(id: $id) {
    id
    name
    slug
    isActive
    version
    updatedAt
    ...TemplateContent
    versions(first: 20) {
      nodes {
        id
        version
        createdAt
        subject
        bodyHtml
        bodyText
        variables {
          ...Variable
        }
      }
    }
  }
}

fragment TemplateContent on Template {
  subject
  bodyHtml
  bodyText
  variables {
    ...Variable
  }
}

fragment Variable on TemplateVariable {
  name
  required
  default
  sample
}
`)

export const PreviewTemplateDocument = document<PreviewTemplateMutation, PreviewTemplateMutationVariables>(`
mutation PreviewTemplate($input: PreviewTemplateInput!) {
  previewTemplate(input: $input) {
    subject
    bodyHtml
    bodyText
  }
}
`)

export const CreateTemplateDocument = document<CreateTemplateMutation, CreateTemplateMutationVariables>(`
mutation CreateTemplate($input: CreateTemplateInput!) {
  createTemplate(input: $input) {
    id
  }
}
`)

export const UpdateTemplateDocument = document<UpdateTemplateMutation, UpdateTemplateMutationVariables>(`
mutation UpdateTemplate($id: ID!, $input: UpdateTemplateInput!) {
  updateTemplate(id: $id, input: $input) {
    id
    version
  }
}
`)

export const DeleteTemplateDocument = document<DeleteTemplateMutation, DeleteTemplateMutationVariables>(`
mutation DeleteTemplate($id: ID!) {
  deleteTemplate(id: $id)
}
`)

export const SendTemplateDocument = document<SendTemplateMutation, SendTemplateMutationVariables>(`
mutation SendTemplate($input: SendInput!) {
  sendMessage(input: $input) {
    id
  }
}
`)
