// Master key rotation: reseals everything that the old key sealed, while running processes have both keys. It can be stopped at any
// point and started again.

import { totpContext } from '../accounts/factors/totp.ts'
import type { Admin } from '../admin/access.ts'
import { audit, auditPurpose, keysRotated } from '../admin/audit.ts'
import { authenticationContext } from '../cards/authentication/move-authentication.ts'
import { numberContext } from '../cards/collections/queries.ts'
import { otherNumberContext } from '../cards/collections/returns/other-number.ts'
import { birthDateContext, documentContext, phonesContext } from '../compliance/screening/screening-record.ts'
import { factsContext } from '../merchants/business/facts.ts'
import { businessPartContext, businessPartName } from '../merchants/business/file-parts.ts'
import { apiSecretContext } from '../merchants/identity/credentials.ts'
import type { Cells } from '../platform/database/cells.ts'
import {
  commonStatement,
  controlStatement,
  type Database,
  type Place,
  type Sql,
  type Statement,
  statement,
  type WriteStatement,
} from '../platform/database/database.ts'
import { retainedKeyContext, retainKey } from '../platform/retained-keys.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Clock } from '../platform/time/clock.ts'
import { receiptKeyContext } from '../receipts/keys.ts'
import { declarationContext } from '../remittance/cases/declaration/content.ts'
import { partContext, partName } from '../remittance/cases/papers/file-parts.ts'
import { requestNoteContext } from '../remittance/cases/papers/request-papers.ts'
import { caseTextContext, personContext } from '../remittance/cases/person.ts'
import { partiesContext } from '../remittance/transfer/parties.ts'
import {
  callbackSecretContext,
  endpointSecretContext,
  receiverCredentialsContext,
} from '../webhooks/receiver-credentials.ts'

const readProgress = controlStatement<{ through: string }>(
  'read_key_rotation',
  'select through from key_rotation where master_key = $1 and target = $2',
)
const saveProgress = controlStatement(
  'save_key_rotation',
  `insert into key_rotation (master_key, target, through) values ($1, $2, $3)
   on conflict (master_key, target) do update set through = excluded.through`,
)
/** A later run starts from the beginning, because a slow process may have sealed with the old key meanwhile. */
const forgetProgress = controlStatement(
  'forget_key_rotation',
  'delete from key_rotation where master_key = $1',
)

const countRetained = controlStatement<{ count: bigint }>(
  'count_retained_keys',
  'select count(*) as count from earlier_key where purpose = $1 and fingerprint = any($2::text[])',
)

const rowsAtOnce = 100

/** Which statements go to control is a matter of each column. */
type SealedCells = Cells & { control: Database }
export type RotationNeeds = { cells: SealedCells; secrets: Secrets; clock: Clock }
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
  for (const [sql, column] of placedColumns(needs.cells)) {
    const done = await rotateColumn(needs, sql, column)
    columns.push(done)
    reportOf(done)
  }
  const retired = await retireAuditKeys(needs, admin)
  await needs.cells.control.rows(forgetProgress, [nameOf(needs.secrets)])
  return { columns, retired }
}

/** Each column where it has rows: in control, which also sees those that all share, or in each cell. Of several cells, its name tells which. */
function placedColumns({ control, all }: SealedCells): [Sql, SealedColumn][] {
  return sealedColumns.flatMap((column): [Sql, SealedColumn][] => {
    if (!column.isInCells) return [[control, column]]
    if (all.length === 1) return all.map((sql) => [sql, column])
    return all.map((sql) => [sql, { ...column, name: `${column.name} (cell ${sql.cell})` }])
  })
}

/** Returns the fingerprint of the current master key. */
const nameOf = (secrets: Secrets) => secrets.derived('seal')[0]!.fingerprint

