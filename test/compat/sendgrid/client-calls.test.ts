import type { Client } from '@sendgrid/client'
import { sendgrid } from '../../../src/compat/sendgrid/sendgrid.js'
import { testMethods } from '../support/test-methods.js'
import { clientFor } from './client.js'
import { clientCalls } from './client-calls.js'

/** The client has one method for all calls. So the table must have all routes that are here, and what is not here besides. */
const served = sendgrid.routes.map(({ method, path }) => `${method} ${path}`)
const missing = clientCalls.filter(({ verdict }) => verdict === 'not here').map(({ name }) => name)

testMethods<Client>({
  methods: clientCalls,
  connect: clientFor,
  namesOf: () => [...served, ...missing],
  statusOf: (outcome) => (outcome as { code?: number }).code,
})
