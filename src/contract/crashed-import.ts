/** The `failure` of an import that was given up after crashes, until its dead letter is retried. The console knows it by this. */
export const CRASHED_IMPORT = 'The import crashed its process five times. Retry its dead letter to go on.'