async function rotateColumn(
  { cells: { control }, secrets }: RotationNeeds,
  sql: Sql,
  column: SealedColumn,
): Promise<ColumnRotation> {
  const masterKey = nameOf(secrets)
  const [progress] = await control.rows(readProgress, [masterKey, column.name])
  const done: ColumnRotation = { column: column.name, sealed_anew: 0, already: 0 }
  let through = progress?.through ?? column.first
  for (;;) {
    const rows = await sql.rows(column.read, [through, rowsAtOnce])
    const last = rows.at(-1)
    if (!last) return done
    const changed = await sealPage(sql, secrets, column, rows)
    done.sealed_anew += changed
    done.already += rows.length - changed
    through = last.id
    await control.rows(saveProgress, [masterKey, column.name, through])
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

/**
 * Keeps the old key for verifying audit rows; rows written with it after this entry count as forged. Each chain has an entry. That of
 * control, where the key is kept, comes last, so that a run that was interrupted before it is repeated.
 */
async function retireAuditKeys(
  { cells: { control, all }, secrets, clock }: RotationNeeds,
  admin: Admin,
): Promise<number> {
  const now = clock.now()
  const [, ...going] = secrets.derived(auditPurpose)
  const fingerprints = going.map(({ fingerprint }) => fingerprint)
  const [kept] = await control.rows(countRetained, [auditPurpose, fingerprints])
  if (Number(kept?.count) === going.length) return 0
  const entry = { admin, action: keysRotated, subject: 'master key', detail: { to: nameOf(secrets) }, now }
  // guard: retired-key-of-cells
  for (const cell of all.length === 1 ? [] : all)
    await cell.transaction(async (sql) => audit(sql, secrets, entry))
  return control.transaction(async (sql) => {
    let retired = 0
    for (const key of going) if (await retainKey(sql, secrets, auditPurpose, key, now)) retired += 1
    if (retired > 0) audit(sql, secrets, entry)
    return retired
  })
}

export type ColumnState = { column: string; current: number; previous: number; unreadable: number }

/** Counts, for each column, the values sealed under each key. */
export async function sealedUnder(cells: SealedCells, secrets: Secrets): Promise<ColumnState[]> {
  const states: ColumnState[] = []
  for (const [sql, column] of placedColumns(cells)) {
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

// The columns that are sealed under the master key, each with its encryption context: what a rotation must reseal.

type SealedRow = { id: string; owner: string; sealed: Buffer }

type SealedColumn = {
  /** Table and column name. */
  name: string
  context(row: SealedRow): string
  /** Reads rows after the id $1, at most $2. */
  read: Statement<SealedRow>
  /** Replaces values: $1 ids, $2 new values, $3 the values as they were read. */
  change: Statement<{ id: string }>
  /** Sorts before every id. */
  first: string
  /** Whether each cell has the table. */
  isInCells: boolean
}

function sealedColumn(
  name: `${string}.${string}_sealed` | 'earlier_key.sealed',
  of: {
    id?: 'bigint' | 'uuid'
    /** The column of the primary key. */
    key?: string
    owner?: string
    context: (row: SealedRow) => string
    write?: WriteStatement<Place>
  },
): SealedColumn {
  const [table, column] = name.split('.')
  const { id = 'bigint', key = 'id', owner = 'id', context, write = statement } = of
  const rows = write === commonStatement ? `shared.${table}` : table
  return {
    name,
    context,
    // Empty values belong to rows that are being inserted. Sorts by the table's id, because the selected one is text.
    read: write<SealedRow>(
      `read_${table}_${column}`,
      `select ${key}::text as id, ${owner}::text as owner, ${column} as sealed
         from ${rows} where ${key} > $1::${id} and length(${column}) > 0 order by ${table}.${key} limit $2`,
    ),
    change: write<{ id: string }>(
      `change_${table}_${column}`,
      `update ${rows} t set ${column} = n.sealed
         from unnest($1::${id}[], $2::bytea[], $3::bytea[]) as n(id, sealed, was)
        where t.${key} = n.id and t.${column} = n.was returning t.${key}::text as id`,
    ),
    first: id === 'uuid' ? '00000000-0000-0000-0000-000000000000' : '0',
    isInCells: write === statement,
  }
}

export const sealedColumns: readonly SealedColumn[] = [
  sealedColumn('earlier_key.sealed', {
    write: controlStatement,
    owner: 'purpose',
    context: ({ owner }) => retainedKeyContext(owner),
  }),
  sealedColumn('receipt_key.private_sealed', {
    write: commonStatement,
    owner: 'key_id',
    context: ({ owner }) => receiptKeyContext(owner),
  }),
  sealedColumn('merchant.callback_secret_sealed', {
    write: commonStatement,
    context: ({ id }) => callbackSecretContext(BigInt(id)),
  }),
  sealedColumn('merchant.previous_callback_secret_sealed', {
    write: commonStatement,
    context: ({ id }) => callbackSecretContext(BigInt(id)),
  }),
  sealedColumn('merchant.callback_credentials_sealed', {
    write: commonStatement,
    context: ({ id }) => receiverCredentialsContext(BigInt(id)),
  }),
  sealedColumn('webhook_endpoint.secret_sealed', {
    id: 'uuid',
    owner: 'merchant_id',
    context: ({ id, owner }) => endpointSecretContext(BigInt(owner), id),
  }),
  sealedColumn('webhook_endpoint.previous_secret_sealed', {
    id: 'uuid',
    owner: 'merchant_id',
    context: ({ id, owner }) => endpointSecretContext(BigInt(owner), id),
  }),
  sealedColumn('api_key.api_secret_sealed', {
    write: commonStatement,
    owner: 'api_key',
    context: ({ owner }) => apiSecretContext(owner),
  }),
  sealedColumn('totp_secret.secret_sealed', {
    write: controlStatement,
    owner: 'account_id',
    context: ({ owner }) => totpContext(owner),
  }),
  sealedColumn('authentication_token.token_sealed', {
    id: 'uuid',
    context: ({ id }) => authenticationContext(id, 'token'),
  }),
  sealedColumn('card_authentication.step_up_token_sealed', {
    id: 'uuid',
    context: ({ id }) => authenticationContext(id, 'step_up'),
  }),
  sealedColumn('card_authentication.evidence_sealed', {
    id: 'uuid',
    context: ({ id }) => authenticationContext(id, 'evidence'),
  }),
  sealedColumn('screened_party.birth_date_sealed', {
    write: controlStatement,
    context: () => birthDateContext,
  }),
  sealedColumn('screened_party.document_sealed', { write: controlStatement, context: () => documentContext }),
  sealedColumn('screened_party.phones_sealed', { write: controlStatement, context: () => phonesContext }),
  sealedColumn('compliance_case.person_sealed', {
    write: controlStatement,
    owner: 'case_id',
    context: ({ owner }) => personContext(owner),
  }),
  sealedColumn('compliance_case_event.text_sealed', {
    write: controlStatement,
    owner: 'case_id',
    context: ({ owner }) => caseTextContext(owner),
  }),
  ...(['content', 'document'] as const).map((part) =>
    sealedColumn(`compliance_declaration.${part}_sealed`, {
      write: controlStatement,
      owner: 'case_id',
      context: ({ owner }) => declarationContext(owner),
    }),
  ),
  sealedColumn('compliance_file_part.content_sealed', {
    write: controlStatement,
    owner: `(${partName})`,
    context: ({ owner }) => partContext(owner),
  }),
  sealedColumn('business.facts_sealed', {
    write: controlStatement,
    key: 'merchant_id',
    owner: 'merchant_id',
    context: ({ owner }) => factsContext(owner),
  }),
  sealedColumn('business_file_part.content_sealed', {
    write: controlStatement,
    owner: `(${businessPartName})`,
    context: ({ owner }) => businessPartContext(owner),
  }),
  sealedColumn('compliance_paper_request.note_sealed', {
    write: controlStatement,
    owner: 'request_id',
    context: ({ owner }) => requestNoteContext(owner),
  }),
  sealedColumn('collection.number_sealed', {
    id: 'uuid',
    key: 'operation',
    owner: 'operation',
    context: ({ owner }) => numberContext(owner),
  }),
  sealedColumn('other_number.number_sealed', {
    owner: 'operation',
    context: ({ owner }) => otherNumberContext(owner),
  }),
  sealedColumn('batch_row.fields_sealed', {
    owner: `((select b.batch_id from batch b where b.id = batch_row.batch) || ':' || number)`,
    context: ({ owner }) => `batch:${owner}`,
  }),
  sealedColumn('saved_profile.fields_sealed', {
    owner: `(merchant_id || ':' || environment || ':' || kind || ':' || code)`,
    context: ({ owner }) => `profile:${owner}`,
  }),
  sealedColumn('transfer.parties_sealed', {
    owner: 'transaction_id',
    context: ({ owner }) => partiesContext(owner),
  }),
]
