import type { ReactNode } from 'react'
import { BidiIsolate } from '../../components/bidi-isolate'
import { Code } from '../../components/copyable'
import { MailFrame } from '../../components/mail-frame'
import { Empty, Failure, Skeleton } from '../../components/states'
import { useQuery } from '../../graphql/use-query'
import { inOrder } from '../../lib/in-order'
import { hasRemotePictures } from '../../lib/remote-pictures'
import { sizeInWords } from '../../lib/size'
import { MessageContentDocument, type MessageContentQuery } from './message-operations'

type Content = NonNullable<NonNullable<MessageContentQuery['message']>['content']>

const GONE = 'The content is gone: it was deleted, or its time was over. The timeline stays.'

/** Shows something of the content of a message, once it is here. */
function WithContent({ id, children }: { id: string; children: (content: Content) => ReactNode }) {
  // It never changes.
  const [{ data, error }, again] = useQuery({
    query: MessageContentDocument,
    variables: { id },
    requestPolicy: 'cache-first',
  })
  if (error) return <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />
  if (!data) return <Skeleton width="60%" />
  const content = data.message?.content
  return content ? children(content) : <Empty>{GONE}</Empty>
}

/** The mail as its reader sees it, in a frame that can do nothing else. */
export function Html({ id }: { id: string }) {
  return (
    <WithContent id={id}>
      {({ bodyHtml }) =>
        bodyHtml === null ? (
          <Empty>This mail has no HTML. See its text.</Empty>
        ) : (
          <MailFrame path={`messages/${encodeURIComponent(id)}`} hasRemote={hasRemotePictures(bodyHtml)} />
        )
      }
    </WithContent>
  )
}

/** The plain text of the mail. */
export function Text({ id }: { id: string }) {
  return (
    <WithContent id={id}>
      {({ bodyText }) =>
        bodyText === null ? <Empty>This mail has no plain text.</Empty> : <Code text={bodyText} label="Plain text" />
      }
    </WithContent>
  )
}

/** The HTML of the mail as it was accepted. */
export function Source({ id }: { id: string }) {
  return (
    <WithContent id={id}>
      {({ bodyHtml }) =>
        bodyHtml === null ? <Empty>This mail has no HTML.</Empty> : <Code text={bodyHtml} label="HTML source" />
      }
    </WithContent>
  )
}

/** Who it is from and to, its own headers, and its files. */
export function Headers({ id }: { id: string }) {
  return (
    <WithContent id={id}>
      {(content) => {
        const { from, to, cc, bcc, replyTo, subject, headers, attachments } = content
        const rows: [string, string][] = [
          ['From', from],
          ['To', to.join(', ')],
          ['Cc', cc.join(', ')],
          ['Bcc', bcc.join(', ')],
          ['Reply-To', replyTo.join(', ')],
          ['Subject', subject],
          ...Object.entries(headers as Record<string, string>),
        ]
        return (
          <dl className="facts">
            {rows
              .filter(([, value]) => value !== '')
              .map(([name, value], index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list does not change
                <div key={index} style={{ display: 'contents' }}>
                  <dt>{name}</dt>
                  <dd className="mono">
                    <BidiIsolate text={value} />
                  </dd>
                </div>
              ))}
            {attachments.map(({ filename, contentType, size }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the place of a file is its address
              <div key={`file ${index}`} style={{ display: 'contents' }}>
                <dt>Attachment</dt>
                <dd className="mono">
                  <a href={`/v1/messages/${encodeURIComponent(id)}/attachments/${index}`} download={inOrder(filename)}>
                    <BidiIsolate text={filename} />
                  </a>{' '}
                  ({contentType}, {sizeInWords(size)})
                </dd>
              </div>
            ))}
            <dt>As sent</dt>
            <dd>
              <a href={`/v1/messages/${encodeURIComponent(id)}/raw`} download={`${id}.eml`}>
                Save the raw mail (MIME)
              </a>
            </dd>
          </dl>
        )
      }}
    </WithContent>
  )
}
