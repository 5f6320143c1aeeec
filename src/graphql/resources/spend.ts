import { deleteSpendCap, listSpendCaps, setSpendCap } from '../../operations/spend-caps.js'
import { getUsage } from '../../operations/usage.js'
import { builder } from '../builder.js'
import { connectionOf, pageArgs } from '../connections.js'
import { inputOf, outputOf } from '../contract-types.js'
import { Channel } from '../enums.js'
import { does, pages, runs } from '../resolve.js'

const { shape } = getUsage.output

const ChannelUsage = outputOf('ChannelUsage', 'The usage of a channel in a month.', shape.channels.element, {
  types: { channel: Channel, cost_micros: 'Micros' },
  about: { send_count: 'Recipients of mail accepted with live keys.', cost_micros: 'What they cost.' },
})

const Usage = outputOf('Usage', 'What an account has sent and spent in a month.', getUsage.output, {
  types: { channels: [ChannelUsage], total_cost_micros: 'Micros' },
  about: {
    period: 'Year and month (UTC), like 2026-11.',
    total_send_count: 'Recipients of mail accepted with live keys, in all.',
    total_cost_micros: 'What they cost, in all.',
    channels: 'The same by channel.',
  },
})

const limits = { soft_limit_micros: 'Micros', hard_limit_micros: 'Micros' } as const
const about = {
  key_id: 'The key; null for the account.',
  soft_limit_micros: 'Alerts the owner by mail when it is reached; null for no limit.',
  hard_limit_micros: 'Stops sends that would pass it; null for no limit.',
}

const SpendCap = outputOf('SpendCap', 'A limit on what is spent in a month.', setSpendCap.output, {
  node: { kind: 'spendCap', operation: listSpendCaps, service: 'spend' },
  types: { ...limits, used_micros: 'Micros' },
  about: { ...about, used_micros: 'What the account or the key has spent in the current month (UTC).' },
})
const SpendCapConnection = connectionOf('SpendCap', SpendCap, 'spend caps')
const SetSpendCapInput = inputOf('SetSpendCapInput', 'A limit on what is spent in a month.', setSpendCap.input, {
  types: limits,
  about,
})

builder.queryFields((t) => ({
  usage: t.field({
    type: Usage,
    args: { period: t.arg.string({ description: 'Year and month (UTC). Defaults to the current month.' }) },
    ...runs(getUsage),
  }),
  spendCaps: t.field({
    type: SpendCapConnection,
    args: pageArgs(t, listSpendCaps),
    ...pages(listSpendCaps, 'spend_caps'),
  }),
}))

builder.mutationFields((t) => ({
  setSpendCap: t.field({
    type: SpendCap,
    args: { input: t.arg({ type: SetSpendCapInput, required: true, description: 'The cap.' }) },
    ...runs(setSpendCap),
  }),
  deleteSpendCap: t.field({
    type: 'Boolean',
    args: { id: t.arg({ type: 'ID', required: true, description: 'The cap.' }) },
    ...does(deleteSpendCap),
  }),
}))
