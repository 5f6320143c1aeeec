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

/** A new list. */
export type CreateContactListInput = {
  /** What it is for. */
  description?: string | null | undefined;
  /** Makes it a dynamic list: its members are the contacts that match whenever it is used. */
  filter?: SegmentFilterInput | null | undefined;
  /** Whether recipients can leave it on the preference page. `false` if left out. */
  isTopic?: boolean | null | undefined;
  /** Its name. */
  name: string;
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

export type ContactsQueryVariables = Exact<{
  after?: string | null | undefined;
  search?: string | null | undefined;
  listId?: string | null | undefined;
}>;


export type ContactsQuery = { contacts: { nodes: Array<{ id: string, email: string, firstName: string | null, lastName: string | null, status: string, createdAt: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type ContactListsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type ContactListsQuery = { contactLists: { nodes: Array<{ id: string, name: string, description: string | null, isTopic: boolean, createdAt: string, filter: { match: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type CreateContactMutationVariables = Exact<{
  input: CreateContactInput;
}>;


export type CreateContactMutation = { createContact: { id: string } | null };

export type CreateContactListMutationVariables = Exact<{
  input: CreateContactListInput;
}>;


export type CreateContactListMutation = { createContactList: { id: string } | null };

export const ContactsDocument = document<ContactsQuery, ContactsQueryVariables>(`
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

export const ContactListsDocument = document<ContactListsQuery, ContactListsQueryVariables>(`
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

export const CreateContactDocument = document<CreateContactMutation, CreateContactMutationVariables>(`
mutation CreateContact($input: CreateContactInput!) {
  createContact(input: $input) {
    id
  }
}
`)

export const CreateContactListDocument = document<CreateContactListMutation, CreateContactListMutationVariables>(`
mutation CreateContactList($input: CreateContactListInput!) {
  createContactList(input: $input) {
    id
  }
}
`)
