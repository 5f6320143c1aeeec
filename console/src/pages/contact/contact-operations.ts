// Written by `npm run generate` from the schema and the `.graphql` files of the console. Do not edit.
import { document } from '../../graphql/document'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** What is to change of a contact. */
export type UpdateContactInput = {
  /** Attributes to set; null removes one. The others stay. */
  attributes?: unknown;
  /** Another address. */
  email?: string | null | undefined;
  /** Null removes it. */
  firstName?: string | null | undefined;
  /** Null removes it. */
  lastName?: string | null | undefined;
};

export type ContactQueryVariables = Exact<{
  id: string;
}>;


export type ContactQuery = { contact: { id: string, email: string, firstName: string | null, lastName: string | null, attributes: unknown, status: string, createdAt: string, updatedAt: string } | null };

export type ListsOfContactQueryVariables = Exact<{
  id: string;
}>;


export type ListsOfContactQuery = { contactLists: { nodes: Array<{ id: string, name: string, filter: { match: string } | null }> } | null };

export type UpdateContactMutationVariables = Exact<{
  id: string;
  input: UpdateContactInput;
}>;


export type UpdateContactMutation = { updateContact: { id: string, email: string, firstName: string | null, lastName: string | null, attributes: unknown, status: string, updatedAt: string } | null };

export type DeleteContactMutationVariables = Exact<{
  id: string;
}>;


export type DeleteContactMutation = { deleteContact: boolean | null };

export type EraseRecipientMutationVariables = Exact<{
  email: string;
}>;


export type EraseRecipientMutation = { eraseRecipient: { contacts: number, messages: number, inboundEmails: number } | null };

export type AddToListMutationVariables = Exact<{
  listId: string;
  contactId: string;
}>;


export type AddToListMutation = { addContactListMember: { listId: string } | null };

export type RemoveFromListMutationVariables = Exact<{
  listId: string;
  contactId: string;
}>;


export type RemoveFromListMutation = { removeContactListMember: { id: string } | null };

export const ContactDocument = document<ContactQuery, ContactQueryVariables>(`
query Contact($id: ID!) {
  contact(id: $id) {
    id
    email
    firstName
    lastName
    attributes
    status
    createdAt
    updatedAt
  }
}
`)

export const ListsOfContactDocument = document<ListsOfContactQuery, ListsOfContactQueryVariables>(`
query ListsOfContact($id: ID!) {
  contactLists(first: 100, contactId: $id) {
    nodes {
      id
      name
      filter {
        match
      }
    }
  }
}
`)

export const UpdateContactDocument = document<UpdateContactMutation, UpdateContactMutationVariables>(`
mutation UpdateContact($id: ID!, $input: UpdateContactInput!) {
  updateContact(id: $id, input: $input) {
    id
    email
    firstName
    lastName
    attributes
    status
    updatedAt
  }
}
`)

export const DeleteContactDocument = document<DeleteContactMutation, DeleteContactMutationVariables>(`
mutation DeleteContact($id: ID!) {
  deleteContact(id: $id)
}
`)

export const EraseRecipientDocument = document<EraseRecipientMutation, EraseRecipientMutationVariables>(`
mutation EraseRecipient($email: String!) {
  eraseRecipient(email: $email) {
    contacts
    messages
    inboundEmails
  }
}
`)

export const AddToListDocument = document<AddToListMutation, AddToListMutationVariables>(`
mutation AddToList($listId: ID!, $contactId: ID!) {
  addContactListMember(listId: $listId, contactId: $contactId) {
    listId
  }
}
`)

export const RemoveFromListDocument = document<RemoveFromListMutation, RemoveFromListMutationVariables>(`
mutation RemoveFromList($listId: ID!, $contactId: ID!) {
  removeContactListMember(listId: $listId, contactId: $contactId) {
    id
  }
}
`)
