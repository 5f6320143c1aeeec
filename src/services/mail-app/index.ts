import type { ServiceDeps } from '../deps.js'
import type { DomainLookUp } from '../domains/domain-look-up.js'
import type { DomainStore } from '../domains/domain-store.js'
import type { BlobStore } from '../platform/blobs/blob-store.js'
import type { Quotas } from '../platform/quotas.js'
import type { ReadBarrier } from '../platform/read-barrier.js'
import type { HtmlReader } from '../reading/html-reader.js'
import type { MessageAcceptance } from '../sending/messages/message-acceptance.js'
import type { MessageContents } from '../sending/messages/message-contents.js'
import type { MessageService } from '../sending/messages/message-service.js'
import type { TemplateRendering } from '../sending/templates/template-rendering.js'
import type { UploadService } from '../sending/uploads/upload-service.js'
import { ThreadBulk } from './bulk/thread-bulk.js'
import { ThreadUndo } from './bulk/thread-undo.js'
import { ForwardedFiles } from './composing/forwarded-files.js'
import { MailComposer } from './composing/mail-composer.js'
import { DraftSender } from './drafts/draft-sender.js'
import { DraftService } from './drafts/draft-service.js'
import { SentDrafts } from './drafts/sent-drafts.js'
import { MailExporter } from './export/mail-exporter.js'
import { MailFiling } from './filing/mail-filing.js'
import { OutboundFiling } from './filing/outbound-filing.js'
import { InboxService } from './inboxes/inbox-service.js'
import { LabelService } from './labels/label-service.js'
import { ThreadMerging } from './merging/thread-merging.js'
import { NoteService } from './notes/note-service.js'
import { PresenceService } from './presence/presence-service.js'
import { SavedReplyService } from './saved-replies/saved-reply-service.js'
import { MessageCancellation } from './scheduled/message-cancellation.js'
import { MailSearch } from './search/mail-search.js'
import { Signatures } from './signatures/signatures.js'
import { BlockedSenders } from './spam/blocked-senders.js'
import { SpamTraining } from './spam/spam-training.js'
import { MailChanges } from './threads/mail-changes.js'
import { ThreadMails } from './threads/thread-mails.js'
import { ThreadService } from './threads/thread-service.js'
import { ThreadStreams } from './threads/thread-streams.js'

/*
 * Mail in threads, as people work with it: filing, folders and labels, notes, spam, search, drafts and replies, the undoing of
 * changes and sends, and the export of a mailbox.
 *
 * Services: `mailFiling` and `outboundFiling` (a mail gets into its thread), `threads`, `threadBulk`, `threadUndo` and
 * `threadMerging` (what people do with threads), `threadStreams`, `mailChanges` and `presence` (what they see of each other),
 * `labels`, `inboxes`, `blockedSenders`, `notes`, `mailSearch`, `mailComposer`, `mailDrafts`, `draftSender` and `sentDrafts`
 * (writing), `savedReplies`, `messageCancellation` (undo of a send), `mailExporter`.
 */

export type MailAppCollaborators = ReturnType<typeof mailAppCollaborators>

/** What services and workers share. */
export const mailAppCollaborators = (
  deps: Pick<ServiceDeps, 'clock' | 'config' | 'conveyor' | 'models' | 'newId' | 'readerThreads'> & {
    domainLookUp: DomainLookUp
    htmlReader: HtmlReader
  },
) => ({ mailFiling: new MailFiling(deps) })

/** The services. Services are built before those that use them. */
export function mailAppServices(
  deps: Pick<
    ServiceDeps,
    'clock' | 'config' | 'conveyor' | 'deliverability' | 'eventStreams' | 'log' | 'models' | 'newId' | 'redis'
  > &
    MailAppCollaborators & {
      blobStore: BlobStore
      domainLookUp: DomainLookUp
      domainStore: DomainStore
      htmlReader: HtmlReader
      messageAcceptance: MessageAcceptance
      messageContents: MessageContents
      messages: MessageService
      quotas: Quotas
      readBarrier: ReadBarrier
      templateRendering: TemplateRendering
      uploads: UploadService
    },
) {
  const forwardedFiles = new ForwardedFiles(deps)
  const outboundFiling = new OutboundFiling(deps)
  const signatures = new Signatures(deps)
  const threadMails = new ThreadMails(deps)
  const spamTraining = new SpamTraining(deps)
  const mailComposer = new MailComposer({ ...deps, forwardedFiles, outboundFiling, signatures, threadMails })
  const draftSender = new DraftSender({ ...deps, mailComposer })
  return {
    blockedSenders: new BlockedSenders(deps),
    draftSender,
    inboxes: new InboxService(deps),
    labels: new LabelService(deps),
    mailChanges: new MailChanges(deps),
    mailComposer,
    mailDrafts: new DraftService({ ...deps, draftSender }),
    mailExporter: new MailExporter(deps),
    mailSearch: new MailSearch(deps),
    messageCancellation: new MessageCancellation({ ...deps, outboundFiling }),
    notes: new NoteService(deps),
    outboundFiling,
    presence: new PresenceService(deps),
    sentDrafts: new SentDrafts(deps),
    savedReplies: new SavedReplyService({ ...deps, signatures, threadMails }),
    threadBulk: new ThreadBulk({ ...deps, spamTraining }),
    threadMerging: new ThreadMerging(deps),
    threads: new ThreadService({ ...deps, spamTraining }),
    threadStreams: new ThreadStreams(deps),
    threadUndo: new ThreadUndo({ ...deps, spamTraining }),
  }
}
