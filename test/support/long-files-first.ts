import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take longest, and so begin first: at the end of a run, no worker is left alone with one of them. In a clean
 * clone Vitest does not know how long a file takes, and would begin with those that have most lines.
 */
const LONG_FILES = [
  'test/faults/random-faults.test.ts',
  'test/faults/ses-faults.test.ts',
  'test/deploy/drills/lost-primary.test.ts',
  'test/faults/broadcast-faults.test.ts',
  'test/faults/body-bombs.test.ts',
  'test/faults/worker-faults.test.ts',
  'test/console/mail.test.ts',
  'test/faults/claims-faults.test.ts',
  'test/e2e/adding-a-resource.test.ts',
  'packages/embedded/test/disk-space.test.ts',
  'test/faults/import-crashes.test.ts',
  'test/console/docs.test.ts',
  'test/faults/inbound-faults.test.ts',
  'test/console/pages.test.ts',
  'test/deploy/drills/every-secret.test.ts',
  'test/console/webhooks.test.ts',
  'test/console/broadcasts.test.ts',
  'test/console/contacts.test.ts',
  'test/console/mail-sending.test.ts',
  'test/faults/callback-faults.test.ts',
  'test/faults/outage-log.test.ts',
  'test/console/rights.test.ts',
  'test/deploy/rolling-upgrade.test.ts',
  'test/patterns/patterns.test.ts',
  'test/e2e/packed.test.ts',
  'test/e2e/start.test.ts',
  'test/attacks/hostile-templates.test.ts',
  'test/doors/doors.test.ts',
  'test/streams/deliveries/delivery-worker.test.ts',
  'test/services/sending/broadcasts/broadcasts.test.ts',
  'test/doors/refusals.test.ts',
  'test/rest/rate-limit.test.ts',
  'test/http/bodies.test.ts',
  'test/rest/spend-caps.test.ts',
  'test/doors/audit-log.test.ts',
  'test/trpc/event-streams.test.ts',
  'test/services/removal/erasure/erasure.test.ts',
  'test/cli/restore.test.ts',
  'test/graphql/connections.test.ts',
  'test/endurance/invariants.test.ts',
  'test/services/sending/broadcasts/broadcast-streams.test.ts',
  'test/http/response-headers.test.ts',
  'test/services/mail-app/threads/thread-streams.test.ts',
  'test/streams/sweep.test.ts',
  'test/http/session.test.ts',
  'test/operations/list-plans.test.ts',
  'test/services/revisions.test.ts',
  'test/rest/domain-logos.test.ts',
  'test/models/shard-targets.test.ts',
]

/** Shuffles the files that are left, so that runs that are short of time do not all leave out the same ones. */
const { TESTS_ORDER: ORDER } = process.env

/** The longest files of each project first. The others have Vitest's order, or one that TESTS_ORDER makes: the same for the same text. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config
    const missing = LONG_FILES.filter((path) => !existsSync(join(root, path)))
    if (missing.length > 0) throw new Error(`LONG_FILES names files that do not exist: ${missing.join(', ')}`)
    const rank = ({ moduleId }: TestSpecification) => {
      const path = relative(root, moduleId)
      const place = LONG_FILES.indexOf(path)
      return place >= 0 ? place : LONG_FILES.length + shuffled(path)
    }
    // Vitest takes the files of a project in this order, whatever the order of the projects.
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}

/** From 0 to 1. */
const shuffled = (path: string) =>
  ORDER === undefined ? 0 : createHash('sha256').update(`${ORDER} ${path}`).digest().readUInt32BE() / 2 ** 32
