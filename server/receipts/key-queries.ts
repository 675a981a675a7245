// Reads and writes of the keys that sign receipts.
import { statement } from '../platform/database/database.ts'
import type { ReceiptEnvironment } from './receipt-facts.ts'

export type ReceiptKeyRow = {
  key_id: string
  environment: ReceiptEnvironment
  public_key: Buffer
  private_sealed: Buffer
  created_at: Temporal.Instant
  starts_at: Temporal.Instant
  withdrawn_at: Temporal.Instant | null
}

const columns = 'key_id, environment, public_key, private_sealed, created_at, starts_at, withdrawn_at'

/** The keys of one environment, oldest first. */
// guard: receipt-key-environment
export const readKeys = statement<ReceiptKeyRow>(
  'read_receipt_keys',
  `select ${columns} from receipt_key where environment = $1 order by generation`,
)
/** Inserts the key after $2 others, unless another process has just done so. */
export const insertKey = statement<{ key_id: string }>(
  'insert_receipt_key',
  `insert into receipt_key (environment, generation, key_id, public_key, private_sealed, created_at, starts_at)
   values ($1, $2::integer + 1, $3, $4, $5, $6, $7) on conflict do nothing returning key_id`,
)
/** Removes the private parts of keys that can no longer sign, because a later key has started. */
export const forgetReplacedKeys = statement(
  'forget_replaced_receipt_keys',
  `update receipt_key k set private_sealed = ''
    where environment = $1 and private_sealed <> '' and exists (
      select from receipt_key later
       where later.environment = k.environment and later.generation > k.generation
         and later.withdrawn_at is null and later.starts_at <= $2)`,
)
export const withdrawKey = statement<{ environment: ReceiptEnvironment }>(
  'withdraw_receipt_key',
  `update receipt_key set withdrawn_at = $2, private_sealed = ''
    where key_id = $1 and withdrawn_at is null returning environment`,
)
