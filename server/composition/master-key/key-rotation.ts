// Master key rotation: reseals everything that the old key sealed, while running processes have both keys. It can be stopped at any
// point and started again.
import type { Admin } from '../../admin/access.ts'
import { audit, auditPurpose, keysRotated } from '../../admin/audit.ts'
import { type Database, type Sql, statement } from '../../platform/database/database.ts'
import { retainKey } from '../../platform/security/retained-keys.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { type SealedColumn, type SealedRow, sealedColumns } from './sealed-columns.ts'

const readProgress = statement<{ through: string }>(
  'read_key_rotation',
  'select through from key_rotation where master_key = $1 and target = $2',
)
const saveProgress = statement(
  'save_key_rotation',
  `insert into key_rotation (master_key, target, through) values ($1, $2, $3)
   on conflict (master_key, target) do update set through = excluded.through`,
)
/** A later run starts from the beginning, because a slow process may have sealed with the old key meanwhile. */
const forgetProgress = statement('forget_key_rotation', 'delete from key_rotation where master_key = $1')

const rowsAtOnce = 100

export type RotationNeeds = { db: Database; secrets: Secrets; clock: Clock }
export type ColumnRotation = { column: string; sealed_anew: number; already: number }

/**
 * Reseals all columns, then retires the old key for the audit log.
 * @param reportOf is called for each column when it is done.
 * @throws Error if a value opens under neither key; earlier columns are done by then, later ones are not.
 */
export async function rotateKeys(
  needs: RotationNeeds,
  admin: Admin,
  reportOf: (done: ColumnRotation) => void = () => {},
): Promise<{ columns: ColumnRotation[]; retired: number }> {
  const columns: ColumnRotation[] = []
  for (const column of sealedColumns) {
    const done = await rotateColumn(needs, column)
    columns.push(done)
    reportOf(done)
  }
  const retired = await retireAuditKeys(needs, admin)
  await needs.db.rows(forgetProgress, [nameOf(needs.secrets)])
  return { columns, retired }
}

/** Returns the fingerprint of the current master key. */
const nameOf = (secrets: Secrets) => secrets.derived('seal')[0]!.fingerprint

async function rotateColumn({ db, secrets }: RotationNeeds, column: SealedColumn): Promise<ColumnRotation> {
  const masterKey = nameOf(secrets)
  const [progress] = await db.rows(readProgress, [masterKey, column.name])
  const done: ColumnRotation = { column: column.name, sealed_anew: 0, already: 0 }
  let through = progress?.through ?? column.first
  for (;;) {
    const rows = await db.rows(column.read, [through, rowsAtOnce])
    const last = rows.at(-1)
    if (!last) return done
    const changed = await sealPage(db, secrets, column, rows)
    done.sealed_anew += changed
    done.already += rows.length - changed
    through = last.id
    await db.rows(saveProgress, [masterKey, column.name, through])
  }
}

/** Skips rows that changed since they were read: the process that changed them encrypted them with the current key. */
async function sealPage(
  sql: Sql,
  secrets: Secrets,
  column: SealedColumn,
  rows: SealedRow[],
): Promise<number> {
  const anew = rows.flatMap((row) => {
    const sealed = sealAnew(secrets, column, row)
    return sealed ? [{ ...row, sealed, was: row.sealed }] : []
  })
  if (anew.length === 0) return 0
  const values = [anew.map(({ id }) => id), anew.map(({ sealed }) => sealed), anew.map(({ was }) => was)]
  return (await sql.rows(column.change, values)).length
}

function sealAnew(secrets: Secrets, column: SealedColumn, row: SealedRow): Buffer | undefined {
  try {
    return secrets.sealAnew(row.sealed, column.context(row))
  } catch {
    throw new Error(`${column.name} of ${row.id} opens under neither master key`)
  }
}

/** Keeps the old key for verifying audit rows; rows written with it after this entry count as forged. */
async function retireAuditKeys({ db, secrets, clock }: RotationNeeds, admin: Admin): Promise<number> {
  return db.transaction(async (sql) => {
    const now = clock.now()
    const [, ...going] = secrets.derived(auditPurpose)
    let retired = 0
    for (const key of going) if (await retainKey(sql, secrets, auditPurpose, key, now)) retired += 1
    const detail = { to: nameOf(secrets) }
    if (retired > 0) audit(sql, secrets, { admin, action: keysRotated, subject: 'master key', detail, now })
    return retired
  })
}

export type ColumnState = { column: string; current: number; previous: number; unreadable: number }

/** Counts, for each column, the values sealed under each key. */
export async function sealedUnder(sql: Sql, secrets: Secrets): Promise<ColumnState[]> {
  const states: ColumnState[] = []
  for (const column of sealedColumns) {
    const state: ColumnState = { column: column.name, current: 0, previous: 0, unreadable: 0 }
    let through: string | undefined = column.first
    while (through !== undefined) {
      const rows: SealedRow[] = await sql.rows(column.read, [through, rowsAtOnce])
      for (const row of rows) state[keyStateOf(secrets, column, row)] += 1
      through = rows.at(-1)?.id
    }
    states.push(state)
  }
  return states
}

function keyStateOf(secrets: Secrets, column: SealedColumn, row: SealedRow) {
  try {
    return secrets.sealAnew(row.sealed, column.context(row)) ? 'previous' : 'current'
  } catch {
    return 'unreadable'
  }
}
