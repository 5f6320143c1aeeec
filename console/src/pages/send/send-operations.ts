import { graphql } from '../../graphql/graphql'

export const SendMessageDocument = graphql(`
  mutation SendMessage($input: SendInput!) {
    sendMessage(input: $input) {
      id
      status
    }
  }
`)
