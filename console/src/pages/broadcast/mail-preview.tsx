import { useEffect, useState } from 'react'
import { useClient } from 'urql'
import { DraftFrame } from '../../components/draft-frame'
import { Empty, Skeleton } from '../../components/states'
import { problemOf } from '../../graphql/problem'
import { PreviewBroadcastDocument } from './broadcast-operations'

interface Source {
  subject: string
  bodyHtml: string
  bodyText: string | null
}

/** Somebody whom every list might have. */
const SOMEBODY = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace' }

/** A mail as a contact called Ada would get it. */
export function MailPreview({ source }: { source: Source }) {
  const client = useClient()
  const [shown, setShown] = useState<{ subject: string; html: string } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { subject, bodyText } = source
  const bodyHtml = source.bodyHtml || `<pre style="white-space: pre-wrap">${escaped(bodyText ?? '')}</pre>`
  useEffect(() => {
    let isOver = false
    if (subject === '') return
    const input = { subject, bodyHtml, vars: SOMEBODY }
    void client
      .mutation(PreviewBroadcastDocument, { input })
      .toPromise()
      .then(({ data, error }) => {
        if (isOver) return
        setProblem(error ? problemOf(error).message : null)
        const rendered = data?.previewTemplate
        if (rendered) setShown({ subject: rendered.subject, html: rendered.bodyHtml })
      })
    return () => {
      isOver = true
    }
  }, [client, subject, bodyHtml])
  if (problem) return <Empty>There is no preview: {problem}</Empty>
  return (
    <div className="stack">
      <p>
        <span className="muted">Subject</span> {shown ? <strong>{shown.subject}</strong> : <Skeleton width="40%" />}
      </p>
      <DraftFrame title="Preview of the broadcast" html={shown?.html ?? ''} />
    </div>
  )
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
