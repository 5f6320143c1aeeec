import { Failure, Refusal, SkeletonRows } from '../../../components/states'
import type { Continued } from './written-mails'

/** In the place of a draft that is not here yet. */
export function LoadingDraft({ error, isGone, retry }: Omit<Continued, 'mail'>) {
  if (error) return <Failure error={error} retry={retry} />
  return isGone ? <Refusal problem={GONE} /> : <SkeletonRows count={4} />
}

const GONE = { message: 'This draft was sent or deleted.' }
