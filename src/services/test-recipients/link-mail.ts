import type { SystemMailRequest } from '../system-mail/system-mail.js'

/** What the mail says, and to whom. */
export interface LinkMail {
  to: string
  /** Address of whoever asks for the permission. */
  askedBy: string
  /** The one-time link. */
  link: string
}

/**
 * The mail that asks whether an account may send test mail to an address. Plain text, in lines short enough to need no
 * encoding: the link is whole in every reader.
 */
export function linkMail({ to, askedBy, link }: LinkMail): Pick<SystemMailRequest, 'to' | 'subject' | 'text'> {
  const paragraphs = [
    `Test mail may be sent to this address if you agree. It would come from:\n${askedBy}`,
    `To agree, open this page and press the button:\n${link}`,
    'The link works once, within 24 hours.',
    'If you do not know who asks, ignore this mail, and nothing will be sent.',
  ]
  return { to, subject: 'Confirm that test mail may be sent to you', text: `${paragraphs.join('\n\n')}\n` }
}
