import './usage.css'
import { PageHead } from '../../components/page-head'
import { Caps } from './caps'
import { Months } from './months'
import { Plan } from './plan'

/** What has been sent, what it costs, and what limits it. */
export default function UsagePage() {
  return (
    <>
      <PageHead title="Usage" />
      <div className="stack">
        <Months />
        <Caps />
        <Plan />
      </div>
    </>
  )
}
