import { graphql, type ResultOf } from '../../graphql/graphql'

export const ContactListDocument = graphql(`
  query ContactList($id: ID!) {
    contactList(id: $id) {
      id
      name
      description
      isTopic
      memberCount
      createdAt
      filter {
        match
        conditions {
          field
          attribute
          op
          value
          event
          withinDays
          happened
          match
          conditions {
            field
            attribute
            op
            value
            event
            withinDays
            happened
          }
        }
      }
    }
  }
`)
export type ContactListQuery = ResultOf<typeof ContactListDocument>

export const MembersDocument = graphql(`
  query Members($id: ID!, $after: String) {
    contactList(id: $id) {
      id
      members(first: 50, after: $after) {
        nodes {
          id
          email
          firstName
          lastName
          status
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`)
export type MembersQuery = ResultOf<typeof MembersDocument>

export const FindContactDocument = graphql(`
  query FindContact($email: String!) {
    contacts(first: 5, search: $email) {
      nodes {
        id
        email
      }
    }
  }
`)

export const CreateMemberDocument = graphql(`
  mutation CreateMember($input: CreateContactInput!) {
    createContact(input: $input) {
      id
    }
  }
`)

export const AddMemberDocument = graphql(`
  mutation AddMember($listId: ID!, $contactId: ID!) {
    addContactListMember(listId: $listId, contactId: $contactId) {
      contactId
    }
  }
`)

export const RemoveMemberDocument = graphql(`
  mutation RemoveMember($listId: ID!, $contactId: ID!) {
    removeContactListMember(listId: $listId, contactId: $contactId) {
      id
    }
  }
`)

export const UpdateContactListDocument = graphql(`
  mutation UpdateContactList($id: ID!, $input: UpdateContactListInput!) {
    updateContactList(id: $id, input: $input) {
      id
      name
    }
  }
`)

export const DeleteContactListDocument = graphql(`
  mutation DeleteContactList($id: ID!) {
    deleteContactList(id: $id)
  }
`)
