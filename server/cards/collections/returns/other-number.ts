// Another number of the same person, for money that the paying number does not take back: what is stored of it.

import type { Environment } from '../../../kernel/environment.ts'
import type { OperatorCode } from '../../../kernel/operators.ts'
import { type Sql, statement, type Tx } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { numberHash } from '../claim-collection.ts'

/** The wallet that is paid. */
export type Payee = { operator: OperatorCode; msisdn: string }

type OtherNumberRow = {
  id: bigint
  operation: string
  operator: OperatorCode
  number_sealed: Buffer | null
  wallet_name: string | null
  payer_name: string | null
}

/** The encryption context of the number. */
export const otherNumberContext = (operation: string) => `other_number:${operation}`

const columns = 'id, operation, operator, number_sealed, wallet_name, payer_name'

// guard: approved-number-only
const findApproved = statement<OtherNumberRow>(
  'find_approved_other_number',
  `select ${columns} from other_number where operation = $1 and approved_at is not null
    order by approved_at desc, id desc limit 1`,
)
const findOne = statement<OtherNumberRow>(
  'find_other_number',
  `select ${columns} from other_number where id = $1`,
)
/** The same number is offered once, so that a repeated request is the same one. */
const save = statement<{ id: bigint }>(
  'save_other_number',
  `insert into other_number (operation, card_transaction_id, operator, number_sealed, number_hash, number_end, wallet_name, payer_name, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   on conflict (operation, number_hash) do update set operator = excluded.operator, number_sealed = excluded.number_sealed,
     wallet_name = excluded.wallet_name, payer_name = excluded.payer_name, created_at = excluded.created_at
   returning id`,
)
/** The payment has personal data again, which its retention erases. */
const keepForRetention = statement(
  'keep_payer_for_retention',
  'update card_transaction set payer_erased_at = null where id = $1 and payer_erased_at is not null',
)
const approve = statement('approve_other_number', 'update other_number set approved_at = $2 where id = $1')

/**
 * The number to which another admin has agreed that this money goes; undefined for the number that paid.
 * @param operation the first call of a refund, or the collection that came too late.
 */
export async function approvedNumber(
  sql: Sql,
  secrets: Secrets,
  operation: string,
): Promise<Payee | undefined> {
  const [row] = await sql.rows(findApproved, [operation])
  if (!row) return undefined
  return { operator: row.operator, msisdn: openNumber(secrets, row) }
}

/** @throws Error once the number was erased. */
function openNumber(secrets: Secrets, { operation, number_sealed }: OtherNumberRow): string {
  if (number_sealed === null) throw new Error(`the other number of ${operation} was erased`)
  return secrets.open(number_sealed, otherNumberContext(operation))
}

/** Stores a number that an admin offers. Nothing is paid to it before it is approved. */
export async function saveOtherNumber(
  sql: Tx,
  secrets: Secrets,
  offered: Payee & {
    operation: string
    transactionId: bigint
    environment: Environment
    walletName: string | undefined
    payerName: string | undefined
    now: Temporal.Instant
  },
): Promise<bigint> {
  const { operation, transactionId, environment, operator, msisdn } = offered
  const [saved] = await sql.rows(save, [
    operation,
    transactionId,
    operator,
    secrets.seal(msisdn, otherNumberContext(operation)),
    numberHash(secrets, environment, msisdn),
    msisdn.slice(-3),
    offered.walletName ?? null,
    offered.payerName ?? null,
    offered.now,
  ])
  await sql.rows(keepForRetention, [transactionId])
  return saved!.id
}

/** From then on it is paid. */
export async function approveOtherNumber(sql: Tx, id: bigint, now: Temporal.Instant): Promise<void> {
  await sql.rows(approve, [id, now])
}

/** The number and the names, for whoever decides; undefined once they were erased. */
export async function shownOtherNumber(sql: Sql, secrets: Secrets, id: bigint) {
  const [row] = await sql.rows(findOne, [id])
  if (!row?.number_sealed) return undefined
  return {
    number: `+${openNumber(secrets, row)}`,
    operator: row.operator,
    wallet_name: row.wallet_name,
    payer_name: row.payer_name,
  }
}
