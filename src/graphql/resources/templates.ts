import {
  createTemplate,
  deleteTemplate,
  getTemplate,
  listTemplates,
  listTemplateVersions,
  previewTemplate,
  renderTemplate,
  updateTemplate,
} from '../../operations/templates.js'
import { builder } from '../builder.js'
import { connectionOf, pageArgs } from '../connections.js'
import type { GraphqlContext } from '../context.js'
import { inputOf, objectIn, outputOf } from '../contract-types.js'
import { Channel } from '../enums.js'
import { changes, does, looksUp, pages, pagesOf, runs } from '../resolve.js'

const about = {
  name: 'Its name, for people.',
  slug: 'Its name for programs, unique in the account. It is taken wherever its id is.',
  subject: 'The subject, which may contain `{{ name }}` variables; empty for a layout.',
  body_html: 'The HTML, which may contain `{{ name }}` variables; their values are escaped.',
  body_text: 'The plain text; null if there is none.',
  variables: 'The variables that it declares.',
  version: 'The version: 1, and one more for every change of the content.',
  is_active: 'Whether it can be sent.',
  is_layout: 'Whether it is a layout: a frame around the bodies of other templates.',
  layout_id: 'The layout around its bodies.',
}

const variableAbout = {
  name: 'The name by which the template calls it.',
  sample: 'An example, for people: any JSON value.',
  required: 'Whether rendering fails without it.',
  default: 'The value to use when it is absent: any JSON value; null for none.',
}
const variableTypes = { sample: 'JSON', default: 'JSON' }

const TemplateVariable = outputOf(
  'TemplateVariable',
  'A variable that a template declares.',
  objectIn(getTemplate.output, 'variables'),
  { about: variableAbout, types: variableTypes },
)

type Row = Record<string, unknown> & { id: string }

const versionSchema = listTemplateVersions.output.shape.versions.element
const TemplateVersion = outputOf('TemplateVersion', 'One version of a template.', versionSchema, {
  node: { kind: 'templateVersion', operation: listTemplateVersions, loader: 'templateVersions' },
  types: { variables: [TemplateVariable] },
  about,
  resolve: async (version: Row, key, { loaders }: GraphqlContext) =>
    key in version ? version[key] : (await loaders.all.templateVersions.load(version.id))?.[key as 'subject'],
})
const TemplateVersionConnection = connectionOf('TemplateVersion', TemplateVersion, 'versions')

const Template = outputOf('Template', 'A mail with variables, from which many are made.', getTemplate.output, {
  node: { kind: 'template', operation: getTemplate, loader: 'templates' },
  types: { channel: Channel, variables: [TemplateVariable] },
  about,
  // Items of a list have no content; it is looked up for all of them together.
  resolve: async (template: Row, key, { loaders }: GraphqlContext) =>
    key in template ? template[key] : (await loaders.all.templates.load(template.id))?.[key as 'subject'],
  more: (t) => ({
    versions: t.field({
      type: TemplateVersionConnection,
      args: pageArgs(t, listTemplateVersions),
      description: 'Its versions, newest first.',
      ...pagesOf(listTemplateVersions, ({ loaders }, page) => loaders.all.versionsOfTemplate.load(page)),
    }),
  }),
})
const TemplateConnection = connectionOf('Template', Template, 'templates')

const RenderedTemplate = outputOf('RenderedTemplate', 'A rendered template.', renderTemplate.output, {
  about: { subject: 'The subject.', body_html: 'The HTML.', body_text: 'The plain text; null when it has none.' },
})

const TemplateVariableInput = inputOf(
  'TemplateVariableInput',
  'A variable that a template declares.',
  objectIn(createTemplate.input, 'variables'),
  { about: variableAbout, types: variableTypes },
)
const inputTypes = { variables: [TemplateVariableInput] }
const CreateTemplateInput = inputOf('CreateTemplateInput', 'A new template.', createTemplate.input, {
  types: inputTypes,
  about: { ...about, channel: 'EMAIL if left out; the others answer `channel_not_enabled`.' },
})
const UpdateTemplateInput = inputOf('UpdateTemplateInput', 'Changes of a template.', updateTemplate.input, {
  types: inputTypes,
  about: { ...about, variables: 'All variables: they replace the previous ones.' },
  omit: ['id'],
})
const PreviewTemplateInput = inputOf('PreviewTemplateInput', 'A source to render.', previewTemplate.input, {
  types: { ...inputTypes, vars: 'JSON' },
  about: { ...about, vars: 'Values of the variables, by name.' },
})

// biome-ignore lint/suspicious/noExplicitAny: the builder of queries and that of mutations
const renders = (t: any) => ({
  renderTemplate: t.field({
    type: RenderedTemplate,
    args: {
      id: t.arg({ type: 'ID', required: true, description: 'The template.' }),
      vars: t.arg({ type: 'JSON', description: 'Values of its variables, by name.' }),
    },
    ...runs(renderTemplate),
  }),
  previewTemplate: t.field({
    type: RenderedTemplate,
    args: { input: t.arg({ type: PreviewTemplateInput, required: true, description: 'The source.' }) },
    ...runs(previewTemplate),
  }),
})

builder.queryFields((t) => ({
  template: t.field({
    type: Template,
    args: { id: t.arg({ type: 'ID', required: true, description: 'The template.' }) },
    ...looksUp(getTemplate),
  }),
  templates: t.field({
    type: TemplateConnection,
    args: {
      ...pageArgs(t, listTemplates),
      isLayout: t.arg.boolean({ description: 'Only layouts, or only templates that are not layouts.' }),
      layoutId: t.arg({ type: 'ID', description: 'Only templates with this layout: its id or slug.' }),
    },
    ...pages(listTemplates, 'templates'),
  }),
  ...renders(t),
}))

builder.mutationFields((t) => {
  const id = t.arg({ type: 'ID', required: true, description: 'The template.' })
  return {
    createTemplate: t.field({
      type: Template,
      args: { input: t.arg({ type: CreateTemplateInput, required: true, description: 'The new template.' }) },
      ...runs(createTemplate),
    }),
    updateTemplate: t.field({
      type: Template,
      args: {
        id,
        input: t.arg({ type: UpdateTemplateInput, required: true, description: 'The fields to change.' }),
      },
      ...changes(updateTemplate, (updated) => updated as never),
    }),
    deleteTemplate: t.field({ type: 'Boolean', args: { id }, ...does(deleteTemplate) }),
    // They change nothing, and are here as well for clients that call everything that has an input a mutation.
    ...renders(t),
  }
})
