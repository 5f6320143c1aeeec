import { graphql, type ResultOf } from '../../../graphql/graphql'

export const NoteFragment = graphql(`
  fragment Note on Note {
    id
    author
    text
    createdAt
    updatedAt
  }
`)
export type NoteFragment = ResultOf<typeof NoteFragment>

export const NotesDocument = graphql(
  `
  query Notes($id: ID!, $after: String) {
    thread(id: $id) {
      id
      notes(first: 100, after: $after) {
        nodes {
          ...Note
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`,
  [NoteFragment],
)

export const CreateNoteDocument = graphql(`
  mutation CreateNote($threadId: ID!, $input: CreateNoteInput!) {
    createNote(threadId: $threadId, input: $input) {
      id
    }
  }
`)

export const UpdateNoteDocument = graphql(`
  mutation UpdateNote($id: ID!, $text: String!) {
    updateNote(id: $id, text: $text) {
      id
      text
      updatedAt
    }
  }
`)

export const DeleteNoteDocument = graphql(`
  mutation DeleteNote($id: ID!) {
    deleteNote(id: $id)
  }
`)
