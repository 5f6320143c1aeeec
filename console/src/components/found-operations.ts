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

/** As many as an account can have. They are looked through here. */
export const DomainNamesDocument = graphql(`
  query DomainNames {
    domains(first: 100) {
      nodes {
        id
        domain
      }
    }
  }
`)

export const TemplateNamesDocument = graphql(`
  query TemplateNames($after: String) {
    templates(first: 100, after: $after) {
      nodes {
        id
        name
        slug
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
