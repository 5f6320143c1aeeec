import { type ReactNode, useState } from 'react'
import { useQuery } from 'urql'
import { Code } from '../../components/copyable'
import { Empty, Failure, Skeleton } from '../../components/states'
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
        bodyHtml === null ? <Empty>This mail has no HTML. See its text.</Empty> : <Frame id={id} html={bodyHtml} />
      }
    </WithContent>
  )
}

const REMOTE_IMAGE = /(?:src|background)\s*=\s*["']?https?:|url\(\s*["']?https?:/i

function Frame({ id, html }: { id: string; html: string }) {
  const [hasImages, setImages] = useState(false)
  const [isPhone, setPhone] = useState(false)
  const source = `/preview/messages/${encodeURIComponent(id)}${hasImages ? '?images=remote' : ''}`
  return (
    <>
      <div className="toolbar">
        <button type="button" className="button small" aria-pressed={isPhone} onClick={() => setPhone(!isPhone)}>
          {isPhone ? 'Full width' : 'Phone width'}
        </button>
        {REMOTE_IMAGE.test(html) && !hasImages && (
          <>
            <button type="button" className="button small" onClick={() => setImages(true)}>
              Show remote images
            </button>
            <span className="muted">Loading them tells their servers that somebody looks.</span>
          </>
        )}
      </div>
      <iframe
        key={source}
        className={isPhone ? 'preview phone' : 'preview'}
        title="Preview of the mail"
        src={source}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
      />
    </>
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
          ...attachments.map(({ filename, contentType, size }): [string, string] => [
            'Attachment',
            `${filename} (${contentType}, ${size.toLocaleString()} bytes)`,
          ]),
        ]
        return (
          <dl className="facts">
            {rows
              .filter(([, value]) => value !== '')
              .map(([name, value], index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list does not change
                <div key={index} style={{ display: 'contents' }}>
                  <dt>{name}</dt>
                  <dd className="mono">{value}</dd>
                </div>
              ))}
          </dl>
        )
      }}
    </WithContent>
  )
}
