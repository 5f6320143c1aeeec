import { lazy, Suspense } from 'react'
import { Provider } from 'urql'
import { Link, Route, Router, Switch } from 'wouter'
import { Shell } from './components/shell'
import { Empty, SkeletonRows } from './components/states'
import { Toasts } from './components/toasts'
import { client } from './graphql/client'
import { useGuardedLocation, useGuardedSearch, useWantsToLeave } from './lib/unsaved'

const AuditLog = lazy(() => import('./pages/audit-log/audit-log-page'))
const DeadLetters = lazy(() => import('./pages/dead-letters/dead-letters-page'))
const Domain = lazy(() => import('./pages/domain/domain-page'))
const Domains = lazy(() => import('./pages/domains/domains-page'))
const Home = lazy(() => import('./pages/home/home-page'))
const Messages = lazy(() => import('./pages/messages/messages-page'))
const Message = lazy(() => import('./pages/message/message-page'))
const Keys = lazy(() => import('./pages/keys/keys-page'))
const Mail = lazy(() => import('./pages/mail/mail-page'))
const Send = lazy(() => import('./pages/send/send-page'))
const Suppressions = lazy(() => import('./pages/suppressions/suppressions-page'))
const Webhook = lazy(() => import('./pages/webhook/webhook-page'))
const Webhooks = lazy(() => import('./pages/webhooks/webhooks-page'))
const Person = lazy(() => import('./pages/person/person-page'))
const Broadcasts = lazy(() => import('./pages/broadcasts/broadcasts-page'))
const Broadcast = lazy(() => import('./pages/broadcast/broadcast-page'))
const NewBroadcast = lazy(() => import('./pages/new-broadcast/new-broadcast-page'))
const Contacts = lazy(() => import('./pages/contacts/contacts-page'))
const Contact = lazy(() => import('./pages/contact/contact-page'))
const ContactList = lazy(() => import('./pages/contact-list/contact-list-page'))
const ContactImport = lazy(() => import('./pages/contact-import/contact-import-page'))
const Templates = lazy(() => import('./pages/templates/templates-page'))
const Template = lazy(() => import('./pages/template/template-page'))
const Usage = lazy(() => import('./pages/usage/usage-page'))
const LeaveQuestion = lazy(() => import('./components/leave-question'))
const SignIn = lazy(() => import('./pages/sign-in/sign-in-page'))

/** The console: its pages by their addresses. */
export function App() {
  return (
    <Provider value={client}>
      <Router hook={useGuardedLocation} searchHook={useGuardedSearch}>
        <Switch>
          <Route path="/sign-in">
            <Suspense>
              <SignIn />
            </Suspense>
          </Route>
          <Route>
            <Shell>
              <Suspense fallback={<SkeletonRows count={6} />}>
                <Pages />
              </Suspense>
            </Shell>
          </Route>
        </Switch>
        <Leaving />
      </Router>
      <Toasts />
    </Provider>
  )
}

/** Asks before something is lost that is not saved. */
function Leaving() {
  const leave = useWantsToLeave()
  return <Suspense>{leave && <LeaveQuestion leave={leave} />}</Suspense>
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
      <Route path="/keys" component={Keys} />
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
      <Route path="/send" component={Send} />
      <Route>
        <h1>There is no such page</h1>
        <Empty
          action={
            <Link href="/" className="button">
              Go home
            </Link>
          }
        >
          The address may have been shortened on its way to you.
        </Empty>
      </Route>
    </Switch>
  )
}
