import { randomUUID } from 'node:crypto'
import { postMail } from '../../support/post-mail.js'
import { atData } from '../../support/smtp-client.js'
import type { AcceptedInbound } from '../book.js'
import type { Account, World } from '../world.js'

const ANSWERS_PERCENT = 40
const FILES_PERCENT = 30

interface NewMail extends Omit<AcceptedInbound, 'by'> {
  raw: string
}

/** A mail to an account, which answers an earlier one now and then. */
function newMail({ book, random }: World, { id: accountId, domain }: Account): NewMail {
  const rfcMessageId = `${randomUUID()}@elsewhere.test`
  const earlier = book.inbound.filter((mail) => mail.accountId === accountId).slice(-50)
  const answered = random.below(100) < ANSWERS_PERCENT && earlier.length > 0 ? random.oneOf(earlier) : null
  const hasAttachment = random.below(100) < FILES_PERCENT
  // Answers have the subject of what they answer.
  const subject = answered ? `Re: ${subjectOf(answered.rfcMessageId)}` : subjectOf(rfcMessageId)
  const lines = [
    `Message-ID: <${rfcMessageId}>`,
    `From: Ada <ada-${rfcMessageId.slice(0, 8)}@elsewhere.test>`,
    `To: help@${domain}`,
    `Subject: ${subject}`,
    ...(answered ? [`In-Reply-To: <${answered.rfcMessageId}>`, `References: <${answered.rfcMessageId}>`] : []),
    ...(hasAttachment ? withFile() : ['', 'Where is my parcel?']),
  ]
  const answers = answered?.rfcMessageId ?? null
  return { accountId, recipient: `help@${domain}`, rfcMessageId, answers, hasAttachment, raw: lines.join('\r\n') }
}

/** Every thread has a subject of its own: the one of its first mail. */
const subjects = new Map<string, string>()
function subjectOf(rfcMessageId: string): string {
  return subjects.get(rfcMessageId) ?? `Parcel ${rfcMessageId.slice(0, 8)}`
}

/** A mail by the callback of a receiving service. */
export async function byCallback(world: World, account: Account): Promise<void> {
  const { raw, ...mail } = newMail(world, account)
  const sender = 'ada@elsewhere.test'
  const taken = await world.client.repeat(async () => {
    const answer = await postMail(world.client.api(), raw, { recipients: mail.recipient, sender })
    return world.client.orRetry(answer)
  })
  if (taken && taken.result.status !== 200) {
    const { status, body } = taken.result
    world.book.problems.push(`a received mail was answered with ${status} ${JSON.stringify(body)}`)
  } else if (taken) note(world, { ...mail, by: 'callback' }, raw)
}

/** A mail by SMTP. */
export async function bySmtp(world: World, account: Account): Promise<void> {
  const { raw, ...mail } = newMail(world, account)
  const isTaken = await world.client.repeat(async () => {
    const session = await atData(world.fleet.smtpPort, mail.recipient)
    try {
      const reply = await session.command(`${raw}\r\n.`)
      return reply.startsWith('250') ? true : null
    } finally {
      session.close()
    }
  })
  if (isTaken) note(world, { ...mail, by: 'smtp' }, raw)
}

function note({ book }: World, mail: AcceptedInbound, raw: string): void {
  subjects.set(mail.rfcMessageId, /^Subject: (?:Re: )?(.*)$/m.exec(raw)![1]!.trim())
  book.inbound.push(mail)
}

function withFile(): string[] {
  const boundary = 'part-of-a-mail'
  return [
    ...['MIME-Version: 1.0', `Content-Type: multipart/mixed; boundary="${boundary}"`, '', `--${boundary}`],
    ...['Content-Type: text/plain', '', 'Where is my parcel?', `--${boundary}`],
    ...['Content-Type: text/csv; name="parcels.csv"', 'Content-Disposition: attachment; filename="parcels.csv"', ''],
    ...['number,state', '4711,lost', `--${boundary}--`],
  ]
}
