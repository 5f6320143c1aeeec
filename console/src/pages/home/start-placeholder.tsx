import { Panel } from '../../components/panel'
import { Skeleton } from '../../components/states'

const HIDDEN = 'postline-start-hidden'
/** The steps, the way from another service, and the documentation. */
const ROWS = 6

/** Whether the first steps are done, or the reader does not want to see them, as this browser knows. */
export const isStartHidden = (): boolean => localStorage.getItem(HIDDEN) !== null

export const hideStart = (): void => localStorage.setItem(HIDDEN, 'yes')

/** Stands where the first steps will, so that the page does not move when they come. */
export function StartPlaceholder() {
  if (isStartHidden()) return null
  return (
    <Panel title="First steps" className="wide">
      <ol className="first-steps content" aria-busy="true">
        {Array.from({ length: ROWS }, (_none, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are alike
          <li key={index}>
            <Skeleton width="40%" />
          </li>
        ))}
      </ol>
    </Panel>
  )
}
