// Replaces the batches: every member becomes a statement and a commit, as many at once as the pool allows.
import type { Run } from '../../../server/platform/database/coalescing-batch.ts'

// Statements of several rows are written as in the product.
export {
  sentKeys,
  sentRows,
  toSentKeys,
  toSentRows,
} from '../../../server/platform/database/coalescing-batch.ts'

export function coalescingBatch<Member, Result>(
  run: Run<Member, Result>,
): (member: Member) => Promise<Result> {
  return async (member) => (await run([member], () => []))[0] as Result
}
