import './move-here.css'
import { useSearchParams } from 'wouter'
import { SERVICE_NAMES, SERVICES } from '../../../../src/cli/import/services'
import { PageHead } from '../../components/page-head'
import { Failure, SkeletonRows } from '../../components/states'
import { Tabs } from '../../components/tabs'
import { useQuery } from '../../graphql/use-query'
import { withFilter } from '../../lib/with-filter'
import { Change } from './change'
import { ImportStep } from './import-step'
import { ImportedStep } from './imported-step'
import { EndpointsDocument } from './move-here-operations'

/** How an account moves here from another service: what to run, what to change, and what has arrived. */
export default function MoveHerePage() {
  const [address, setAddress] = useSearchParams()
  const [{ data, error }, again] = useQuery({ query: EndpointsDocument })
  const chosen = SERVICE_NAMES.find((name) => name === address.get('from')) ?? 'resend'
  const account = data?.account
  return (
    <>
      <PageHead title="Move here" />
      <p className="lead">
        Bring what you have at another service, then change one address and one key in your programs. Nothing changes at
        the other service, so both can send until you are done.
      </p>
      <div className="move-here">
        <div className="panel">
          <Tabs
            label="The service that you move from"
            items={SERVICE_NAMES.map((name) => ({
              name,
              title: SERVICES[name].title,
              content: () => (
                <>
                  {error && <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />}
                  {!account && !error && <SkeletonRows count={6} />}
                  {account && (
                    <div className="steps">
                      <ImportStep service={name} accountId={account.accountId} />
                      <Change service={name} endpoints={account.endpoints} />
                    </div>
                  )}
                </>
              ),
            }))}
            chosen={chosen}
            onChoose={(name) =>
              setAddress((old) => withFilter(old, 'from', name === 'resend' ? '' : name), { replace: true })
            }
          />
        </div>
        <ImportedStep />
      </div>
    </>
  )
}
