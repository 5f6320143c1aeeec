import type { Examples } from './exchange.js'

export const validationExamples = {
  'messages.validate': [
    {
      summary: 'An address that can get mail',
      input: { email: 'ada@example.com' },
      output: { email: 'ada@example.com', valid: true, reason: 'ok' },
    },
    {
      summary: 'A domain that takes none',
      input: { email: 'ada@example.invalid' },
      output: { email: 'ada@example.invalid', valid: false, reason: 'undeliverable_domain' },
    },
  ],
} satisfies Examples
