import { useState } from 'react'
import { MailFrame } from '../../components/mail-frame'
import { Empty, Failure, Skeleton } from '../../components/states'
import { useQuery } from '../../graphql/use-query'
import { hasRemotePictures } from '../../lib/remote-pictures'
import { ReceivedBodiesDocument, SentBodiesDocument } from './mail-operations'
import { withoutQuote } from './without-quote'

/** What a mail says. */
export function MailBody({ id, isReceived }: { id: string; isReceived: boolean }) {
  return isReceived ? <ReceivedBody id={id} /> : <SentBody id={id} />
}

function ReceivedBody({ id }: { id: string }) {
  // It never changes.
  const [{ data, error }, again] = useQuery({
    query: ReceivedBodiesDocument,
    variables: { id },
    requestPolicy: 'cache-first',
  })
  if (error) return <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />
  if (!data) return <Skeleton width="60%" />
  const { htmlSafe = null, text = null } = data.inboundEmail ?? {}
  const hasRemote = htmlSafe?.includes(' data-remote-src="') ?? false
  return <Bodies path={`inbound/${id}`} hasHtml={htmlSafe !== null} hasRemote={hasRemote} text={text} />
}

function SentBody({ id }: { id: string }) {
  const [{ data, error }, again] = useQuery({
    query: SentBodiesDocument,
    variables: { id },
    requestPolicy: 'cache-first',
  })
  if (error) return <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />
  if (!data) return <Skeleton width="60%" />
  const { bodyHtml = null, bodyText = null } = data.message?.content ?? {}
  const hasRemote = bodyHtml !== null && hasRemotePictures(bodyHtml)
  return <Bodies path={`messages/${id}`} hasHtml={bodyHtml !== null} hasRemote={hasRemote} text={bodyText} />
}

interface BodiesProps {
  path: string
  hasHtml: boolean
  hasRemote: boolean
  text: string | null
}

/** The HTML of a mail, or its text; a mail with both has a switch. */
function Bodies({ path, hasHtml, hasRemote, text }: BodiesProps) {
  const [isText, setText] = useState(!hasHtml)
  if (!hasHtml && text === null) return <Empty>The content is gone, or there was none.</Empty>
  return (
    <div className="mail-body">
      {hasHtml && text !== null && (
        <button type="button" className="text-button" onClick={() => setText(!isText)}>
          {isText ? 'Show it formatted' : 'Show its plain text'}
        </button>
      )}
      {isText ? <Text text={text ?? ''} /> : <MailFrame path={path} hasRemote={hasRemote} />}
    </div>
  )
}

/** A plain text. What it quotes at its end appears when asked for. */
function Text({ text }: { text: string }) {
  const { said, quote } = withoutQuote(text)
  return (
    <div className="mail-text">
      <pre>{said}</pre>
      {quote !== '' && (
        <details>
          <summary className="muted">Quoted text</summary>
          <pre>{quote}</pre>
        </details>
      )}
    </div>
  )
}
