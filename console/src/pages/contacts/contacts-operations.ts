import { graphql, type ResultOf } from '../../graphql/graphql'

export const ContactsDocument = graphql(`
  query Contacts($after: String, $search: String, $listId: ID) {
    contacts(first: 50, after: $after, search: $search, listId: $listId) {
      nodes {
        id
        email
        firstName
        lastName
        status
        attributes
        createdAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
export type ContactsQuery = ResultOf<typeof ContactsDocument>

export const ContactIdsDocument = graphql(`
  query ContactIds($after: String, $search: String, $listId: ID) {
    contacts(first: 100, after: $after, search: $search, listId: $listId) {
      nodes {
        id
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export const ChangeContactsDocument = graphql(`
  mutation ChangeContacts($input: ChangeContactsInput!) {
    changeContacts(input: $input) {
      results {
        contactId
        outcome
        message
      }
    }
  }
`)

export const ContactListsDocument = graphql(`
  query ContactLists($after: String) {
    contactLists(first: 50, after: $after) {
      nodes {
        id
        name
        description
        isTopic
        filter {
          match
        }
        createdAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export const CreateContactDocument = graphql(`
  mutation CreateContact($input: CreateContactInput!) {
    createContact(input: $input) {
      id
    }
  }
`)

export const CreateContactListDocument = graphql(`
  mutation CreateContactList($input: CreateContactListInput!) {
    createContactList(input: $input) {
      id
    }
  }
`)
