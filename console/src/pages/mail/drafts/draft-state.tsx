import { Pending } from '../../../components/pending'
import { lazyPart } from '../../../lib/lazy-part'
import type { DraftSession, DraftSessionState } from './draft-session'
import { useWrittenState } from './written-mails'

const Versions = lazyPart(() => import('./versions'))

/** Whether a draft is saved, and the choice between two versions of it. */
export function DraftState({ mail }: { mail: DraftSession }) {
  const state = useWrittenState(mail)
  return (
    <>
      <p className="muted">
        {/* Not live: screen readers would hear of every pause. */}
        <span>{isSaved(state) ? 'Draft saved.' : ''}</span>
        <span role="status" aria-label="Draft">
          {trouble(state)}
        </span>
      </p>
      {state.other !== null && (
        <Pending>
          <Versions mail={mail} other={state.other} />
        </Pending>
      )}
    </>
  )
}

const isSaved = ({ id, isUnsaved, isSaving, problem, other }: DraftSessionState) =>
  id !== null && !isUnsaved && !isSaving && problem === null && other === null

function trouble({ problem, other }: DraftSessionState): string {
  if (other !== null) return 'Not saved until you have chosen a version. It is kept in this tab.'
  return problem ? `Not saved, and kept in this tab: ${problem.message}` : ''
}
