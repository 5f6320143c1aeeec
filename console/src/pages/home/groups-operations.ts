import { graphql, type ResultOf } from '../../graphql/graphql'

export const StatsGroupsDocument = graphql(`
  query StatsGroups($groupBy: String!, $from: DateTime, $testMode: Boolean) {
    stats(groupBy: $groupBy, from: $from, testMode: $testMode, limit: 25) {
      groups {
        key
        sent
        delivered
        opened
        clicked
        bounced
        complained
      }
      other {
        sent
        delivered
        opened
        clicked
        bounced
        complained
      }
    }
  }
`)
export type StatsGroupsQuery = ResultOf<typeof StatsGroupsDocument>
