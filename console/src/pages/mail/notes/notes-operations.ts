import { graphql } from '../../../graphql/graphql'
import { NoteFragment } from './note-fragment'

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
