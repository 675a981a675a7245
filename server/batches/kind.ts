// What the machine of batches knows of a kind of batch: how its rows are written, what became of a row that was sent, and, where work is
// done, how a row is checked and sent. It knows neither transfers nor refunds.
import type { AuditNeeds } from '../admin/audit.ts'
import type { LocalCurrency } from '../kernel/money.ts'
import type { ProblemSpec } from '../kernel/problem.ts'
import type { Merchant } from '../merchants/identity/merchant.ts'
import type { Sql, Tx } from '../platform/database/database.ts'
import type { Titles } from '../platform/documents/separated-file.ts'
import type { DecimalMark } from '../platform/documents/written-amount.ts'
import type { Line } from '../platform/http/downloads.ts'
import type { RowFault, RowFields, UploadedRow } from './fields.ts'
import type { BatchOwner, BatchRow, BatchStatements, ListedRow } from './queries.ts'
import type { KindName } from './states.ts'

/** The columns of a file, and how one of its rows is written. */
export type FileFormat = Readonly<{
  columns: ReadonlySet<string>
  /** The columns that a file lacks which has these. */
  missingColumns(names: readonly string[]): readonly string[]
  /** Columns with days, which a spreadsheet in French writes as 17/04/1990. */
  days: readonly string[]
  /** What a field is of, as in "which is no field of a transfer". */
  of: string
  /** Trims and normalises what was sent, and finds what can be said without any look-up. */
  rowOf(sent: RowFields, number: number, decimals: DecimalMark): UploadedRow
  /** Columns whose values two rows cannot share. */
  unique: readonly string[]
}>

/** Rows as they are stored, and the currency of their sum: a batch has one. */
type FilledRows = { rows: UploadedRow[]; currency: LocalCurrency }

export type BatchKind = Readonly<{
  name: KindName
  /** Admins upload and confirm it, also for a suspended merchant, which gets no event of it. */
  isOfAdmins?: true
  file: FileFormat
  statements: BatchStatements
  /** Looks up what rows name. Before they are sealed and hashed: what is changed later changes no row. */
  fill(needs: AuditNeeds, owner: BatchOwner, rows: readonly UploadedRow[]): Promise<FilledRows>
  /** A hash of what a row asks for, however it is written. */
  digestOf(fields: RowFields): string
  /** A hash of what it pays and to whom, as it was uploaded, if others with the same may pay the same again. */
  alikeOf?(uploaded: RowFields): Buffer
  /** Takes note that a person has confirmed the rows that are ready. */
  confirmed?(sql: Tx, batch: BatchRow): Promise<void>
  /** What its rows can be paid from, in minor units. */
  available(sql: Sql, batch: BatchRow): Promise<bigint>
  result: Readonly<{
    headings: readonly string[]
    /** What they, and the states of rows, are called in a file for people. */
    titles: Titles
    states: Titles
    lineOf(fields: RowFields, row: ListedRow): Line
  }>
}>

/** One thing that would refuse a row; unless `retry` is `never`, it may pass. */
export type Finding = RowFault & { retry: ProblemSpec['retry'] }

/** What a check has found: amounts in minor units, null where the row has no price. */
export type Findings = {
  errors: readonly Finding[]
  amount: bigint | null
  fee: bigint | null
  wouldHold: boolean
}

/** A row that is checked or sent. */
export type RowAtWork = {
  number: number
  reference: string | null
  fields: RowFields
  subject: string | null
}

/** A row that is sent as a person confirmed it: its amount and fee in minor units. */
export type SentRow = RowAtWork & { sentAs: string; amount: bigint; fee: bigint }

/** What a refusal means: nothing more can be paid now, it may pass, somebody else's has the reference, or the row has failed. */
type Refusal = 'out_of_money' | 'passing' | 'reference_used' | 'failed'

export type BatchWork = Readonly<{
  kind: BatchKind
  check(merchant: Merchant, batch: BatchRow, row: RowAtWork): Promise<Findings>
  /** Finds faults of rows that only show once all rows are checked. */
  checkTogether?(sql: Tx, batch: BatchRow): Promise<{ number: number; fault: RowFault }[]>
  /**
   * Sends a row; one that was sent before is found by what it was sent as.
   * @returns 'stale' when the merchant has changed since it was read. @throws Problem
   */
  accept(merchant: Merchant, batch: BatchRow, row: SentRow): Promise<unknown>
  refusalOf(spec: ProblemSpec): Refusal
}>
