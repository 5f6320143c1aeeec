import { graphql } from '../../graphql/graphql'

export const ContactsDocument = graphql(`
  query Contacts($after: String, $search: String, $listId: ID) {
    contacts(first: 50, after: $after, search: $search, listId: $listId) {
      nodes {
        id
        email
        firstName
        lastName
        status
        createdAt
      }
      pageInfo {
        hasNextPage
        endCursor
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
