import { graphql, type ResultOf, type VariablesOf } from '../../graphql/graphql'

const VariableFragment = graphql(`
  fragment Variable on TemplateVariable {
    name
    required
    default
    sample
  }
`)
export type VariableFragment = ResultOf<typeof VariableFragment>

const TemplateContentFragment = graphql(
  `
  fragment TemplateContent on Template {
    subject
    bodyHtml
    bodyText
    variables {
      ...Variable
    }
  }
`,
  [VariableFragment],
)
export type TemplateContentFragment = ResultOf<typeof TemplateContentFragment>

export const TemplateDocument = graphql(
  `
  query Template($id: ID!) {
    template(id: $id) {
      id
      name
      slug
      isActive
      isLayout
      layoutId
      version
      updatedAt
      ...TemplateContent
      versions(first: 20) {
        nodes {
          id
          version
          createdAt
          subject
          bodyHtml
          bodyText
          variables {
            ...Variable
          }
        }
      }
    }
  }
`,
  [TemplateContentFragment, VariableFragment],
)
export type TemplateQuery = ResultOf<typeof TemplateDocument>

export const PreviewTemplateDocument = graphql(`
  mutation PreviewTemplate($input: PreviewTemplateInput!) {
    previewTemplate(input: $input) {
      subject
      bodyHtml
      bodyText
    }
  }
`)
export type PreviewTemplateMutation = ResultOf<typeof PreviewTemplateDocument>
export type PreviewTemplateMutationVariables = VariablesOf<typeof PreviewTemplateDocument>

export const CreateTemplateDocument = graphql(`
  mutation CreateTemplate($input: CreateTemplateInput!) {
    createTemplate(input: $input) {
      id
    }
  }
`)

export const UpdateTemplateDocument = graphql(`
  mutation UpdateTemplate($id: ID!, $input: UpdateTemplateInput!) {
    updateTemplate(id: $id, input: $input) {
      id
      version
    }
  }
`)

export const DeleteTemplateDocument = graphql(`
  mutation DeleteTemplate($id: ID!) {
    deleteTemplate(id: $id)
  }
`)

export const SendTemplateDocument = graphql(`
  mutation SendTemplate($input: SendInput!) {
    sendMessage(input: $input) {
      id
    }
  }
`)
