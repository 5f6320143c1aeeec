/** Recipients that make the service simulate an outcome, for mail that is sent with the test key. */
export const outcomes = {
  delivered: 'delivered@example.com',
  bounced: 'bounced@example.com',
  complained: 'complained@example.com',
} as const
