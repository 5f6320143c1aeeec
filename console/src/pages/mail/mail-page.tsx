import './mail.css'
import './drafts/written.css'
import { Link, Route, Switch, useLocation, useSearchParams } from 'wouter'
import { Boundary } from '../../components/boundary'
import { Pending } from '../../components/pending'
import { SkeletonRows } from '../../components/states'
import { showToast } from '../../components/toasts'
import { lazyPart } from '../../lib/lazy-part'
import { useMay } from '../../lib/rights'
import { useShortcuts } from '../../lib/shortcuts'
import { requestNewDraft } from './drafts/new-draft-request'
import { MailboxProvider, useMailbox } from './mailbox'
import { Rail } from './rail'
import { ThreadList } from './thread-list'
import { viewOf } from './views'

const ComposePage = lazyPart(() => import('./compose-page'))
const ThreadPage = lazyPart(() => import('./thread-page').then(({ ThreadPage }) => ({ default: ThreadPage })))
const DraftsView = lazyPart(() => import('./drafts/drafts-view'))
const ScheduledView = lazyPart(() => import('./sending/scheduled-view'))

/** The mailbox of the account: its places at the left, and beside them what the address asks for. */
export default function MailPage() {
  return (
    <MailboxProvider>
      <Mailbox />
    </MailboxProvider>
  )
}

function Mailbox() {
  const [path, go] = useLocation()
  const { isLost, lastUndo } = useMailbox()
  const maySend = useMay('send')
  const undo = () => {
    if (lastUndo.current) lastUndo.current()
    else showToast('There is nothing to undo.')
  }
  const compose = () => {
    requestNewDraft()
    go('/mail/compose')
  }
  useShortcuts({ z: undo, ...(maySend && { c: compose }) })
  return (
    <div className="mail">
      <Switch>
        <Route path="/mail/threads/:id">
          <Rail isSecond />
        </Route>
        <Route path="/mail/compose">
          <Rail isSecond />
        </Route>
        <Route>
          <Rail />
        </Route>
      </Switch>
      <div className="mail-main">
        {isLost && <p className="notice">The connection is lost. The mailbox is brought up to date when it is back.</p>}
        <Boundary what="This part of the mailbox" at={path}>
          <Pending key={PART.exec(path)?.[0]} fallback={<SkeletonRows count={5} />}>
            <Switch>
              <Route path="/mail/compose" component={ComposePage} />
              <Route path="/mail/drafts" component={DraftsView} />
              <Route path="/mail/scheduled" component={ScheduledView} />
              <Route path="/mail/threads/:id">{({ id }) => <ThreadPage key={id} id={id} />}</Route>
              <Route path="/mail/:place?">{({ place }) => <List place={place} />}</Route>
              <Route>
                <h1>There is no such folder</h1>
                <p>
                  <Link href="/mail">Show the inbox</Link>
                </p>
              </Route>
            </Switch>
          </Pending>
        </Boundary>
      </div>
    </div>
  )
}

/** In an address: what is loaded by itself. Its search field is that of all lists, so that it stays while somebody types. */
const PART = /\/(compose|drafts|scheduled|threads)\b.*/

function List({ place }: { place: string | undefined }) {
  const [search] = useSearchParams()
  return <ThreadList view={viewOf(place, search)} />
}
