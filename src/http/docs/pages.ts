/** A page of the documentation, written in Markdown. */
export interface DocsPage {
  /** Its address. */
  path: string
  /** Its name in the navigation. */
  title: string
  /** Its file, below the folder `docs`. */
  file: string
}

/** A link of the navigation to a page that is made otherwise. */
export interface DocsLink {
  path: string
  title: string
}

export interface DocsSection {
  title: string
  entries: readonly (DocsPage | DocsLink)[]
}

/** Where the documentation starts. */
export const DOCS_PATH = '/docs'

/** The reference of the REST API, where requests can be tried. */
export const API_PATH = `${DOCS_PATH}/api`

const page = (title: string, file: string, name = file): DocsPage => ({
  path: `${DOCS_PATH}/${name}`,
  title,
  file: `${file}.md`,
})

/** The navigation, in reading order. */
export const SECTIONS: readonly DocsSection[] = [
  {
    title: 'Start',
    entries: [{ path: DOCS_PATH, title: 'Quick start', file: 'guides/quick-start.md' }, page('The console', 'console')],
  },
  {
    title: 'Guides',
    entries: [
      page('Send your first email', 'guides/first-mail'),
      page('Verify a domain', 'guides/verify-a-domain'),
      page('Receive webhooks', 'guides/receive-webhooks'),
      page('Receive mail', 'guides/receive-mail'),
      page('Live timelines', 'guides/live-timelines'),
      page('Move an account here', 'guides/move-in'),
      page('Use the SDK that you have', 'guides/use-your-sdk'),
      page('Resend', 'compat/resend'),
      page('SendGrid', 'compat/sendgrid'),
      page('Postmark', 'compat/postmark'),
      page('Mailgun', 'compat/mailgun'),
      page('Move from Resend', 'guides/migrate-from-resend'),
      page('Move from Postmark', 'guides/migrate-from-postmark'),
      page('Move from SendGrid', 'guides/migrate-from-sendgrid'),
    ],
  },
  {
    title: 'Frameworks',
    entries: [
      page('Next.js', 'frameworks/nextjs'),
      page('Express', 'frameworks/express'),
      page('Fastify', 'frameworks/fastify'),
      page('Hono', 'frameworks/hono'),
      page('NestJS', 'frameworks/nestjs'),
      page('React Email', 'frameworks/react-email'),
      page('Nodemailer', 'frameworks/nodemailer'),
    ],
  },
  {
    title: 'Concepts',
    entries: [
      page('Message', 'guides/concepts/message', 'concepts/message'),
      page('Timeline', 'guides/concepts/timeline', 'concepts/timeline'),
      page('Webhook', 'guides/concepts/webhook', 'concepts/webhook'),
      page('Thread', 'guides/concepts/thread', 'concepts/thread'),
      page('Glossary', 'glossary'),
    ],
  },
  {
    title: 'Reference',
    entries: [
      { path: API_PATH, title: 'API reference' },
      page('The API in words', 'api', 'using-the-api'),
      page('tRPC procedures', 'trpc'),
      page('Tools for language models', 'mcp'),
      page('Webhooks', 'webhooks'),
      page('Received mail', 'receiving'),
      page('The mail app', 'mail-app'),
      page('Templates', 'templates'),
      page('Contacts and lists', 'contacts'),
      page('Broadcasts', 'broadcasts'),
      page('Suppressions and tracking', 'tracking-and-unsubscribe'),
      page('Sending by SMTP', 'sending-by-smtp'),
    ],
  },
  {
    title: 'Operating',
    entries: [
      page('Self-host and scale', 'guides/self-host'),
      page('Kubernetes', 'guides/kubernetes'),
      page('Settings', 'settings'),
      page('Command line', 'command-line'),
      page('Operating', 'operating'),
      page('Scaling', 'scaling'),
      page('Metrics', 'metrics'),
      page('Callbacks', 'callbacks'),
      page('Billing', 'billing'),
      page('Reliability', 'guides/reliability'),
      page('Disaster drills', 'guides/disaster-drills'),
      page('Performance', 'performance'),
    ],
  },
]

/** The pages that are written in Markdown, in reading order. */
export const DOCS_PAGES: readonly DocsPage[] = SECTIONS.flatMap(({ entries }) =>
  entries.filter((entry): entry is DocsPage => 'file' in entry),
)
