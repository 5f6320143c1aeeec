import { Provider } from 'urql'
import { Route, Router, Switch, useLocation } from 'wouter'
import { PERSON_PATH, sectionOf } from '../../src/http/console/sections'
import { Boundary } from './components/boundary'
import { ConnectionBar } from './components/connection-bar'
import { NotAllowed } from './components/may'
import { Pending } from './components/pending'
import { Shell } from './components/shell'
import { Empty, NotFound, SkeletonRows } from './components/states'
import { Toasts } from './components/toasts'
import { client } from './graphql/client'
import { useConnection } from './lib/connection'
import { lazyPart } from './lib/lazy-part'
import { includes, useRights } from './lib/rights'
import { useGuardedLocation, useGuardedSearch, usePendingNavigation } from './lib/unsaved'

const InboundRoutes = lazyPart(() => import('./pages/inbound-routes/inbound-routes-page'))
const TestRecipients = lazyPart(() => import('./pages/test-recipients/test-recipients-page'))
const Uploads = lazyPart(() => import('./pages/uploads/uploads-page'))
const Approvals = lazyPart(() => import('./pages/approvals/approvals-page'))
const AuditLog = lazyPart(() => import('./pages/audit-log/audit-log-page'))
const DeadLetters = lazyPart(() => import('./pages/dead-letters/dead-letters-page'))
const Domain = lazyPart(() => import('./pages/domain/domain-page'))
const Domains = lazyPart(() => import('./pages/domains/domains-page'))
const Home = lazyPart(() => import('./pages/home/home-page'))
const Messages = lazyPart(() => import('./pages/messages/messages-page'))
const Message = lazyPart(() => import('./pages/message/message-page'))
const Keys = lazyPart(() => import('./pages/keys/keys-page'))
const Mail = lazyPart(() => import('./pages/mail/mail-page'))
const MoveHere = lazyPart(() => import('./pages/move-here/move-here-page'))
const Send = lazyPart(() => import('./pages/send/send-page'))
const Suppressions = lazyPart(() => import('./pages/suppressions/suppressions-page'))
const Webhook = lazyPart(() => import('./pages/webhook/webhook-page'))
const Webhooks = lazyPart(() => import('./pages/webhooks/webhooks-page'))
const Person = lazyPart(() => import('./pages/person/person-page'))
const Broadcasts = lazyPart(() => import('./pages/broadcasts/broadcasts-page'))
const Broadcast = lazyPart(() => import('./pages/broadcast/broadcast-page'))
const NewBroadcast = lazyPart(() => import('./pages/new-broadcast/new-broadcast-page'))
const Contacts = lazyPart(() => import('./pages/contacts/contacts-page'))
const Contact = lazyPart(() => import('./pages/contact/contact-page'))
const ContactList = lazyPart(() => import('./pages/contact-list/contact-list-page'))
const ContactImport = lazyPart(() => import('./pages/contact-import/contact-import-page'))
const Templates = lazyPart(() => import('./pages/templates/templates-page'))
const Template = lazyPart(() => import('./pages/template/template-page'))
const Usage = lazyPart(() => import('./pages/usage/usage-page'))
const LeaveQuestion = lazyPart(() => import('./components/leave-question'))
const SignIn = lazyPart(() => import('./pages/sign-in/sign-in-page'))

/** The console: its pages by their addresses. */
export function App() {
  return (
    <Provider value={client}>
      <Boundary what="The console">
        <Router hook={useGuardedLocation} searchHook={useGuardedSearch}>
          <Switch>
            <Route path="/sign-in">
              <Pending>
                <SignIn />
              </Pending>
            </Route>
            <Route>
              <Shell>
                <Page />
              </Shell>
            </Route>
          </Switch>
          <Leaving />
        </Router>
      </Boundary>
      <ConnectionBar />
      <Toasts />
    </Provider>
  )
}

/** What the address names. A fault of one page is gone with it. */
function Page() {
  const [path] = useLocation()
  return (
    <Boundary what="This page" at={path}>
      <Pending key={pageOf(path)} fallback={<Coming />}>
        <Allowed path={path} />
      </Pending>
    </Boundary>
  )
}

/** Names the page of a path. Mail is one page with many places, which what is typed and what is under way outlive. */
const pageOf = (path: string) => (path.startsWith('/mail') ? '/mail' : path)

/** The page, if the key of the session may see it. */
function Allowed({ path }: { path: string }) {
  const { scope: own, sections } = useRights()
  const section = sectionOf(path === PERSON_PATH ? '/messages' : path)
  const needed = WRITING.test(path) ? 'admin' : section?.scope
  const mayUse = !section || sections.includes(section.path)
  if (includes(own, needed) && mayUse) return <Pages />
  return <NotAllowed title={path === PERSON_PATH ? 'A person' : (section?.title ?? '')} scope={needed!} />
}

/** Pages that are forms alone. */
const WRITING = /^\/(contacts\/import|templates\/new|broadcasts\/new|broadcasts\/[^/]+\/edit|mail\/compose)$/

/** In the place of a page that is on its way. */
function Coming() {
  const { isLost } = useConnection()
  return isLost ? (
    <Empty>There is no connection. This page is shown when it is back.</Empty>
  ) : (
    <SkeletonRows count={6} />
  )
}

/** Asks before something is lost that is not saved. */
function Leaving() {
  const leave = usePendingNavigation()
  return <Pending>{leave && <LeaveQuestion leave={leave} />}</Pending>
}

function Pages() {
  return (
    <Switch>
      <Route path="/" component={Home} />
      <Route path="/messages" component={Messages} />
      <Route path="/messages/:id">{({ id }) => <Message key={id} id={id} />}</Route>
      <Route path="/domains" component={Domains} />
      <Route path="/domains/:id">{({ id }) => <Domain key={id} id={id} />}</Route>
      <Route path="/webhooks" component={Webhooks} />
      <Route path="/webhooks/:id">{({ id }) => <Webhook key={id} id={id} />}</Route>
      <Route path="/suppressions" component={Suppressions} />
      <Route path="/test-recipients" component={TestRecipients} />
      <Route path="/inbound-routes" component={InboundRoutes} />
      <Route path="/images" component={Uploads} />
      <Route path="/keys" component={Keys} />
      <Route path="/approvals/*?" component={Approvals} />
      <Route path="/audit-log" component={AuditLog} />
      <Route path="/dead-letters" component={DeadLetters} />
      <Route path="/mail/*?" component={Mail} />
      <Route path="/broadcasts" component={Broadcasts} />
      <Route path="/broadcasts/new">{() => <NewBroadcast />}</Route>
      <Route path="/broadcasts/:id/edit">{({ id }) => <NewBroadcast key={id} edits={id} />}</Route>
      <Route path="/broadcasts/:id">{({ id }) => <Broadcast key={id} id={id} />}</Route>
      <Route path="/contacts" component={Contacts} />
      <Route path="/contacts/import" component={ContactImport} />
      <Route path="/contacts/lists/:id">{({ id }) => <ContactList key={id} id={id} />}</Route>
      <Route path="/contacts/:id">{({ id }) => <Contact key={id} id={id} />}</Route>
      <Route path="/templates" component={Templates} />
      <Route path="/templates/:id">{({ id }) => <Template key={id} id={id} />}</Route>
      <Route path="/usage" component={Usage} />
      <Route path="/people" component={Person} />
      <Route path="/move-here" component={MoveHere} />
      <Route path="/send" component={Send} />
      <Route>
        <NotFound what="page" href="/" action="Go home">
          Check its address.
        </NotFound>
      </Route>
    </Switch>
  )
}
