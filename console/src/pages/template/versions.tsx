import { BidiIsolate } from '../../components/bidi-isolate'
import { Panel } from '../../components/panel'
import { Time } from '../../components/time'
import { showToast } from '../../components/toasts'
import { type TemplateDraft, toDraft } from './draft'
import type { TemplateQuery } from './template-operations'

type Version = NonNullable<TemplateQuery['template']>['versions']['nodes'][number]

interface VersionsProps {
  versions: readonly Version[]
  onUse: (content: Partial<TemplateDraft>) => void
}

/** What the template said before. */
export function Versions({ versions, onUse }: VersionsProps) {
  const use = ({ version, subject, bodyHtml, bodyText, variables }: Version) => {
    onUse({ subject, bodyHtml, bodyText: bodyText ?? '', variables: variables.map(toDraft) })
    showToast(`Version ${version} is in the editor. Save it to send it again.`)
  }
  return (
    <Panel title="Versions">
      <ul className="versions">
        {versions.map((one, index) => (
          <li key={one.id} className="row">
            <span>version {one.version}</span>
            <span className="clip muted">
              <BidiIsolate text={one.subject} />
            </span>
            <span className="time">
              <Time at={one.createdAt} />
            </span>
            {index === 0 ? (
              <span className="badge good">current</span>
            ) : (
              <button type="button" className="button small" onClick={() => use(one)}>
                Use again
              </button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
