// Runs the work of a command with the deployment's database and secrets.
import { openDeployment } from '../../../config/sandbox-deployment.ts'
import type { CompleteSettings } from '../../../config/settings.ts'
import { type Database, openDatabase } from '../../../platform/database/database.ts'
import { migrate } from '../../../platform/database/migrations.ts'
import { masterKeysOf, openRetainedSecrets } from '../../../platform/security/retained-keys.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { systemClock } from '../../../platform/time/clock.ts'
import { commandSettings } from '../command-settings.ts'

/**
 * Runs `work` with the database of a running system, or with one opened for the purpose.
 * @throws NotRunning with `onlyRunning`, if no system runs.
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
  const deployment = await openDeployment(commandSettings(), { serve: false, ...options })
  try {
    const { DATABASE_URL, MERCHANT_PREFIX } = deployment.settings
    if (!deployment.settings.production) await migrate(DATABASE_URL)
    const db = openDatabase(DATABASE_URL, { connections: 2, name: 'likuta-command' })
    try {
      const keys = masterKeysOf(deployment.settings)
      const secrets = await openRetainedSecrets(keys, { sql: db, clock: systemClock })
      await work({ db, secrets, merchantPrefix: MERCHANT_PREFIX, settings: deployment.settings })
    } finally {
      await db.close()
    }
  } finally {
    await deployment.stop()
  }
}
