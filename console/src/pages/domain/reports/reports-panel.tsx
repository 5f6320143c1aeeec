import { Panel } from '../../../components/panel'
import { Empty, Failure, SkeletonRows } from '../../../components/states'
import { useQuery } from '../../../graphql/use-query'
import { counted } from '../../../lib/counted'
import { byDay } from './by-day'
import { PassRate, ReportTable, share } from './report-table'
import { DmarcDocument, type DmarcQuery } from './reports-operations'

type Summary = NonNullable<DmarcQuery['dmarcSummary']>

/** Senders and days that are shown. */
const SHOWN = 20

/** Who sends in the name of a domain, as mail servers report it (DMARC). */
export default function ReportsPanel({ domain }: { domain: string }) {
  const [{ data, error }, again] = useQuery({ query: DmarcDocument, variables: { domain } })
  const summary = data?.dmarcSummary
  return (
    <Panel
      title="Who sends in this name (DMARC reports)"
      className="wide"
      aside={summary && summary.reports > 0 && <Verdict summary={summary} />}
    >
      {error && <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />}
      {!data && !error && <SkeletonRows count={3} />}
      {summary?.reports === 0 && (
        <Empty>
          No DMARC report has come in {summary.days} days. Mail servers send them once a day to the address in your
          DMARC record, such as rua=mailto:dmarc@{domain}. They are read when that mail arrives here.
        </Empty>
      )}
      {data && summary && summary.reports > 0 && <Found summary={summary} data={data} />}
    </Panel>
  )
}

function Verdict({ summary: { rejectSafe } }: { summary: Summary }) {
  return rejectSafe ? (
    <span className="badge good">p=reject is safe</span>
  ) : (
    <span className="badge warn">p=reject is not safe yet</span>
  )
}

function Found({ summary, data }: { summary: Summary; data: DmarcQuery }) {
  const { days, reports, messages, aligned, policy, rejectSafe, reasons, senders } = summary
  const { nodes = [], pageInfo } = data.dmarcReports ?? {}
  return (
    <div className="content stack">
      <p>
        {counted(reports, 'report')} of the last {days} days: {counted(aligned, 'mail')} of {messages.toLocaleString()}{' '}
        passed DMARC ({share(aligned, messages)}). {policy && <>The policy in DNS is p={policy}.</>}{' '}
        {rejectSafe &&
          'With p=reject, mail servers refuse what others send in your name, and hardly any mail of yours.'}
      </p>
      {reasons.length > 0 && (
        <ul className="notice" aria-label="Why p=reject is not safe yet">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <ReportTable
        label="By sender"
        note={senders.length > SHOWN && `, the ${SHOWN} that sent most`}
        columns={['Address', 'Mails', 'DMARC', 'DKIM', 'SPF']}
      >
        {senders.slice(0, SHOWN).map((sender) => (
          <tr key={sender.sourceIp}>
            <th scope="row" className="mono">
              {sender.sourceIp}
            </th>
            <td>{sender.messages.toLocaleString()}</td>
            <td>
              <PassRate count={sender.aligned} of={sender.messages} />
            </td>
            <td>{share(sender.dkimAligned, sender.messages)}</td>
            <td>{share(sender.spfAligned, sender.messages)}</td>
          </tr>
        ))}
      </ReportTable>
      <ReportTable
        label="By day"
        note={` (UTC)${pageInfo?.hasNextPage ? ', from the 100 newest reports' : ''}`}
        columns={['Day', 'Mails', 'DMARC']}
      >
        {byDay(nodes)
          .slice(0, SHOWN)
          .map((day) => (
            <tr key={day.day}>
              <th scope="row">{day.day}</th>
              <td>{day.messages.toLocaleString()}</td>
              <td>
                <PassRate count={day.aligned} of={day.messages} />
              </td>
            </tr>
          ))}
      </ReportTable>
    </div>
  )
}
