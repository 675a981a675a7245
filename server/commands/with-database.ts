import { openDeployment } from '../deployment.ts'
import { type Database, openDatabase } from '../platform/database.ts'
import { migrate } from '../platform/migrations.ts'
import { openSecrets, type Secrets } from '../platform/secrets.ts'
import { readSettings } from '../settings.ts'
import type { CompleteSettings } from '../system.ts'

/**
 * Works beside a running system, or with a database opened for the purpose.
 * @throws NotRunning with `onlyRunning`, instead of opening one.
 */
export async function withDatabase(
  work: (needs: {
    db: Database
    secrets: Secrets
    merchantPrefix: string
    settings: CompleteSettings
  }) => Promise<void>,
  options: { onlyRunning?: boolean } = {},
): Promise<void> {
  const deployment = await openDeployment(readSettings(process.env), { serve: false, ...options })
  try {
    const { DATABASE_URL, MASTER_KEY, MERCHANT_PREFIX } = deployment.settings
    if (!deployment.settings.production) await migrate(DATABASE_URL)
    const db = openDatabase(DATABASE_URL, { connections: 2, name: 'mosolo-command' })
    await work({
      db,
      secrets: openSecrets(Buffer.from(MASTER_KEY, 'base64')),
      merchantPrefix: MERCHANT_PREFIX,
      settings: deployment.settings,
    }).finally(() => db.close())
  } finally {
    await deployment.stop()
  }
}
