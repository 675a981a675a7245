import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database.ts'
import { masterKeysOf, openKeptSecrets } from '../platform/kept-keys.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { CompleteSettings } from '../system.ts'

/** The secrets of a deployment. @throws where the master key is not the one its database was sealed with. */
export async function keptSecrets(settings: CompleteSettings): Promise<Secrets> {
  const sql = openDatabase(settings.DATABASE_URL, { connections: 1, name: 'mosolo-keys' })
  try {
    return await openKeptSecrets(masterKeysOf(settings), { sql, clock: systemClock })
  } finally {
    await sql.close()
  }
}
