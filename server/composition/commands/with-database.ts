// Runs the work of a command with the deployment's database and secrets.

import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import type { Admin } from '../../admin/access.ts'
import { openDeployment } from '../../config/sandbox-deployment.ts'
import { type CompleteSettings, readSettings, type Settings } from '../../config/settings.ts'
import { newId } from '../../kernel/id.ts'
import { merchantByCode } from '../../merchants/directory/directory.ts'
import { type Database, openDatabase, type Sql } from '../../platform/database/database.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { runningPorts } from '../../platform/process/data-directory.ts'
import { masterKeysOf, openRetainedSecrets } from '../../platform/retained-keys.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type Clock, systemClock } from '../../platform/time/clock.ts'
import { readSandboxClock } from '../../platform/time/sandbox-clock.ts'
import { simulatorsOf } from '../card-gateways.ts'

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

/** The machine's user, as the actor in the audit log. Rules that require two people count the command line as one person. */
export function commandLineAdmin(): Admin {
  return { name: userName(), owner: 'command-line', address: 'command-line', requestId: newId() }
}

function userName(): string {
  try {
    return userInfo().username || 'command-line'
  } catch {
    return 'command-line'
  }
}

/**
 * Reads the settings of a command: those of the environment, but of a running system the ports it listens on, which may have been
 * set for its start only. A port set in the command's own environment wins; 0 means any.
 * @throws InvalidSettings
 */
export function commandSettings(): Settings {
  const settings = readSettings(process.env)
  const running = runningPorts(resolve(settings.LIKUTA_DATA_DIR))
  const portOf = (name: 'PORT' | 'SANDBOX_PORT') =>
    isSet(name) && settings[name] !== 0 ? settings[name] : (running[name] ?? settings[name])
  return { ...settings, PORT: portOf('PORT'), SANDBOX_PORT: portOf('SANDBOX_PORT') }
}

const isSet = (name: string) => Boolean(process.env[name] || process.env[`${name}_FILE`])

/** Returns business time: real time, or ahead of it in a sandbox whose clock was moved. */
export async function businessClock(settings: CompleteSettings, db: Database): Promise<Clock> {
  return simulatorsOf(settings) === undefined ? systemClock : readSandboxClock({ db, wallClock: systemClock })
}

/** @throws Error if no merchant has the code. */
export async function requireMerchantByCode(sql: Sql, code: string) {
  const found = await merchantByCode(sql, code)
  if (!found) throw new Error(`no merchant has the code ${code}`)
  return { ...found, id: BigInt(found.id) }
}

/** Opens the secrets of a deployment. @throws Error if its database was sealed with another master key. */
export async function sandboxSecrets(settings: CompleteSettings): Promise<Secrets> {
  const sql = openDatabase(settings.DATABASE_URL, { connections: 1, name: 'likuta-keys' })
  try {
    return await openRetainedSecrets(masterKeysOf(settings), { sql, clock: systemClock })
  } finally {
    await sql.close()
  }
}
