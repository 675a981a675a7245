// What happens before a charge and is written at once: keys of capture contexts, set-ups and begun enrolments. Those that
// arrive together share one statement and one commit.
import { coalescingBatch } from '../../platform/database/coalescing-batch.ts'
import { type Database, retryConflicts } from '../../platform/database/database.ts'
import { beginEnrolments, type EnrolmentStart, type NumberedStart } from './begin-enrolment.ts'
import { openBrowserNumbers } from './browser/payer-device.ts'
import type { AuthenticationRow } from './queries.ts'
import { insertSetUps, type SetUp } from './set-up.ts'
import { addTokenKeys, type NewTokenKey } from './token-keys.ts'

export type AuthenticationStore = {
  /** Stores the key of a capture context with the next batch. Await it before the context is handed out. */
  addTokenKey(key: NewTokenKey): Promise<void>
  /** Stores a set-up with the next batch. Resolves to false when its card token belongs to another transaction. */
  setUp(setUp: SetUp): Promise<boolean>
  /**
   * Begins with the next batch. Resolves to undefined when there is no such attempt, or it has begun or expired.
   * @throws on a unique violation while another attempt of the transaction is active.
   */
  begin(start: EnrolmentStart): Promise<AuthenticationRow | undefined>
}

/** A larger batch would keep its first members waiting. */
const limits = { maxMembers: 64 }

/** A process needs one, so that its payments share their batches. */
export function openAuthenticationStore(db: Database): AuthenticationStore {
  const browserNumber = openBrowserNumbers(db)
  const begin = coalescingBatch<NumberedStart, AuthenticationRow | undefined>(
    (starts) => beginEnrolments(db, starts),
    limits,
  )
  return {
    addTokenKey: coalescingBatch<NewTokenKey, void>(
      (keys) => retryConflicts(() => addTokenKeys(db, keys)),
      limits,
    ),
    setUp: coalescingBatch<SetUp, boolean>(
      (setUps) => retryConflicts(() => insertSetUps(db, setUps)),
      limits,
    ),
    begin: async (start) => begin({ ...start, browser: await browserNumber(start.device) }),
  }
}
