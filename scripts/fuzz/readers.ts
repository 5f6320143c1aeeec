import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { TaskKilledError } from '../../src/lib/threads/task-thread.js'
import { callbackOfReport } from '../../src/providers/smtp/reports/stored-report.js'
import { HtmlReader } from '../../src/services/reading/html-reader.js'
import { MailParser } from '../../src/services/reading/mail-parser.js'
import { ReaderThreads } from '../../src/services/reading/reader-threads.js'
import type { SpfAnswer, SpfQuestion } from '../../src/services/receiving/authenticity/spf-check.js'
import { longestTurn } from '../../test/support/longest-turn.js'
import { attackMail, blankReport, READING_ATTACKS } from '../../test/support/reading-attacks.js'
import { exchange, exim, feedbackLoop, gmail, postfix, sendmail } from '../../test/support/reports.js'
import type { Ground, Kind } from './kind.js'
import { mutated } from './pump.js'

const UNITS = [
  ' ',
  '\r\n ',
  '\r',
  '"',
  '"a\\',
  '‹',
  '(',
  '<',
  '<a href=x target=y>',
  'cid:%',
  '=20',
  '=?utf-8?q?a?= ',
  ',',
  ';',
  '\u0301\u0316',
  '--b\r\n',
  '&amp',
]
const REPORT_UNITS = [...UNITS, 'Final-Recipient: rfc822; a@b.cc\r\n', 'Action: failed\r\n\r\n', ':', '5.1.1 ']
const SPF_UNITS = [
  '%{l}',
  '%{h}',
  '%{s}',
  '%{d9r}',
  '%',
  '_',
  '-',
  '.',
  'a',
  ' a:',
  ' mx',
  ' include:',
  ' exists:',
  '/24',
  ':',
]
const SPF_RECORDS = [
  'v=spf1 ip4:192.0.2.0/24 a mx include:_spf.example.net ~all',
  'v=spf1 exists:%{ir}.%{v}._spf.%{d2} -all',
  'v=spf1 redirect=a.%{l}%{l}_',
]
/** As in production, where longer ones are ignored. */
const MAX_RECORD_CHARS = 4_096
const MAX_ROUNDS = 21

const ROOT = 'packages/mail-parser/test/corpora/mails'
const MESSAGE_ID = 'msg_01kaj2b4c6d8e0f2g4h6j8k0m2'
const about = { recipient: 'ada@example.net' }
const reports = [
  ...[postfix, exim, exchange, gmail, sendmail, feedbackLoop].map((write) => write(about)),
  blankReport('ada@example.net', 'bounce@example.com'),
]

function mails(): string[] {
  const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .map((name) => join(ROOT, name))
    .filter((path) => statSync(path).isFile() && statSync(path).size < 1024 * 1024)
    .sort()
    .map((path) => readFileSync(path, 'latin1'))
  return [...files, ...READING_ATTACKS.map((attack, index) => attackMail(attack, index)), ...reports]
}

/** Reads what came back for a mail. One that costs too much is given up, as it should be. */
async function readReport(threads: ReaderThreads, mail: string): Promise<void> {
  const { body } = callbackOfReport(MESSAGE_ID, Buffer.from(mail), 'digest')
  await threads.run('report', { accountId: 'acc_1', bytes: body.length }, { body }).catch((error) => {
    if (!(error instanceof TaskKilledError)) throw error
  })
}

/** Checks a client by a record, which is the answer to every question for one. */
async function readSpf(threads: ReaderThreads, record: string): Promise<void> {
  const check = { ip: '192.0.2.1', helo: `${'h'.repeat(60)}.example.org`, sender: `${'a'.repeat(60)}@example.org` }
  const answers: [SpfQuestion, SpfAnswer][] = []
  const text = record.slice(0, MAX_RECORD_CHARS)
  // Names with the time in them are missing in every round.
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const job = { accountId: 'acc_1', bytes: text.length }
    const checked = await threads.run('spf', job, { ...check, answers }).catch((error) => {
      if (!(error instanceof TaskKilledError)) throw error
      return null
    })
    if (!checked || checked.missing.length === 0) return
    for (const question of checked.missing) {
      answers.push([question, question.type === 'TXT' ? { records: [text] } : { code: 'ENOTFOUND' }])
    }
  }
}

/** The reader threads, and the thread that waits for them. */
export function readers(): Ground {
  const threads = new ReaderThreads()
  const parser = new MailParser(threads)
  const html = new HtmlReader({ readerThreads: threads })
  const picture = { mediaType: 'image/png', bytes: Buffer.from('png') }
  const corpus = mails()
  const kind = (read: (text: string) => Promise<unknown>, texts = corpus, units = UNITS): Kind => ({
    next(random) {
      const text = mutated(random, random.oneOf(texts), units)
      return { title: `${text.length} characters`, run: () => read(text) }
    },
  })
  return {
    kinds: {
      mail: kind((text) => parser.parse('acc_1', Buffer.from(text), { attachmentsUrl: '/files' })),
      sentPage: kind((text) =>
        html.page('acc_1', { html: text, kind: 'sent', pictures: [['a', picture]], withRemote: false }),
      ),
      receivedPage: kind((text) =>
        html.page('acc_1', { html: text, kind: 'received', pictures: [['1', picture]], withRemote: true }),
      ),
      text: kind((text) => html.beginning('acc_1', text)),
      contentIds: kind((text) => html.withOwnContentIds('acc_1', text, new Map([['$', 'own']]))),
      spf: kind((record) => readSpf(threads, record), SPF_RECORDS, SPF_UNITS),
      report: kind((mail) => readReport(threads, mail), reports, REPORT_UNITS),
    },
    heldMs: async ({ run }) => (await longestTurn(run)).heldMs,
    bytes: async () => process.memoryUsage().heapUsed + process.memoryUsage().external,
    close: () => threads.close(),
  }
}
