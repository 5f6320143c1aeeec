/**
 * Flags of Node.js for the processes of the service.
 *
 * What a request holds lives until the ledger has answered, which is longer than the usual 16 MiB of new objects last
 * under load. They are then copied to the old space, and collecting that costs a third more time for each mail of a
 * batch.
 */
export const NODE_FLAGS = ['--max-semi-space-size=32']
