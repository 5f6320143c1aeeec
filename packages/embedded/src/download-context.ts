import type { BinaryCache } from './binary-cache.js'

/** What every download needs. */
export interface DownloadContext {
  cache: BinaryCache
  env: NodeJS.ProcessEnv
  say: (line: string) => void
  /** Gives up after this long without new bytes. */
  idleMs: number
  /** Ends the download if the start is interrupted. */
  signal?: AbortSignal | undefined
}
