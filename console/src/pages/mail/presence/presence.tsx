import { useEffect, useRef, useState } from 'react'
import { useClient } from 'urql'
import { graphql, type ResultOf } from '../../../graphql/graphql'
import { useEvents } from '../../../graphql/use-events'
import { usePolling } from '../../../lib/use-polling'
import { ownName } from '../assignee/own-name'

const MailPresenceDocument = graphql(`
  subscription MailPresence($threadId: ID!) {
    mailPresence(threadId: $threadId) {
      clients {
        clientId
        state
        name
      }
    }
  }
`)

const SetMailPresenceDocument = graphql(`
  mutation SetMailPresence($threadId: ID!, $clientId: ID!, $state: String!, $name: String) {
    setMailPresence(threadId: $threadId, clientId: $clientId, state: $state, name: $name) {
      clients {
        clientId
        state
        name
      }
    }
  }
`)

const DeleteMailPresenceDocument = graphql(`
  mutation DeleteMailPresence($threadId: ID!, $clientId: ID!) {
    deleteMailPresence(threadId: $threadId, clientId: $clientId)
  }
`)

type Clients = NonNullable<ResultOf<typeof MailPresenceDocument>['mailPresence']>['clients']

/** The API takes a client for gone after 30 seconds. */
const BEAT_MS = 10_000
/** More names than this are a number. */
const MOST_NAMES = 3

/** This tab. */
const CLIENT_ID = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
  byte.toString(16).padStart(2, '0'),
).join('')

/** Says who else has a thread open or is writing an answer, and tells them the same of this reader. */
export default function Presence({ threadId }: { threadId: string }) {
  const client = useClient()
  const [clients, setClients] = useState<Clients>([])
  const hasWritten = useRef(false)
  const lastState = useRef('')
  const lastBeat = useRef<Promise<unknown>>(Promise.resolve())

  const beat = async () => {
    // Who has begun an answer is writing it until it is sent or discarded.
    hasWritten.current &&= document.querySelector('.composer') !== null
    const state = hasWritten.current ? 'writing' : 'viewing'
    lastState.current = state
    const variables = { threadId, clientId: CLIENT_ID, state, name: ownName() || null }
    const answer = client.mutation(SetMailPresenceDocument, variables).toPromise()
    lastBeat.current = answer
    const { data } = await answer
    // Without a response, the list stays as it is until the next time.
    if (data?.setMailPresence) setClients(data.setMailPresence.clients)
  }
  const beatNow = useRef(beat)
  beatNow.current = beat
  usePolling(() => void beat(), true, BEAT_MS)
  useEvents(
    MailPresenceDocument,
    { threadId },
    {
      onEvent: ({ mailPresence }) => mailPresence && setClients(mailPresence.clients),
      onOpen: () => void beatNow.current(),
    },
  )
  useEffect(() => {
    const onInput = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest('.composer')) return
      hasWritten.current = true
      if (lastState.current !== 'writing') void beatNow.current()
    }
    addEventListener('input', onInput)
    return () => {
      removeEventListener('input', onInput)
      // Behind what is on its way, which would bring the reader back.
      const leave = () => client.mutation(DeleteMailPresenceDocument, { threadId, clientId: CLIENT_ID }).toPromise()
      void lastBeat.current.then(leave)
    }
  }, [client, threadId])

  const others = clients.filter(({ clientId }) => clientId !== CLIENT_ID)
  const writing = namesOf(others.filter(({ state }) => state === 'writing'))
  const viewing = namesOf(others.filter(({ state }) => state === 'viewing')).filter((name) => !writing.includes(name))
  const sentences = [
    ...(writing.length > 0 ? [`${inWords(writing)} writing an answer.`] : []),
    ...(viewing.length > 0 ? [`${inWords(viewing)} here, too.`] : []),
  ]
  return (
    <p role="status" aria-label="Who else is here" className={sentences.length > 0 ? 'notice' : 'visually-hidden'}>
      {sentences.join(' ')}
    </p>
  )
}

/** Each name once: somebody may have several tabs. */
const namesOf = (clients: Clients): string[] => [...new Set(clients.map(({ name }) => name))]

function inWords(names: readonly string[]): string {
  if (names.length > MOST_NAMES) return `${names.length} people are`
  const last = names.at(-1)
  return names.length === 1 ? `${last} is` : `${names.slice(0, -1).join(', ')} and ${last} are`
}
