import { Outside } from '../../components/outside'
import { inOrder } from '../../lib/in-order'
import { sizeInWords } from '../../lib/size'
import type { MailFragment } from './mail-operations'

interface AttachmentsProps {
  files: MailFragment['attachments']
  /** The message, if it was sent: the API names no address for its files. */
  sent: string | null
}

/** The files of a mail, to save. */
export function Attachments({ files, sent }: AttachmentsProps) {
  return (
    <ul className="attachments" aria-label="Attachments">
      {files.map(({ filename, size, url }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list does not change
        <li key={index}>
          {url === null && sent === null ? (
            <Outside text={filename} />
          ) : (
            // The path alone: the session belongs to the host of this page.
            <a
              href={url === null ? `/v1/messages/${sent}/attachments/${index}` : new URL(url).pathname}
              download={inOrder(filename)}
            >
              <Outside text={filename || 'attachment'} />
            </a>
          )}{' '}
          <span className="muted">{sizeInWords(size)}</span>
        </li>
      ))}
    </ul>
  )
}
