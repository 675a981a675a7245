// A database with several cells for a test, without a system.
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { hashPassword } from '../../../server/accounts/password.ts'
import { type Credentials, registerMerchant } from '../../../server/merchants/identity/register.ts'
import { type Cells, openCells } from '../../../server/platform/database/cells.ts'
import { type Database, openDatabase } from '../../../server/platform/database/database.ts'
import { openTestDatabase } from './database.ts'
import type { World } from './world.ts'

/** A deployment with one cell. */
export const oneCell = (db: Database) => ({ control: db, all: [db] })

/** `close` also drops the database. */
export async function openTestCells(count: number): Promise<Cells & { url: string; close(): Promise<void> }> {
  const database = await openTestDatabase({ cells: count })
  const cells = openCells(count, (cell) => openDatabase(database.url, { connections: 2, name: 'test', cell }))
  return {
    ...cells,
    url: database.url,
    async close() {
      await cells.close()
      await database.drop()
    },
  }
}

const lost = async () => {
  throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
}
const silent = () => pause(8_000).then(lost)

/** The same cells, one of which is out of reach: connections to it are refused, or it does not reply until a connection gives up. */
export function withoutCell(cells: Cells, number: number, how: 'refused' | 'frozen' = 'refused'): Cells {
  const fail = how === 'refused' ? lost : silent
  const all = cells.all.map((db) => (db.cell === number ? { ...db, rows: fail, transaction: fail } : db))
  return { ...cells, all }
}

export const passwordInCells = 'correct horse battery'

/** Registers a sandbox merchant in a cell of a world with several. */
export async function registerIn({ system, clock }: World, cell: number): Promise<Credentials> {
  const { secrets, settings } = system
  const db = openDatabase(settings.DATABASE_URL, { connections: 1, name: 'test', cell })
  const hash = (password: string) => hashPassword(password, { memory: 8, passes: 1, parallelism: 1 })
  const email = `${randomBytes(6).toString('hex')}@example.com`
  const wanted = {
    name: `Boutique ${cell}`,
    email,
    environment: 'sandbox',
    password: passwordInCells,
  } as const
  try {
    return await registerMerchant({ db, hash, secrets, clock, merchantPrefix: 'LKT' }, wanted)
  } finally {
    await db.close()
  }
}
