/** Where approvals are. */
export const APPROVALS_PATH = '/approvals'

/** What would be done, by the operation that waits. */
const ACTIONS: Record<string, string> = {
  'messages.send': 'Send a mail',
  'mail.compose': 'Write a mail',
  'mail.threads.reply': 'Answer a thread',
  'mail.drafts.send': 'Send a draft',
}

/** What a model asked to do. */
export const actionOf = (operation: string) => ACTIONS[operation] ?? operation

interface StatusWords {
  tone: string
  title: string
}

const STATUSES: Record<string, StatusWords> = {
  pending: { tone: 'warn', title: 'waits for a decision' },
  approved: { tone: 'info', title: 'approved, not sent yet' },
  sent: { tone: 'good', title: 'sent' },
  refused: { tone: 'quiet', title: 'refused' },
  failed: { tone: 'bad', title: 'failed' },
}

export const statusOf = (status: string): StatusWords => STATUSES[status] ?? { tone: 'quiet', title: status }
