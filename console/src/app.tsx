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
import { part } from './lib/part'
import { includes, useRights } from './lib/rights'
import { useGuardedLocation, useGuardedSearch, usePendingNavigation } from './lib/unsaved'

const InboundRoutes = part(() => import('./pages/inbound-routes/inbound-routes-page'))
const TestRecipients = part(() => import('./pages/test-recipients/test-recipients-page'))
const Uploads = part(() => import('./pages/uploads/uploads-page'))
const Approvals = part(() => import('./pages/approvals/approvals-page'))
const AuditLog = part(() => import('./pages/audit-log/audit-log-page'))
const DeadLetters = part(() => import('./pages/dead-letters/dead-letters-page'))
const Domain = part(() => import('./pages/domain/domain-page'))
const Domains = part(() => import('./pages/domains/domains-page'))
const Home = part(() => import('./pages/home/home-page'))
const Messages = part(() => import('./pages/messages/messages-page'))
const Message = part(() => import('./pages/message/message-page'))
const Keys = part(() => import('./pages/keys/keys-page'))
const Mail = part(() => import('./pages/mail/mail-page'))
const MoveHere = part(() => import('./pages/move-here/move-here-page'))
const Send = part(() => import('./pages/send/send-page'))
const Suppressions = part(() => import('./pages/suppressions/suppressions-page'))
const Webhook = part(() => import('./pages/webhook/webhook-page'))
const Webhooks = part(() => import('./pages/webhooks/webhooks-page'))
const Person = part(() => import('./pages/person/person-page'))
const Broadcasts = part(() => import('./pages/broadcasts/broadcasts-page'))
const Broadcast = part(() => import('./pages/broadcast/broadcast-page'))
const NewBroadcast = part(() => import('./pages/new-broadcast/new-broadcast-page'))
const Contacts = part(() => import('./pages/contacts/contacts-page'))
const Contact = part(() => import('./pages/contact/contact-page'))
const ContactList = part(() => import('./pages/contact-list/contact-list-page'))
const ContactImport = part(() => import('./pages/contact-import/contact-import-page'))
const Templates = part(() => import('./pages/templates/templates-page'))
const Template = part(() => import('./pages/template/template-page'))
const Usage = part(() => import('./pages/usage/usage-page'))
const LeaveQuestion = part(() => import('./components/leave-question'))
const SignIn = part(() => import('./pages/sign-in/sign-in-page'))

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
