import { graphql } from '../../../graphql/graphql'

export const MergeTargetsDocument = graphql(`
  query MergeTargets($q: String!) {
    threads(first: 20, q: $q) {
      nodes {
        id
        subject
        participants
        lastMessageAt
        messageCount
        folder
      }
    }
  }
`)

export const MergeThreadsDocument = graphql(`
  mutation MergeThreads($id: ID!, $threadId: ID!) {
    mergeThreads(id: $id, threadId: $threadId) {
      id
      subject
    }
  }
`)

export const SplitMailDocument = graphql(`
  mutation SplitMail($source: MailSource!, $id: ID!) {
    splitMessage(source: $source, id: $id) {
      id
    }
  }
`)
