import type { MailProvider, OutgoingMail, SendResult } from '../../src/providers/mail/mail-provider.js'

export interface RecordingProvider extends MailProvider {
  /** Every hand-over, in order. */
  handed: OutgoingMail[]
}

/** A provider that records the mail it gets and returns the given results. By default it accepts everything. */
export function recordingProvider(
  answer: (mail: OutgoingMail, nth: number) => SendResult | Promise<SendResult> = ({ rfcMessageId }) => ({
    outcome: 'accepted',
    providerMessageId: rfcMessageId,
  }),
): RecordingProvider {
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
