import { useEffect, useState } from 'react'
import { useClient } from 'urql'
import { BidiIsolate } from '../../components/bidi-isolate'
import { DraftFrame } from '../../components/draft-frame'
import { Skeleton } from '../../components/states'
import { Tabs } from '../../components/tabs'
import { type Problem, problemOf } from '../../graphql/problem'
import { previewOf, type TemplateDraft } from './draft'
import { PreviewTemplateDocument, type PreviewTemplateMutation } from './template-operations'

type Rendered = NonNullable<PreviewTemplateMutation['previewTemplate']>

const TYPING_MS = 400

/** A draft as its readers would see it. */
export interface PreviewState {
  /** The last one that could be made; null before. */
  rendered: Rendered | null
  problem: Problem | null
  /** Whether it is of the draft as it is now. */
  isCurrent: boolean
  fault: (path: string) => string | undefined
}

/** Renders a draft whenever the reader stops typing. */
export function usePreview(draft: TemplateDraft): PreviewState {
  const client = useClient()
  const [rendered, setRendered] = useState<Rendered | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [shown, setShown] = useState('')
  const variables = JSON.stringify(previewOf(draft))
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(async () => {
      const { data, error } = await client.mutation(PreviewTemplateDocument, JSON.parse(variables)).toPromise()
      if (isOver) return
      setShown(variables)
      setProblem(error ? problemOf(error) : null)
      if (data?.previewTemplate) setRendered(data.previewTemplate)
    }, TYPING_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [client, variables])
  return { rendered, problem, isCurrent: shown === variables, fault: (path) => problem?.fields.get(path) }
}

/** Shows a draft as its readers would see it. */
export function Preview({ preview: { rendered, problem } }: { preview: PreviewState }) {
  const [view, setView] = useState('html')
  const items = [
    {
      name: 'html',
      title: 'Preview',
      content: () => <DraftFrame title="Preview of the template" html={rendered?.bodyHtml ?? ''} />,
    },
    {
      name: 'text',
      title: 'Text',
      content: () => <pre className="rendered-text">{rendered?.bodyText ?? 'No plain text.'}</pre>,
    },
  ]
  return (
    <section className="panel" aria-label="Preview">
      <div className="rendered-subject">
        <span className="muted">Subject</span>{' '}
        {rendered ? (
          <strong>
            <BidiIsolate text={rendered.subject} />
          </strong>
        ) : (
          <Skeleton width="40%" />
        )}
      </div>
      {problem && (
        <div className="problem" role="status">
          {problem.message}
        </div>
      )}
      <Tabs label="Preview" items={items} chosen={view} onChoose={setView} />
    </section>
  )
}
