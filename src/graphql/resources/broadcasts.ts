import {
  broadcastProgress,
  cancelBroadcast,
  createBroadcast,
  deleteBroadcast,
  getBroadcast,
  getBroadcastLinks,
  listBroadcastRecipients,
  listBroadcasts,
  pauseBroadcast,
  previewBroadcast,
  previewNewBroadcast,
  resumeBroadcast,
  sendBroadcast,
  testBroadcast,
  updateBroadcast,
} from '../../operations/broadcasts.js'
import { builder } from '../builder.js'
import { connectionOf, pageArgs } from '../connections.js'
import type { GraphqlContext } from '../context.js'
import { inputOf, objectIn, outputOf } from '../contract-types.js'
import { does, looksUp, pages, runs, streams } from '../resolve.js'
import { SendResult, TrackingInput } from './messages.js'

const BroadcastCounts = outputOf(
  'BroadcastCounts',
  'What became of a broadcast. Each message counts at most once in each number.',
  objectIn(getBroadcast.output, 'counts'),
)

const BroadcastFailure = outputOf(
  'BroadcastFailure',
  'A member for whom no message could be made.',
  objectIn(getBroadcast.output, 'failures'),
)

const BroadcastTracking = outputOf(
  'BroadcastTracking',
  'What a broadcast tracks.',
  objectIn(getBroadcast.output, 'tracking'),
)

type Row = Record<string, unknown> & { id: string }

const Broadcast = outputOf('Broadcast', 'A mail to everybody in a list.', getBroadcast.output, {
  node: { kind: 'broadcast', operation: getBroadcast, loader: 'broadcasts' },
  types: { counts: BroadcastCounts, failures: [BroadcastFailure], tracking: BroadcastTracking },
  // Items of a list have no content; it is looked up for all of them together.
  resolve: async (broadcast: Row, key, { loaders }: GraphqlContext) =>
    key in broadcast ? broadcast[key] : (await loaders.all.broadcasts.load(broadcast.id))?.[key as 'subject'],
})
const BroadcastConnection = connectionOf('Broadcast', Broadcast, 'broadcasts')

const BroadcastProgress = outputOf('BroadcastProgress', 'The progress of a broadcast.', broadcastProgress.output, {
  types: { counts: BroadcastCounts },
})

const CreateBroadcastInput = inputOf('CreateBroadcastInput', 'A new broadcast.', createBroadcast.input, {
  types: { reply_to: ['String'], tracking: TrackingInput },
})

const UpdateBroadcastInput = inputOf('UpdateBroadcastInput', 'Changes of a draft.', updateBroadcast.input, {
  types: { reply_to: ['String'], tracking: TrackingInput },
  omit: ['id'],
})

const VariableWarning = outputOf(
  'VariableWarning',
  'A variable that no contact has.',
  objectIn(previewBroadcast.output, 'warnings'),
)
const SendingWarning = outputOf(
  'SendingWarning',
  'A limit that will stop a broadcast.',
  objectIn(previewBroadcast.output, 'sending_warnings'),
)
const BroadcastPreviewChanges = inputOf(
  'BroadcastPreviewChanges',
  'Changes of a broadcast, for its preview.',
  objectIn(previewBroadcast.input, 'changes'),
)
const BroadcastPreviewInput = inputOf(
  'BroadcastPreviewInput',
  'A broadcast that is not created yet, and whose mail to show.',
  previewNewBroadcast.input,
)
const BroadcastPreview = outputOf(
  'BroadcastPreview',
  'The mail of a broadcast to a contact.',
  previewBroadcast.output,
  {
    types: { warnings: [VariableWarning], sending_warnings: [SendingWarning] },
  },
)

const BroadcastRecipient = outputOf(
  'BroadcastRecipient',
  'Somebody who got a broadcast, and what became of the mail.',
  objectIn(listBroadcastRecipients.output, 'recipients'),
)
const BroadcastRecipientConnection = connectionOf('BroadcastRecipient', BroadcastRecipient, 'recipients')

