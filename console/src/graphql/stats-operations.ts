import { graphql, type ResultOf, type VariablesOf } from './graphql'

export const StatsDocument = graphql(`
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
export type StatsQuery = ResultOf<typeof StatsDocument>
export type StatsQueryVariables = VariablesOf<typeof StatsDocument>
