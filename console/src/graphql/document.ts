import { gql, type TypedDocumentNode } from '@urql/core'

/** A GraphQL document of the generated operations, with the types of its result and its variables. */
export const document = <Data, Variables extends object>(text: string) =>
  gql(text) as unknown as TypedDocumentNode<Data, Variables>
