import { useState } from 'react'
import { BidiIsolate } from '../../../components/bidi-isolate'
import { Pending } from '../../../components/pending'
import { Skeleton } from '../../../components/states'
import { inOrder } from '../../../lib/in-order'
import { lazyPart } from '../../../lib/lazy-part'
import { sizeInWords } from '../../../lib/size'
import type { MailFragment } from '../mail-operations'
import { kindOf } from './kind-of-file'

const AttachmentView = lazyPart(() => import('./attachment-view'))

type File = MailFragment['attachments'][number]

interface AttachmentsProps {
  files: readonly File[]
  /** The message, if it was sent: the API names no address for its files. */
  sent: string | null
}

/** The files of a mail, to save, and to look at in their place. */
export function Attachments({ files, sent }: AttachmentsProps) {
  return (
    <ul className="attachments" aria-label="Attachments">
      {files.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list does not change
        <li key={index}>
          <Attachment file={file} path={pathOf(file, sent, index)} />
        </li>
      ))}
    </ul>
  )
}

/** The path alone: the session belongs to the host of this page. Null if the file is gone. */
function pathOf({ url }: File, sent: string | null, index: number): string | null {
  if (url !== null) return new URL(url).pathname
  return sent === null ? null : `/v1/messages/${sent}/attachments/${index}`
}

function Attachment({ file, path }: { file: File; path: string | null }) {
  const [isOpen, setOpen] = useState(false)
  const { filename, size } = file
  const name = filename || 'attachment'
  if (path === null) return <BidiIsolate text={name} />
  const kind = kindOf(file)
  const word = isOpen ? 'Hide' : 'Show'
  return (
    <>
      <a href={path} download={inOrder(filename)}>
        <BidiIsolate text={name} />
      </a>{' '}
      <span className="muted">{sizeInWords(size)}</span>{' '}
      {kind !== null && (
        <button
          type="button"
          className="text-button"
          aria-expanded={isOpen}
          aria-label={`${word} ${inOrder(name)}`}
          onClick={() => setOpen(!isOpen)}
        >
          {word}
        </button>
      )}
      {isOpen && kind !== null && (
        <Pending fallback={<Skeleton width="60%" />}>
          <AttachmentView kind={kind} path={path} filename={name} />
        </Pending>
      )}
    </>
  )
}
