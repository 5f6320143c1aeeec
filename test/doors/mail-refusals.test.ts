import { testRefusals } from './test-refusals.js'

testRefusals((operation) => operation.startsWith('mail.'))
