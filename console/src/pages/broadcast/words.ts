/** Whom a broadcast is from, in words. */
export const senderOf = ({ fromEmail }: { fromEmail: string | null }) => fromEmail ?? 'the shared sender'
