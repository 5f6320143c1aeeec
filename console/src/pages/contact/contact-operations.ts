import { graphql, type ResultOf } from '../../graphql/graphql'

export const ContactDocument = graphql(`
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
export type ContactQuery = ResultOf<typeof ContactDocument>

export const ListsOfContactDocument = graphql(`
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

export const UpdateContactDocument = graphql(`
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

export const DeleteContactDocument = graphql(`
  mutation DeleteContact($id: ID!) {
    deleteContact(id: $id)
  }
`)

export const EraseRecipientDocument = graphql(`
  mutation EraseRecipient($email: String!) {
    eraseRecipient(email: $email) {
      contacts
      messages
      inboundEmails
    }
  }
`)

export const AddToListDocument = graphql(`
  mutation AddToList($listId: ID!, $contactId: ID!) {
    addContactListMember(listId: $listId, contactId: $contactId) {
      listId
    }
  }
`)

export const RemoveFromListDocument = graphql(`
  mutation RemoveFromList($listId: ID!, $contactId: ID!) {
    removeContactListMember(listId: $listId, contactId: $contactId) {
      id
    }
  }
`)
