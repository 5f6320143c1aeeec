import { graphql } from '../graphql/graphql'

export const FoundDocument = graphql(`
  query Found($text: String!) {
    threads(q: $text, first: 4) {
      nodes {
        id
        subject
      }
    }
    contacts(search: $text, first: 4) {
      nodes {
        id
        email
        firstName
        lastName
      }
    }
    messages(search: $text, first: 4) {
      nodes {
        id
        subject
        to
      }
    }
  }
`)

/** Few enough to be looked through here. */
export const NamesDocument = graphql(`
  query Names {
    domains(first: 100) {
      nodes {
        id
        domain
      }
    }
    templates(first: 100) {
      nodes {
        id
        name
        slug
      }
    }
  }
`)
