import { recipientsOf } from '../../../audience/suppressions/stop-event.js'
import type { LookUps, Send } from '../send.js'
import type { TestSends } from '../test-sends.js'

/** @throws ApiError as `TestSends.assertAllowed`, for a test send. */
export async function checkTestSend(
  { caller, request, recipients }: Send & LookUps,
  { testSends }: { testSends: Pick<TestSends, 'assertAllowed'> },
): Promise<void> {
  if (!request.test_send) return
  await testSends.assertAllowed(caller, request.idempotency_key, recipientsOf(await recipients))
}
