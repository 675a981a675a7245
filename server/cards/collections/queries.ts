// SQL reads of collections, and what their rows hold.

import type { Environment } from '../../kernel/environment.ts'
import { type LocalCurrency, type Money, money } from '../../kernel/money.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { Problem } from '../../kernel/problem.ts'
import type { OperationState } from '../../ledger/operation.ts'
import type { CollectionDecline } from '../../operator-calls/collector.ts'
import { sentKeys, toSentKeys } from '../../platform/database/coalescing-batch.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { bySearch } from '../../platform/http/place.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { maskedNumber } from '../transaction/paid-with.ts'
import { cardProblems } from '../transaction/problems.ts'
import {
  type PricedTransaction,
  type TransactionRow,
  transactionColumns,
  transactionTables,
} from '../transaction/queries.ts'
import type { CollectionState } from './moves.ts'

export type CollectionRow = {
  operation: string
  collection_id: string
  card_transaction_id: bigint
  merchant_id: bigint
  environment: Environment
  operator: OperatorCode
  number_sealed: Buffer | null
  number_hash: Buffer
  number_end: string
  amount_minor: bigint
  currency: LocalCurrency
  state: CollectionState
  reason_code: CollectionDecline | ''
  expires_at: Temporal.Instant | null
  created_at: Temporal.Instant
  completed_at: Temporal.Instant | null
}

const columns = [
  'operation',
  'collection_id',
  'card_transaction_id',
  'merchant_id',
  'environment',
  'operator',
  'number_sealed',
  'number_hash',
  'number_end',
  'amount_minor',
  'currency',
  'state',
  'reason_code',
  'expires_at',
  'created_at',
  'completed_at',
] as const

/** What the operator's account and the operation know of it, and why a callback says that it was declined. */
type Call = {
  reported_reason: CollectionDecline | null
  reported_code: string | null
  reported_message: string | null
  operation_state: OperationState
  upstream_id: string | null
  sent_by: string | null
}

/** A collection with its call and the payment that it is to pay. */
export type CollectionContext = { collection: CollectionRow & Call; transaction: PricedTransaction }

const findContexts = statement<Record<string, unknown>>(
  'find_collections_with_payments',
  `with ${sentKeys('uuid')}
   select ${columns.map((name) => `k.${name} as collection__${name}`).join(', ')}, o.state as collection__operation_state,
          k.reported_reason as collection__reported_reason, k.reported_code as collection__reported_code,
          k.reported_message as collection__reported_message, o.upstream_id as collection__upstream_id, o.sent_by as collection__sent_by, ${transactionColumns}
     from sent cross join lateral (select * from collection where operation = sent.key limit 1) k
     join operation o on o.id = k.operation
     join (${transactionTables}) on t.id = k.card_transaction_id`,
)

/** Reads collections by their operations, each with its payment. */
export async function collectionsOf(
  sql: Sql,
  operations: readonly string[],
): Promise<Map<string, CollectionContext>> {
  const rows = await sql.rows(findContexts, [toSentKeys(operations)])
  const contexts = rows.map(contextOf)
  return new Map(contexts.map((context) => [context.collection.operation, context]))
}

/** @throws Error if the operation is no collection. */
export async function collectionOf(sql: Sql, operation: string): Promise<CollectionContext> {
  const context = (await collectionsOf(sql, [operation])).get(operation)
  if (!context) throw new Error(`the operation ${operation} is no collection`)
  return context
}

/** Both tables have columns of the same names, so those of the collection have a prefix. */
function contextOf(row: Record<string, unknown>): CollectionContext {
  const prefix = 'collection__'
  const entries = Object.entries(row)
  const ofCollection = entries.filter(([name]) => name.startsWith(prefix))
  return {
    collection: Object.fromEntries(
      ofCollection.map(([name, value]) => [name.slice(prefix.length), value]),
    ) as CollectionContext['collection'],
    transaction: Object.fromEntries(
      entries.filter(([name]) => !name.startsWith(prefix)),
    ) as CollectionContext['transaction'],
  }
}

