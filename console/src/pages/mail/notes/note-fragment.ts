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
