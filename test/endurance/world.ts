import type { Random } from '../../scripts/fuzz/random.js'
import type { Composition } from '../../src/compose.js'
import { aListOf, people } from '../support/contacts.js'
import { inboundDomain } from '../support/inbound-domain.js'
import type { WithMongoose } from '../support/mongoose-models.js'
import type { Book } from './book.js'
import type { Client } from './client.js'
import type { Fleet } from './fleet.js'
import type { Endpoint } from './sinks/endpoint.js'
import type { MailProvider } from './sinks/provider.js'

/** An account of the load. */
export interface Account {
  id: string
  liveKey: string
  testKey: string
  /** A verified domain that sends and receives. */
  domain: string
  /** A list with some contacts, for broadcasts. */
  listId: string
  listEmails: string[]
  endpoints: Endpoint[]
}

/** What the load works with. */
export interface World {
  accounts: Account[]
  book: Book
  client: Client
  fleet: Pick<Fleet, 'smtpPort'>
  provider: MailProvider
  random: Random
  /** The ledger as it is. */
  ledger: WithMongoose<Composition>
}

const LIST_MEMBERS = 40

/** Makes an account with all that the load needs. Before the first fault, so that nothing is repeated. */
export async function createAccount(
  { client, ledger }: Pick<World, 'client' | 'ledger'>,
  index: number,
  endpoints: Endpoint[],
): Promise<Account> {
  const { models, newId } = ledger
  const { account_id: id, key: liveKey } = await ledger.services.accounts.create(`owner${index}@postline.test`)
  const domain = `shop${index}.test`
  await inboundDomain({ models, accountId: id }, domain)
  const members = people(LIST_MEMBERS, `list${index}.test`)
  const listId = await aListOf({ models, newId, accountId: id }, members)
  const testKey = await created(client, '/v1/keys', liveKey, { scope: 'send', test_mode: true })
  for (const endpoint of endpoints) {
    const webhook = await created(client, '/v1/webhooks', liveKey, { endpoint_url: endpoint.url })
    endpoint.secret = webhook.signing_secret
  }
  const listEmails = members.map(({ email }) => email)
  return { id, liveKey, testKey: testKey.key, domain, listId, listEmails, endpoints }
}

async function created(client: Client, path: string, key: string, body: unknown) {
  const reply = await client.ask('POST', path, { key, body })
  if (reply?.status !== 201) throw new Error(`POST ${path}: ${JSON.stringify(reply)}`)
  return reply.body
}
