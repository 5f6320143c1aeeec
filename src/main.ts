import { serve } from './process/serve.js'

await serve(process.env)
