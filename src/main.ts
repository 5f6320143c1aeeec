import { serve } from './process/serve.js'
import { servePart } from './process/serve-part.js'
import { PART } from './process/supervise.js'

await (process.argv[2] === PART ? servePart(process.env) : serve(process.env))
