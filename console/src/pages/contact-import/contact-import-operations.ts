// Written by `npm run generate` from the schema and the `.graphql` files of the console. Do not edit.
import { document } from '../../graphql/document'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** What to import, and where to. */
export type ImportContactsInput = {
  /** What columns mean, by their names: `"email"`, `"first_name"`, `"last_name"`, `"unsubscribed"`, the name of an attribute, or null to leave one out. Other columns mean what they are called. */
  columns?: unknown;
  /** Adds all contacts of the file to this list, also those that exist already. */
  listId?: string | null | undefined;
  /** What a row does whose contact exists: `skip` leaves the contact as it is, `update` gives it the names and attributes of the row; its others stay. `skip` if left out. */
  onDuplicate?: string | null | undefined;
  /** The uploaded file. */
  storageKey: string;
};

export type ImportContactsMutationVariables = Exact<{
  input: ImportContactsInput;
}>;


export type ImportContactsMutation = { importContacts: { id: string, status: string, listId: string | null, processed: number, imported: number, updated: number, addedToList: number, skipped: number, suppressed: number, failure: string | null, errors: Array<{ row: number, email: string, reason: string }> } | null };

export type ContactImportQueryVariables = Exact<{
  id: string;
}>;


export type ContactImportQuery = { contactImport: { id: string, status: string, listId: string | null, processed: number, imported: number, updated: number, addedToList: number, skipped: number, suppressed: number, failure: string | null, errors: Array<{ row: number, email: string, reason: string }> } | null };

export type ProgressFragment = { id: string, status: string, listId: string | null, processed: number, imported: number, updated: number, addedToList: number, skipped: number, suppressed: number, failure: string | null, errors: Array<{ row: number, email: string, reason: string }> };

export const ImportContactsDocument = document<ImportContactsMutation, ImportContactsMutationVariables>(`
mutation ImportContacts($input: ImportContactsInput!) {
  importContacts(input: $input) {
    ...Progress
  }
}

fragment Progress on ContactImport {
  id
  status
  listId
  processed
  imported
  updated
  addedToList
  skipped
  suppressed
  failure
  errors {
    row
    email
    reason
  }
}
`)

export const ContactImportDocument = document<ContactImportQuery, ContactImportQueryVariables>(`
query ContactImport($id: ID!) {
  contactImport(id: $id) {
    ...Progress
  }
}

fragment Progress on ContactImport {
  id
  status
  listId
  processed
  imported
  updated
  addedToList
  skipped
  suppressed
  failure
  errors {
    row
    email
    reason
  }
}
`)
