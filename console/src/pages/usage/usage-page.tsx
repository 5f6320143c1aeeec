import './usage.css'
import { useTitle } from '../../lib/use-title'
import { Caps } from './caps'
import { Months } from './months'
import { Plan } from './plan'

/** What has been sent, what it costs, and what limits it. */
export default function UsagePage() {
  useTitle('Usage')
  return (
    <>
      <div className="page-head">
        <h1>Usage</h1>
      </div>
      <div className="stack">
        <Months />
        <Caps />
        <Plan />
      </div>
    </>
  )
}
