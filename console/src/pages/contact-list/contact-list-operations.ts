// Written by `npm run generate` from the schema and the `.graphql` files of the console. Do not edit.
import { document } from '../../graphql/document'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** A new contact. */
export type CreateContactInput = {
  /** Up to 50 values by name. Broadcasts and segments use them. */
  attributes?: unknown;
  /** The address. Upper and lower case do not matter. */
  email: string;
  /** The first name. */
  firstName?: string | null | undefined;
  /** The last name. */
  lastName?: string | null | undefined;
};

/** A condition that a contact meets or not, or a group of them. */
export type SegmentConditionInput = {
  /** Compares this attribute of the contact. */
  attribute?: string | null | undefined;
  /** The conditions of the group. A group has no groups. */
  conditions?: Array<SegmentGroupConditionInput> | null | undefined;
  /** Looks for such an event of mail to the contact. */
  event?: string | null | undefined;
  /** Compares this field of the contact. A condition has one of `field`, `attribute` and `event`; a group has `conditions`. */
  field?: string | null | undefined;
  /** False to find contacts without such an event. `true` if left out. */
  happened?: boolean | null | undefined;
  /** Makes it a group: whether a contact must meet all of its conditions, or any. */
  match?: string | null | undefined;
  /** How a field or an attribute is compared. `contains` ignores case. */
  op?: string | null | undefined;
  /** What it is compared with: for `in` and `not_in` a list of 1 to 100 values; none for `exists` and `missing`. */
  value?: unknown;
  /** How many days back to look for the event. */
  withinDays?: number | null | undefined;
};

/** Who is in a dynamic list. */
export type SegmentFilterInput = {
  /** 1 to 20 conditions, and groups of them. */
  conditions: Array<SegmentConditionInput>;
  /** Whether a contact must meet all conditions, or any. */
  match: string;
};

/** A condition in a group. */
export type SegmentGroupConditionInput = {
  /** Compares this attribute of the contact. */
  attribute?: string | null | undefined;
  /** Looks for such an event of mail to the contact. */
  event?: string | null | undefined;
  /** Compares this field of the contact. A condition has one of `field`, `attribute` and `event`; a group has `conditions`. */
  field?: string | null | undefined;
  /** False to find contacts without such an event. `true` if left out. */
  happened?: boolean | null | undefined;
  /** How a field or an attribute is compared. `contains` ignores case. */
  op?: string | null | undefined;
  /** What it is compared with: for `in` and `not_in` a list of 1 to 100 values; none for `exists` and `missing`. */
  value?: unknown;
  /** How many days back to look for the event. */
  withinDays?: number | null | undefined;
};

/** What is to change of a list. */
export type UpdateContactListInput = {
  /** Null removes it. */
  description?: string | null | undefined;
  /** Another filter, for a dynamic list. A list cannot become dynamic, or stop being so. */
  filter?: SegmentFilterInput | null | undefined;
  /** Whether recipients can leave it on the preference page. */
  isTopic?: boolean | null | undefined;
  /** Another name. */
  name?: string | null | undefined;
};

export type ContactListQueryVariables = Exact<{
  id: string;
}>;


export type ContactListQuery = { contactList: { id: string, name: string, description: string | null, isTopic: boolean, memberCount: number | null, createdAt: string, filter: { match: string, conditions: Array<{ field: string | null, attribute: string | null, op: string | null, value: unknown, event: string | null, withinDays: number | null, happened: boolean | null, match: string | null, conditions: Array<{ field: string | null, attribute: string | null, op: string | null, value: unknown, event: string | null, withinDays: number | null, happened: boolean | null }> | null }> } | null } | null };

export type MembersQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type MembersQuery = { contactList: { id: string, members: { nodes: Array<{ id: string, email: string, firstName: string | null, lastName: string | null, status: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type FindContactQueryVariables = Exact<{
  email: string;
}>;


export type FindContactQuery = { contacts: { nodes: Array<{ id: string, email: string }> } | null };

export type CreateMemberMutationVariables = Exact<{
  input: CreateContactInput;
}>;


export type CreateMemberMutation = { createContact: { id: string } | null };

export type AddMemberMutationVariables = Exact<{
  listId: string;
  contactId: string;
}>;


export type AddMemberMutation = { addContactListMember: { contactId: string } | null };

export type RemoveMemberMutationVariables = Exact<{
  listId: string;
  contactId: string;
}>;


export type RemoveMemberMutation = { removeContactListMember: { id: string } | null };

export type UpdateContactListMutationVariables = Exact<{
  id: string;
  input: UpdateContactListInput;
}>;


export type UpdateContactListMutation = { updateContactList: { id: string, name: string } | null };

export type DeleteContactListMutationVariables = Exact<{
  id: string;
}>;


export type DeleteContactListMutation = { deleteContactList: boolean | null };

export const ContactListDocument = document<ContactListQuery, ContactListQueryVariables>(`
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

export const MembersDocument = document<MembersQuery, MembersQueryVariables>(`
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

export const FindContactDocument = document<FindContactQuery, FindContactQueryVariables>(`
query FindContact($email: String!) {
  contacts(first: 5, search: $email) {
    nodes {
      id
      email
    }
  }
}
`)

export const CreateMemberDocument = document<CreateMemberMutation, CreateMemberMutationVariables>(`
mutation CreateMember($input: CreateContactInput!) {
  createContact(input: $input) {
    id
  }
}
`)

export const AddMemberDocument = document<AddMemberMutation, AddMemberMutationVariables>(`
mutation AddMember($listId: ID!, $contactId: ID!) {
  addContactListMember(listId: $listId, contactId: $contactId) {
    contactId
  }
}
`)

export const RemoveMemberDocument = document<RemoveMemberMutation, RemoveMemberMutationVariables>(`
mutation RemoveMember($listId: ID!, $contactId: ID!) {
  removeContactListMember(listId: $listId, contactId: $contactId) {
    id
  }
}
`)

export const UpdateContactListDocument = document<UpdateContactListMutation, UpdateContactListMutationVariables>(`
mutation UpdateContactList($id: ID!, $input: UpdateContactListInput!) {
  updateContactList(id: $id, input: $input) {
    id
    name
  }
}
`)

export const DeleteContactListDocument = document<DeleteContactListMutation, DeleteContactListMutationVariables>(`
mutation DeleteContactList($id: ID!) {
  deleteContactList(id: $id)
}
`)
