import { graphql } from '../../graphql/graphql'

export const UploadsDocument = graphql(`
  query Uploads($after: String) {
    uploads(first: 50, after: $after) {
      nodes {
        id
        url
        contentType
        size
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export const DeleteUploadDocument = graphql(`
  mutation DeleteUpload($id: ID!) {
    deleteUpload(id: $id)
  }
`)
