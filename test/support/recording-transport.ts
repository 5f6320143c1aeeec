import type { MailTransport, OutgoingMail, SendResult } from '../../src/providers/mail/mail-transport.js'

export interface RecordingTransport extends MailTransport {
  /** Every hand-over, in order. */
  handed: OutgoingMail[]
}

/** A transport that records the mail it gets and returns the given results. By default it accepts everything. */
export function recordingTransport(
  answer: (mail: OutgoingMail, nth: number) => SendResult | Promise<SendResult> = ({ rfcMessageId }) => ({
    outcome: 'accepted',
    providerMessageId: rfcMessageId,
  }),
): RecordingTransport {
  const handed: OutgoingMail[] = []
  return {
    name: 'capture',
    concurrency: 64,
    handed,
    async send(mail) {
      handed.push(mail)
      return answer(mail, handed.filter(({ messageId }) => messageId === mail.messageId).length)
    },
    check: async () => undefined,
    close: async () => undefined,
  }
}
