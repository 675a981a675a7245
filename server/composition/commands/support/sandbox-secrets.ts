// Opens a deployment's secrets with a short-lived database connection.
import type { CompleteSettings } from '../../../config/settings.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { masterKeysOf, openRetainedSecrets } from '../../../platform/security/retained-keys.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { systemClock } from '../../../platform/time/clock.ts'

/** Opens the secrets of a deployment. @throws Error if its database was sealed with another master key. */
export async function sandboxSecrets(settings: CompleteSettings): Promise<Secrets> {
  const sql = openDatabase(settings.DATABASE_URL, { connections: 1, name: 'likuta-keys' })
  try {
    return await openRetainedSecrets(masterKeysOf(settings), { sql, clock: systemClock })
  } finally {
    await sql.close()
  }
}
