// Locks a merchant's balance, for whatever takes money out of it.

import type { Environment } from '../kernel/environment.ts'
import type { Currency } from '../kernel/money.ts'
import { type Sql, statement, type Tx } from '../platform/database/database.ts'

type BalanceKey = { merchantId: bigint; environment: Environment; currency: Currency }
type Funds = { pending: bigint; available: bigint }

type Balance = { pending_minor: bigint; available_minor: bigint }

const ofMerchant = `select pending_minor, available_minor from merchant_balance
    where merchant_id = $1 and environment = $2 and currency = $3`
const read = statement<Balance>('read_funds_of_merchant', ofMerchant)
// guard: balance-lock
const lock = statement<Balance>('lock_merchant_balance', `${ofMerchant} for update`)
/**
 * Refunds and voids are taken from the balance that their charge is in, once their outcome is known. A void also returns our
 * commission.
 */
// guard: voids-under-way
const sumReturning = statement<Funds>(
  'sum_money_returning_to_payers',
  `select coalesce(sum(leaving.minor) filter (where charge.is_pending), 0)::bigint as pending,
          coalesce(sum(leaving.minor) filter (where charge.is_pending is not true), 0)::bigint as available
     from (select o.card_transaction_id as id,
                  case o.kind when 'void' then coalesce(t.merchant_minor, o.amount_minor) else o.amount_minor end as minor
             from operation o join card_transaction t on t.id = o.card_transaction_id
            where o.kind in ('refund', 'void') and o.state in ('intent', 'sent', 'unknown')
              and t.merchant_id = $1 and t.environment = $2 and t.currency = $3) leaving
     left join lateral (
       select b.released_posting is null as is_pending
         from operation c join ledger_posting p on p.key = 'charge:' || c.id join balance_transaction b on b.id = p.id
        where c.card_transaction_id = leaving.id and c.kind = 'charge' and c.state = 'confirmed' limit 1) charge on true`,
)

async function returningFrom(sql: Sql, key: BalanceKey): Promise<Funds> {
  return (await sql.rows(sumReturning, valuesOf(key)))[0]!
}

/**
 * Locks a balance until the transaction ends and returns what may be taken from it, in minor units: without the refunds and voids
 * whose outcome is not known yet. Below zero after refunds, and zero for a merchant that was never paid in this currency. The sum is read
 * after the lock, so that it contains what others claimed under it.
 */
export async function lockFunds(sql: Tx, key: BalanceKey): Promise<Funds> {
  const [balance] = await sql.rows(lock, valuesOf(key))
  return fundsOf(balance, await returningFrom(sql, key))
}

/** The same without a lock, to show what could be paid out now. */
export async function readFunds(sql: Sql, key: BalanceKey): Promise<Funds> {
  const [balance] = await sql.rows(read, valuesOf(key))
  return fundsOf(balance, await returningFrom(sql, key))
}

// guard: refunds-under-way
function fundsOf(balance: Balance | undefined, returning: Funds): Funds {
  return {
    pending: (balance?.pending_minor ?? 0n) - returning.pending,
    available: (balance?.available_minor ?? 0n) - returning.available,
  }
}

const valuesOf = ({ merchantId, environment, currency }: BalanceKey) => [merchantId, environment, currency]

const listBelowZero = statement<{ balance: string }>(
  'list_balances_below_zero',
  `select concat_ws(':', merchant_id, environment, currency) as balance from merchant_balance
    where available_minor < 0 order by 1`,
)

/** Names the balances from which more was taken than was available. */
export async function balancesBelowZero(sql: Sql): Promise<string[]> {
  return (await sql.rows(listBelowZero)).map(({ balance }) => balance)
}