const findById = statement<{ operation: string }>(
  'find_collection_by_id',
  'select operation from collection where collection_id = $1',
)
const isCollectionId = (id: string) => /^MM-[A-Z0-9]{16}$/.test(id)

/** The cell of the collection that the path names. */
export const placeOfCollection = bySearch(
  'collection_id',
  async (db, id) => isCollectionId(id) && (await db.rows(findById, [id])).length > 0,
)

/** Reads a collection of any merchant. @throws Problem 404 */
export async function collectionById(sql: Sql, id: string): Promise<CollectionContext> {
  const [row] = isCollectionId(id) ? await sql.rows(findById, [id]) : []
  if (!row) throw new Problem(cardProblems.collection_not_found)
  return collectionOf(sql, row.operation)
}

// guard: collection-owner
const findOwn = statement<CollectionRow & { transaction_uuid: string }>(
  'find_own_collection',
  `select ${columns.map((name) => `k.${name}`).join(', ')}, t.transaction_uuid
     from collection k join card_transaction t on t.id = k.card_transaction_id
    where k.collection_id = $1 and k.merchant_id = $2 and k.environment = $3`,
)

/** @throws Problem 404 for a collection that does not exist or belongs to another merchant. */
export async function ownCollection(
  sql: Sql,
  { merchantId, environment }: { merchantId: bigint; environment: Environment },
  id: string,
): Promise<CollectionRow & { transaction_uuid: string }> {
  const [row] = id.includes('\0') ? [] : await sql.rows(findOwn, [id, merchantId, environment])
  if (!row) throw new Problem(cardProblems.collection_not_found)
  return row
}

/** The collection that a call with this key has begun; one that prompted nobody may begin again. */
// guard: repeated-collection
const findOfKey = statement<CollectionRow>(
  'find_collection_of_key',
  `select ${columns.map((name) => `k.${name}`).join(', ')} from collection k join operation o on o.id = k.operation
    where k.card_transaction_id = $1 and k.idempotency_key = $2 and o.upstream_reason is distinct from 'not_sent'`,
)

export async function collectionOfKey(
  sql: Sql,
  { id }: Pick<TransactionRow, 'id'>,
  key: string | undefined,
): Promise<CollectionRow | undefined> {
  return key === undefined ? undefined : (await sql.rows(findOfKey, [id, key]))[0]
}

export const collectionAmount = ({
  amount_minor,
  currency,
}: Pick<CollectionRow, 'amount_minor' | 'currency'>): Money<LocalCurrency> => money(amount_minor, currency)

/** The encryption context of the paying number. */
export const numberContext = (operation: string) => `collection:${operation}`

/** Digits with country code. @throws Error once the number was erased. */
export function payingNumber(
  secrets: Secrets,
  { operation, number_sealed }: Pick<CollectionRow, 'operation' | 'number_sealed'>,
): string {
  if (number_sealed === null) throw new Error(`the number of the collection ${operation} was erased`)
  return secrets.open(number_sealed, numberContext(operation))
}

const findPromptOfLink = statement<Pick<CollectionRow, 'operator' | 'number_end'>>(
  'find_prompt_of_link',
  `select k.operator, k.number_end
     from card_transaction t join collection k on k.operation = t.running_operation
    where t.payment_link_id = $1 and t.status = 'PENDING' order by k.created_at desc limit 1`,
)

/** Whom a payment through this link is being asked of on the phone; undefined for nobody. */
export async function promptOfLink(
  sql: Sql,
  linkId: bigint,
): Promise<{ operator: OperatorCode; customer_number: string } | undefined> {
  const [row] = await sql.rows(findPromptOfLink, [linkId])
  return row && { operator: row.operator, customer_number: maskedNumber(row.number_end) }
}
