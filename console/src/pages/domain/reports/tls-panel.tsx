import { BidiIsolate } from '../../../components/bidi-isolate'
import { Code } from '../../../components/copyable'
import { Panel } from '../../../components/panel'
import { Empty, Failure, SkeletonRows } from '../../../components/states'
import { useQuery } from '../../../graphql/use-query'
import { counted } from '../../../lib/counted'
import { PassRate, ReportTable, share } from './report-table'
import { TlsDocument, type TlsQuery } from './reports-operations'

type Summary = NonNullable<TlsQuery['tlsSummary']>

/** Lines of a table that are shown. */
const SHOWN = 20

/** Whether others can deliver encrypted mail to a domain, as they report it (RFC 8460). */
export default function TlsPanel({ domain }: { domain: string }) {
  const [{ data, error }, again] = useQuery({ query: TlsDocument, variables: { domain } })
  const summary = data?.tlsSummary
  return (
    <Panel
      title="Encryption of mail to this domain (TLS reports)"
      className="wide"
      aside={summary && summary.reports > 0 && <Verdict summary={summary} />}
    >
      {error && <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />}
      {!data && !error && <SkeletonRows count={3} />}
      {summary?.reports === 0 && (
        <Empty
          action={
            <Code
              text={`_smtp._tls.${domain}. TXT "v=TLSRPTv1; rua=mailto:tls@${domain}"`}
              label="Record for TLS reports"
            />
          }
        >
          No TLS report has come in {summary.days} days. Mail servers send them once a day to the address in a record
          such as this one. They are read when that mail arrives here, so turn on receiving, too.
        </Empty>
      )}
      {summary && summary.reports > 0 && <Found summary={summary} />}
    </Panel>
  )
}

function Verdict({ summary: { failedSessions } }: { summary: Summary }) {
  return failedSessions === 0 ? (
    <span className="badge good">no failures</span>
  ) : (
    <span className="badge warn">{counted(failedSessions, 'session')} failed</span>
  )
}

function Found({ summary }: { summary: Summary }) {
  const { days, reports, successfulSessions: succeeded, failedSessions, byFailure, bySender } = summary
  const all = succeeded + failedSessions
  return (
    <div className="content stack">
      <p>
        {counted(reports, 'report')} of the last {days} days: {counted(succeeded, 'session')} of {all.toLocaleString()}{' '}
        with your mail servers succeeded ({share(succeeded, all)}), and {failedSessions.toLocaleString()} failed.
      </p>
      {byFailure.length > 0 && (
        <ReportTable
          label="By reason"
          note={byFailure.length > SHOWN && `, the ${SHOWN} most frequent`}
          columns={['Reason', 'Sessions', 'Mail server', 'Policy']}
        >
          {byFailure.slice(0, SHOWN).map(({ resultType, policyType, receivingMx, sessions }) => (
            <tr key={JSON.stringify([resultType, policyType, receivingMx])}>
              <th scope="row">{REASONS[resultType] ?? <BidiIsolate text={resultType} />}</th>
              <td>{sessions.toLocaleString()}</td>
              <td>{receivingMx === null ? '–' : <BidiIsolate text={receivingMx} />}</td>
              <td>{POLICIES[policyType] ?? 'none'}</td>
            </tr>
          ))}
        </ReportTable>
      )}
      <ReportTable
        label="By organization"
        note={bySender.length > SHOWN && `, the ${SHOWN} with most sessions`}
        columns={['Sender', 'Reports', 'Sessions', 'Failed', 'Succeeded']}
      >
        {bySender.slice(0, SHOWN).map((sender) => {
          const sessions = sender.successfulSessions + sender.failedSessions
          return (
            <tr key={sender.sentBy}>
              <th scope="row">
                <BidiIsolate text={sender.sentBy} />
              </th>
              <td>{sender.reports.toLocaleString()}</td>
              <td>{sessions.toLocaleString()}</td>
              <td>{sender.failedSessions.toLocaleString()}</td>
              <td>
                <PassRate count={sender.successfulSessions} of={sessions} />
              </td>
            </tr>
          )
        })}
      </ReportTable>
    </div>
  )
}

/** The reasons of RFC 8460 section 4.3, in words. */
const REASONS: Record<string, string> = {
  'starttls-not-supported': 'The mail server offers no encryption (STARTTLS)',
  'certificate-host-mismatch': 'The certificate is for another name',
  'certificate-expired': 'The certificate has expired',
  'certificate-not-trusted': 'The certificate is from nobody whom senders trust',
  'validation-failure': 'The encryption failed for another reason',
  'tlsa-invalid': 'The TLSA record is wrong, or does not match the certificate',
  'dnssec-invalid': 'The DNSSEC signatures of the domain are wrong',
  'dane-required': 'The sender asks for DANE, and there is no valid TLSA record',
  'sts-policy-fetch-error': 'The MTA-STS policy could not be fetched',
  'sts-policy-invalid': 'The MTA-STS policy is not valid',
  'sts-webpki-invalid': 'The certificate of the server with the MTA-STS policy is not valid',
}

const POLICIES: Record<string, string> = { sts: 'MTA-STS', tlsa: 'DANE' }
