import type { Threads } from '../../src/compose.js'
import { ReaderThreads } from '../../src/services/reading/reader-threads.js'
import { TemplateRenderer } from '../../src/services/sending/templates/template-renderer.js'

/** The threads of all services of this test process: starting them takes longer than most tests. They end with it. */
export const sharedThreads: Threads = { readerThreads: new ReaderThreads(), renderer: new TemplateRenderer() }
