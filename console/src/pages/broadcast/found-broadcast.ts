import type { BroadcastQuery } from './broadcast-operations'

export type FoundBroadcast = NonNullable<BroadcastQuery['broadcast']>
