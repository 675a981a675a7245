// Runs the work of a command with the deployment's database and secrets.

import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import type { Admin } from '../../admin/access.ts'
import { openDeployment } from '../../config/sandbox-deployment.ts'
import { type CompleteSettings, readSettings, type Settings } from '../../config/settings.ts'
import { newId } from '../../kernel/id.ts'
import { type MerchantRecord, merchantByCode } from '../../merchants/directory/directory.ts'
import { cellOfMerchant } from '../../merchants/identity/cell.ts'
import { type Cells, openCells } from '../../platform/database/cells.ts'
import { openNodes } from '../../platform/database/citus/nodes.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { migrate, refuseFewerCells } from '../../platform/database/migrations.ts'
import { runningPorts } from '../../platform/process/data-directory.ts'
import { masterKeysOf, openRetainedSecrets } from '../../platform/retained-keys.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type Clock, systemClock } from '../../platform/time/clock.ts'
import { readSandboxClock } from '../../platform/time/sandbox-clock.ts'
import { simulatorsOf } from '../card-gateways.ts'

export type CommandNeeds = {
  /** Of control, or of a merchant's cell. With one cell they are the same. */
  db: Database
  cells: Cells & { control: Database }
  secrets: Secrets
  /** Business time: real time, or ahead of it in a sandbox whose clock was moved. */
  clock: Clock
  settings: CompleteSettings
}

/**
 * Runs `work` with the database of a running system, or with one opened for the purpose.
 * @throws NotRunning with `onlyRunning`, if no system runs.
 */
export function withDatabase(
  work: (needs: CommandNeeds) => Promise<void>,
  options: { onlyRunning?: boolean } = {},
): Promise<void> {
  return withSettings(async (settings) => {
    const { DATABASE_URL: url, CELLS: count } = settings
    if (settings.production) await refuseFewerCells(url, count)
    else await migrate(url, { cells: count })
    const at = openNodes(url, count)
    const cells = openCells(count, (cell) =>
      openDatabase(url, { connections: 2, name: 'likuta-command', cell, ...at(cell) }),
    )
    const { control: db } = cells
    try {
      const secrets = await openRetainedSecrets(masterKeysOf(settings), { sql: db, clock: systemClock })
      const isMovable = simulatorsOf(settings) !== undefined
      const clock = isMovable ? await readSandboxClock({ db, wallClock: systemClock }) : systemClock
      await work({ db, cells, secrets, clock, settings })
    } finally {
      await cells.close()
    }
  }, options)
}

/**
 * Runs `work` as `withDatabase` does, with the database of the merchant's cell.
 * @throws Error if no merchant has the code.
 */
export function withMerchant(
  code: string,
  work: (needs: CommandNeeds, merchant: MerchantRecord) => Promise<void>,
  options: { onlyRunning?: boolean } = {},
): Promise<void> {
  return withDatabase(async (needs) => {
    const merchant = await merchantByCode(needs.db, code)
    const db = await cellOfMerchant(needs.cells, code)
    if (!merchant || !db) throw new Error(`no merchant has the code ${code}`)
    await work({ ...needs, db }, merchant)
  }, options)
}

/** Runs `work` with the complete settings of a deployment, whose database runs meanwhile. */
export async function withSettings(
  work: (settings: CompleteSettings) => Promise<void>,
  options: { onlyRunning?: boolean } = {},
): Promise<void> {
  const deployment = await openDeployment(commandSettings(), { serve: false, ...options })
  try {
    await work(deployment.settings)
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

/** Opens the secrets of a deployment. @throws Error if its database was sealed with another master key. */
export async function sandboxSecrets(settings: CompleteSettings): Promise<Secrets> {
  const sql = openDatabase(settings.DATABASE_URL, { connections: 1, name: 'likuta-keys', cell: 0 })
  try {
    return await openRetainedSecrets(masterKeysOf(settings), { sql, clock: systemClock })
  } finally {
    await sql.close()
  }
}
