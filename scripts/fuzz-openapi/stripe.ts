import { startStripeStandIn } from '../../test/support/stripe-stand-in.js'

/* Runs a stand-in of Stripe until it is ended, and prints the settings with which the service uses it. */

const { settings } = await startStripeStandIn()
const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
process.stdout.write(lines.join(''))
