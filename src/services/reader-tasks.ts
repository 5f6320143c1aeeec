import { beginningOfHtml, type MailOutline, parseMail, parseOutline } from '@postline/mail-parser'
import type { AggregateReport } from '../models/dmarc-report.js'
import { readStoredReport, type StoredReport } from '../providers/reports.js'
import { type FoundBy, foundBy, type SearchedMail } from './mail-app/search/mail-terms.js'
import { contentDigest, type DigestedMail } from './reading/content-digest.js'
import { replaceContentIds } from './reading/content-ids.js'
import { type MailPageParts, mailPage, shownFiles } from './reading/mail-pages/mail-page.js'
import { bufferOf, type SharedBytes } from './reading/shared-bytes.js'
import { type DkimCheck, type SignatureQuestions, verifyDkim, whatToAsk } from './receiving/authenticity/dkim-check.js'
import { type SpfCheck, verifySpf } from './receiving/authenticity/spf-check.js'
import { readAggregateReport } from './receiving/dmarc-reports/read-report.js'
import { readTlsReport, type TlsReportReading } from './receiving/tls-reports/read-tls-report.js'

/*
 * What the reader threads can do. The table stands above the domains, because a thread is started with the functions that
 * it runs, and those belong to the domains that need them. Everything that reads text from outside at a cost above its length is a task here:
 * other threads see results only.
 *
 * To add one: write a function that takes data and returns a result, both as plain data (or bytes), add it to this table,
 * and call it with `ReaderThreads.run`. Its caller decides what becomes of a text that takes too long.
 */
export const READER_TASKS = {
  /** Reads a mail. */
  mail: ({ raw, ...options }: { raw: SharedBytes; attachmentsUrl: string; withHtml: boolean }): DigestedMail => {
    const mail = parseMail(bufferOf(raw), options)
    return { ...mail, contentDigest: contentDigest(mail) }
  },
  /** Reads the beginning of a mail that could not be read as a whole. */
  outline: ({ raw, defect }: { raw: SharedBytes; defect: string }): MailOutline => parseOutline(bufferOf(raw), defect),
  /** Finds what has to be looked up to check where a mail comes from. */
  signatures: ({ raw }: { raw: SharedBytes }): SignatureQuestions => whatToAsk(bufferOf(raw)),
  /** Checks the DKIM signatures of a mail. */
  dkim: ({ raw, answers }: { raw: SharedBytes; answers: DkimCheck['answers'] }) =>
    verifyDkim({ raw: bufferOf(raw), answers }),
  /** Checks whether a client may send for a domain. */
  spf: (check: SpfCheck) => verifySpf(check),
  /** Reads what came back for a mail. */
  report: ({ body }: { body: string }): { stored: StoredReport | null } => ({ stored: readStoredReport(body) }),
  /** Reads a report about mail of a domain. */
  dmarcReport: async ({ file }: { file: SharedBytes }): Promise<{ report: AggregateReport | null }> => ({
    // A copy: zlib may not read memory that others could change.
    report: await readAggregateReport(Buffer.from(bufferOf(file))),
  }),
  /** Reads a report about TLS sessions with the mail servers of a domain. */
  tlsReport: ({ file }: { file: SharedBytes }): Promise<TlsReportReading> => readTlsReport(Buffer.from(bufferOf(file))),
  /** Finds the words by which searches find a mail. */
  foundBy: ({ mail }: { mail: SearchedMail }): FoundBy => foundBy(mail),
  /** Reads the beginning of the text of HTML. */
  beginning: ({ html }: { html: string }) => ({ text: beginningOfHtml(html) }),
  /** Renames the files that HTML refers to. */
  contentIds: ({ html, ids }: { html: string; ids: [given: string, own: string][] }) => ({
    html: replaceContentIds(html, new Map(ids)),
  }),
  /** Finds the files that sanitized HTML shows. */
  shownFiles: ({ html }: { html: string }) => ({ indexes: shownFiles(html) }),
  /** Writes the page that shows a mail. */
  page: (parts: MailPageParts): { bytes: Uint8Array } => ({ bytes: new TextEncoder().encode(mailPage(parts)) }),
}

export type ReaderKind = keyof typeof READER_TASKS
export type ReaderData<K extends ReaderKind> = Parameters<(typeof READER_TASKS)[K]>[0]
export type ReaderResult<K extends ReaderKind> = Awaited<ReturnType<(typeof READER_TASKS)[K]>>

/** A task as a thread gets it. */
export interface ReaderTask {
  kind: ReaderKind
  data: ReaderData<ReaderKind>
}