const BroadcastLink = outputOf(
  'BroadcastLink',
  'A link of a broadcast that was clicked.',
  objectIn(getBroadcastLinks.output, 'links'),
)
const BroadcastLinks = outputOf(
  'BroadcastLinks',
  'The links of a broadcast that were clicked.',
  getBroadcastLinks.output,
  {
    types: { links: [BroadcastLink] },
  },
)

builder.queryFields((t) => ({
  broadcast: t.field({
    type: Broadcast,
    args: { id: t.arg({ type: 'ID', required: true, description: 'The broadcast.' }) },
    ...looksUp(getBroadcast),
  }),
  broadcasts: t.field({
    type: BroadcastConnection,
    args: pageArgs(t, listBroadcasts),
    ...pages(listBroadcasts, 'broadcasts'),
  }),
  broadcastRecipients: t.field({
    type: BroadcastRecipientConnection,
    args: {
      id: t.arg({ type: 'ID', required: true, description: 'The broadcast.' }),
      outcome: t.arg.string({
        description: 'Only recipients whose mail had this outcome at least once, like `clicked`.',
      }),
      search: t.arg.string({ description: 'An address, its beginning or its domain.' }),
      ...pageArgs(t, listBroadcastRecipients),
    },
    ...pages(listBroadcastRecipients, 'recipients'),
  }),
  broadcastLinks: t.field({
    type: BroadcastLinks,
    args: { id: t.arg({ type: 'ID', required: true, description: 'The broadcast.' }) },
    ...runs(getBroadcastLinks),
  }),
  previewBroadcast: t.field({
    type: BroadcastPreview,
    args: {
      id: t.arg({ type: 'ID', required: true, description: 'The broadcast.' }),
      contactId: t.arg({
        type: 'ID',
        description: 'The contact whose mail to show. Defaults to the newest contact of the list.',
      }),
      changes: t.arg({
        type: BroadcastPreviewChanges,
        description: 'Shows the mail as it would be with these changes, which are not stored.',
      }),
    },
    ...runs(previewBroadcast),
  }),
  previewNewBroadcast: t.field({
    type: BroadcastPreview,
    args: { input: t.arg({ type: BroadcastPreviewInput, required: true, description: 'The broadcast to show.' }) },
    ...runs(previewNewBroadcast),
  }),
}))

builder.mutationFields((t) => {
  const id = t.arg({ type: 'ID', required: true, description: 'The broadcast.' })
  return {
    createBroadcast: t.field({
      type: Broadcast,
      args: { input: t.arg({ type: CreateBroadcastInput, required: true, description: 'The new broadcast.' }) },
      ...runs(createBroadcast),
    }),
    updateBroadcast: t.field({
      type: Broadcast,
      args: {
        id,
        input: t.arg({ type: UpdateBroadcastInput, required: true, description: 'The fields to change.' }),
      },
      ...runs(updateBroadcast),
    }),
    deleteBroadcast: t.field({ type: 'Boolean', args: { id }, ...does(deleteBroadcast) }),
    sendBroadcast: t.field({ type: Broadcast, args: { id }, ...runs(sendBroadcast) }),
    cancelBroadcast: t.field({ type: Broadcast, args: { id }, ...runs(cancelBroadcast) }),
    pauseBroadcast: t.field({ type: Broadcast, args: { id }, ...runs(pauseBroadcast) }),
    resumeBroadcast: t.field({ type: Broadcast, args: { id }, ...runs(resumeBroadcast) }),
    testBroadcast: t.field({
      type: SendResult,
      args: {
        id,
        email: t.arg.string({ required: true, description: 'The address to send it to.' }),
        idempotencyKey: t.arg.string({ description: 'Unique to the test. A repeated request sends nothing.' }),
      },
      ...runs(testBroadcast),
    }),
  }
})

builder.subscriptionField('broadcastProgress', (t) =>
  t.field({
    type: BroadcastProgress,
    args: { id: t.arg({ type: 'ID', required: true, description: 'The broadcast.' }) },
    description: broadcastProgress.summary,
    ...streams(broadcastProgress),
  }),
)
