import { ById, Nothing, PageRequest } from '../contract/fields.js'
import { LabelChanges, MailLabel, MailLabelPage, NewLabel } from '../contract/mail-labels.js'
import { hasMailApp } from './mail-threads.js'
import { del, get, operation, post, put } from './operation.js'
import { answerPage } from './page.js'

const label = {
  id: 'lbl_01kajqy5d7f9h1k3m5p7r9t1v3',
  name: 'Orders',
  color: '#ff8800',
  unread: 3,
  created_at: '2026-11-21T09:00:00.000Z',
}

export const createLabel = operation({
  name: 'mail.labels.create',
  kind: 'mutation',
  scope: 'read',
  rest: post('/v1/mail/labels', { status: 201 }),
  summary: 'Creates a label.',
  errors: ['label_exists', 'too_many_labels'],
  enabled: hasMailApp,
  input: NewLabel,
  output: MailLabel,
  examples: [
    { summary: 'With a color', input: { name: label.name, color: label.color }, output: { ...label, unread: 0 } },
  ],
  run: ({ caller, services }, given) => services.labels.create(caller.accountId, given),
})

export const listLabels = operation({
  name: 'mail.labels.list',
  forBoundKeys: true,
  kind: 'query',
  scope: 'read',
  rest: get('/v1/mail/labels'),
  summary: 'Lists labels by name.',
  errors: [],
  enabled: hasMailApp,
  input: PageRequest,
  output: MailLabelPage,
  examples: [{ summary: 'All labels', input: { limit: 50 }, output: { labels: [label], next_cursor: null } }],
  run: ({ caller, services }, page) => answerPage('labels', services.labels.list(caller, page)),
})

export const updateLabel = operation({
  name: 'mail.labels.update',
  kind: 'mutation',
  scope: 'read',
  rest: put('/v1/mail/labels/:id'),
  summary: 'Changes the given fields of a label. Threads keep it.',
  errors: ['not_found', 'label_exists'],
  enabled: hasMailApp,
  input: LabelChanges,
  output: MailLabel,
  examples: [
    {
      summary: 'Another name',
      input: { id: label.id, name: 'Purchases' },
      output: { ...label, name: 'Purchases' },
    },
  ],
  run: ({ caller, services }, { id, ...changes }) => services.labels.update(caller.accountId, id, changes),
})

export const deleteLabel = operation({
  name: 'mail.labels.delete',
  kind: 'mutation',
  scope: 'read',
  rest: del('/v1/mail/labels/:id', { status: 204 }),
  summary: 'Deletes a label, and takes it off every thread.',
  errors: ['not_found'],
  enabled: hasMailApp,
  input: ById,
  output: Nothing,
  examples: [{ summary: 'A label that nobody needs', input: { id: label.id }, output: null }],
  run: async ({ caller, services }, { id }) => {
    await services.labels.delete(caller.accountId, id)
    return null
  },
})
