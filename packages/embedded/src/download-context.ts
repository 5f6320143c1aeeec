import type { BinaryCache } from './binary-cache.js'

/** What a download needs beside the thing itself. */
export interface DownloadContext {
  cache: BinaryCache
  env: NodeJS.ProcessEnv
  say: (line: string) => void
  /** Gives up after this long without new bytes. */
  idleMs: number
  /** Ends the download when the start is called off. */
  signal?: AbortSignal | undefined
}
