import { graphql, type ResultOf } from '../../graphql/graphql'

const ProgressFragment = graphql(`
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
export type ProgressFragment = ResultOf<typeof ProgressFragment>

export const ImportContactsDocument = graphql(
  `
  mutation ImportContacts($input: ImportContactsInput!) {
    importContacts(input: $input) {
      ...Progress
    }
  }
`,
  [ProgressFragment],
)

export const CreateListOfImportDocument = graphql(`
  mutation CreateListOfImport($input: CreateContactListInput!) {
    createContactList(input: $input) {
      id
    }
  }
`)

export const ContactImportDocument = graphql(
  `
  query ContactImport($id: ID!) {
    contactImport(id: $id) {
      ...Progress
    }
  }
`,
  [ProgressFragment],
)
