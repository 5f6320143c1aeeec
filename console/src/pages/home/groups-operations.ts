// Written by `npm run generate` from the schema and the `.graphql` files of the console. Do not edit.
import { document } from '../../graphql/document'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type StatsGroupsQueryVariables = Exact<{
  groupBy: string;
  from?: string | null | undefined;
  testMode?: boolean | null | undefined;
}>;


export type StatsGroupsQuery = { stats: { groups: Array<{ key: string, sent: number, delivered: number, opened: number, clicked: number, bounced: number, complained: number }> | null, other: { sent: number, delivered: number, opened: number, clicked: number, bounced: number, complained: number } | null } | null };

export const StatsGroupsDocument = document<StatsGroupsQuery, StatsGroupsQueryVariables>(`
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
