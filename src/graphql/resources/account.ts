import { getVerification } from '../../operations/account.js'
import { builder } from '../builder.js'
import { objectIn, outputOf } from '../contract-types.js'
import { runs } from '../resolve.js'

const { shape } = getVerification.output

const ChannelVerification = outputOf('ChannelVerification', 'The status of a channel.', shape.channels.element, {
  about: {
    status: 'For email `verified`, `pending` or `sandbox`; for webhook `ready` or `not_configured`.',
    verified: 'Whether the status is `verified`.',
  },
})

const SendingPause = outputOf(
  'SendingPause',
  'Why live mail of the account is neither accepted nor sent.',
  objectIn(getVerification.output, 'sending_paused'),
  { types: { rate_percent: 'Float', limit_percent: 'Float' } },
)

const CompatApi = outputOf(
  'CompatApi',
  'The API of another service that the deployment has.',
  shape.endpoints.shape.compat_apis.element,
)

const Endpoints = outputOf('Endpoints', 'Where programs reach the service.', shape.endpoints, {
  types: { compat_apis: [CompatApi] },
})

const Account = outputOf('Account', 'The account of the key.', getVerification.output, {
  types: { channels: [ChannelVerification], sending_paused: SendingPause, endpoints: Endpoints },
  about: {
    account_id: 'Its identifier.',
    sandbox_mode: 'Whether it has no verified sending domain yet: it then sends from the shared sender only.',
    shared_email_sender: 'Sender of accounts without a verified domain.',
    channels: 'The status of each channel.',
  },
})

builder.queryField('account', (t) => t.field({ type: Account, ...runs(getVerification) }))
