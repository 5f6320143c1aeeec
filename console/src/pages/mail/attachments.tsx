import { Outside } from '../../components/outside'
import { inOrder } from '../../lib/in-order'
import { sizeInWords } from '../../lib/size'
import type { MailFragment } from './mail-operations'

/** The files of a mail, to save. Those of mail that was sent have only a name. */
export function Attachments({ files }: { files: MailFragment['attachments'] }) {
  return (
    <ul className="attachments" aria-label="Attachments">
      {files.map(({ filename, size, url }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list does not change
        <li key={index}>
          {url === null ? (
            <Outside text={filename} />
          ) : (
            // The path alone: the session belongs to the host of this page.
            <a href={new URL(url).pathname} download={inOrder(filename)}>
              <Outside text={filename || 'attachment'} />
            </a>
          )}{' '}
          <span className="muted">{sizeInWords(size)}</span>
        </li>
      ))}
    </ul>
  )
}
