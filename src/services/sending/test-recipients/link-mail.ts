import type { SystemMailRequest } from '../system-mail/system-mail.js'

/** The data of the mail. */
export interface LinkMail {
  to: string
  /** Address of the account owner who asks. */
  askedBy: string
  /** The one-time link. */
  link: string
}

/**
 * The mail that asks a person to accept test mail from an account. Plain text in short lines, which need no encoding,
 * so that every mail program shows the whole link.
 */
export function linkMail({ to, askedBy, link }: LinkMail): Pick<SystemMailRequest, 'to' | 'subject' | 'text'> {
  const paragraphs = [
    `This sender asks to send test mail to this address:\n${askedBy}`,
    `To agree, open this page and press the button:\n${link}`,
    'The link works once, within 24 hours.',
    'If you do not know the sender, ignore this mail. Nothing will be sent.',
  ]
  return { to, subject: 'Do you want to receive test mail?', text: `${paragraphs.join('\n\n')}\n` }
}
