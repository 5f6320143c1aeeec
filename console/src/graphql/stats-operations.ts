// Written by `npm run generate` from the schema and the `.graphql` files of the console. Do not edit.
import { document } from './document'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type StatsQueryVariables = Exact<{
  from?: string | null | undefined;
  to?: string | null | undefined;
  interval?: string | null | undefined;
  testMode?: boolean | null | undefined;
}>;


export type StatsQuery = { stats: { buckets: Array<{ start: string, accepted: number, sent: number, delivered: number, opened: number, clicked: number, bounced: number, complained: number, failed: number, suppressed: number }> } | null };

export const StatsDocument = document<StatsQuery, StatsQueryVariables>(`
query Stats($from: DateTime, $to: DateTime, $interval: String, $testMode: Boolean) {
  stats(from: $from, to: $to, interval: $interval, testMode: $testMode) {
    buckets {
      start
      accepted
      sent
      delivered
      opened
      clicked
      bounced
      complained
      failed
      suppressed
    }
  }
}
`)
