// Compares wallets with the ledger. A wallet's balances are a cache of the ledger and must equal it, the wallet history
// and the sum of transfers in progress. A difference changes nothing but opens an exception and logs an error.
import type { Environment } from '../../kernel/environment.ts'
import { money } from '../../kernel/money.ts'
import { alertOfBalance, lowBalanceKey } from '../../merchants/alerts/incident-alerts.ts'
import { openWalletException } from '../../operator-calls/exceptions.ts'
import { type Database, type Sql, statement } from '../../platform/database/database.ts'
import type { Log } from '../../platform/process/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { formatHundredths } from '../transfer/formats.ts'

type WalletCheckNeeds = { db: Database; clock: Clock; log: Log }

const everySeconds = 600
const walletsAtOnce = 50
/** Limits how long a wallet stays locked. The rest is read in the next round, before anything is compared. */
const entriesAtOnce = 20_000

type Due = { id: bigint; merchant_code: string; environment: Environment }

const findDue = statement<Due>(
  'find_wallets_to_check',
  `select w.id, m.merchant_code, w.environment
     from wallet w join merchant m on m.id = w.merchant_id left join wallet_check c on c.wallet_id = w.id
    where c.checked_at is null or c.checked_at <= $1
    order by c.checked_at nulls first, w.id limit $2`,
)
/** Every posting to a wallet's accounts holds the wallet lock, so nothing is posted while this one is held. */
const lockWallet = statement<{
  merchant_id: bigint
  environment: Environment
  available_minor: bigint
  reserved_minor: bigint
}>(
  'lock_wallet_to_check',
  `select merchant_id, environment, available_minor, reserved_minor from wallet where id = $1 for no key update`,
)
const ensureCheck = statement(
  'ensure_wallet_check',
  'insert into wallet_check (wallet_id) values ($1) on conflict do nothing',
)
type Sums = { available_minor: bigint; reserved_minor: bigint }
const readCheck = statement<Sums & { through_entry: bigint }>(
  'lock_wallet_check',
  'select through_entry, available_minor, reserved_minor from wallet_check where wallet_id = $1 for update',
)
/** Credits are negative in the ledger and positive in a wallet. */
const sumEntries = statement<Sums & { read: bigint; through_entry: bigint | null }>(
  'sum_ledger_entries_of_wallet',
  `select count(*) as read, max(id) as through_entry,
          -coalesce(sum(amount_minor) filter (where code = 'wallet_available'), 0)::bigint as available_minor,
          -coalesce(sum(amount_minor) filter (where code = 'wallet_reserved'), 0)::bigint as reserved_minor
     from (select e.id, e.amount_minor, a.code
             from ledger_account a
             cross join lateral (
               select id, amount_minor from ledger_entry e where e.account_id = a.id and e.id > $3 order by id limit $4) e
            where a.merchant_id = $1 and a.environment = $2 and a.currency = 'USD'
              and a.code in ('wallet_available', 'wallet_reserved')
            order by e.id limit $4) entry`,
)
const readOthers = statement<{ balance_after_minor: bigint | null; under_way_minor: bigint }>(
  'read_what_a_wallet_is_compared_with',
  `select (select balance_after_minor from wallet_entry where wallet_id = $1 order by position desc limit 1) as balance_after_minor,
          (select coalesce(sum(receiver_minor + fee_minor), 0)::bigint from transfer
            where merchant_id = $2 and environment = $3 and status = 'Submitted') as under_way_minor`,
)
const saveCheck = statement(
  'save_wallet_check',
  `update wallet_check set through_entry = $2, available_minor = $3, reserved_minor = $4, checked_at = coalesce($5, checked_at)
    where wallet_id = $1`,
)

type WalletDifference = { merchant_code: string; environment: Environment; detail: string }

/** Checks the wallets that are due. Returns whether there may be more. */
export async function checkWallets(needs: WalletCheckNeeds): Promise<boolean> {
  const { db, clock, log } = needs
  const now = clock.now()
  const due = await db.rows(findDue, [now.subtract({ seconds: everySeconds }), walletsAtOnce])
  let isWhole = true
  for (const wallet of due) {
    const { complete, differences } = await db.transaction((sql) => compare(sql, wallet.id, { now }))
    isWhole &&= complete
    if (differences.length === 0) continue
    const detail = differences.join('; ')
    const isNew = await openWalletException(db, { wallet: wallet.id, kind: 'wallet_differs', detail }, now)
    if (!isNew) continue
    const { merchant_code } = wallet
    log.error('wallet differs from ledger', {
      merchant_code,
      reason: detail,
    })
  }
  return due.length === walletsAtOnce || !isWhole
}

/** Compares every wallet of an environment from the first ledger entry on, without storing the result. */
export async function compareAllWallets(
  db: Database,
  environment: Environment,
): Promise<{ checked: number; differs: WalletDifference[] }> {
  const differs: WalletDifference[] = []
  let checked = 0
  for (let last = 0n; ; ) {
    const wallets = await db.rows(listAfter, [last, walletsAtOnce, environment])
    for (const { id, merchant_code } of wallets) {
      const detail = (await wholeComparison(db, id)).join('; ')
      if (detail !== '') differs.push({ merchant_code, environment, detail })
      last = id
    }
    checked += wallets.length
    if (wallets.length < walletsAtOnce) return { checked, differs }
  }
}

const listAfter = statement<Due>(
  'list_wallets_after',
  `select w.id, m.merchant_code, w.environment from wallet w join merchant m on m.id = w.merchant_id
    where w.id > $1 and w.environment = $3 order by w.id limit $2`,
)

/** Sums the ledger in several locked rounds. This is safe because entries never change and their ids only grow. */
async function wholeComparison(db: Database, id: bigint): Promise<string[]> {
  let from: Summed = nothing
  for (;;) {
    const start = from
    const { complete, differences, summed } = await db.transaction((sql) => compare(sql, id, { from: start }))
    if (complete) return differences
    from = summed
  }
}

type Summed = Sums & { through_entry: bigint }
const nothing: Summed = { through_entry: 0n, available_minor: 0n, reserved_minor: 0n }

/** @param how `now` continues from the stored sums and stores the new ones; `from` continues from the given sums. */
async function compare(
  sql: Sql,
  id: bigint,
  how: { now: Temporal.Instant } | { from: Summed },
): Promise<{ complete: boolean; differences: string[]; summed: Summed }> {
  const [wallet] = await sql.rows(lockWallet, [id])
  if (!wallet) throw new Error('a wallet is never deleted')
  const before = 'from' in how ? how.from : await storedSums(sql, id)
  const { merchant_id, environment } = wallet
  const [entries] = await sql.rows(sumEntries, [
    merchant_id,
    environment,
    before.through_entry,
    entriesAtOnce,
  ])
  const summed = {
    through_entry: entries?.through_entry ?? before.through_entry,
    available_minor: before.available_minor + (entries?.available_minor ?? 0n),
    reserved_minor: before.reserved_minor + (entries?.reserved_minor ?? 0n),
  }
  const complete = Number(entries?.read ?? 0) < entriesAtOnce
  const [others] = complete ? await sql.rows(readOthers, [id, merchant_id, environment]) : []
  const differences = others ? differencesOf(wallet, summed, others) : []
  if ('now' in how) {
    const checkedAt = complete ? how.now : null
    const { through_entry, available_minor, reserved_minor } = summed
    await sql.rows(saveCheck, [id, through_entry, available_minor, reserved_minor, checkedAt])
  }
  return { complete, differences, summed }
}

async function storedSums(sql: Sql, id: bigint): Promise<Summed> {
  await sql.rows(ensureCheck, [id])
  return (await sql.rows(readCheck, [id]))[0] ?? nothing
}

function differencesOf(
  wallet: Sums,
  ledger: Sums,
  others: { balance_after_minor: bigint | null; under_way_minor: bigint },
): string[] {
  const pairs: [what: string, here: bigint, where: string, there: bigint][] = [
    ['available', wallet.available_minor, 'the ledger', ledger.available_minor],
    ['reserved', wallet.reserved_minor, 'the ledger', ledger.reserved_minor],
    ['available', wallet.available_minor, 'the last line of its history', others.balance_after_minor ?? 0n],
    ['reserved', wallet.reserved_minor, 'what transfers under way cost', others.under_way_minor],
  ]
  return pairs
    .filter(([, here, , there]) => here !== there)
    .map(
      ([what, here, where, there]) =>
        `${what} ${formatHundredths(here)} USD, but ${where} says ${formatHundredths(there)}`,
    )
}

const atOnce = 100

type Row = { merchant_id: bigint; environment: Environment; available_minor: bigint; limit_minor: bigint }
/** Of the merchants of one cell, since their wallets are there. Only those of which something must be noted: below the limit and not reported within a day, or no longer below it. */
// guard: balances-of-cell
const findChanged = statement<Row>(
  'find_changed_wallet_levels',
  `select m.id as merchant_id, m.environment, coalesce(w.available_minor, 0) as available_minor,
          m.low_balance_minor as limit_minor
     from merchant m
     left join wallet w on (w.merchant_id, w.environment, w.currency) = (m.id, m.environment, 'USD')
     left join message_incident i on i.key = ${lowBalanceKey}
    where m.low_balance_minor is not null and m.cell = $2
      and case when coalesce(w.available_minor, 0) < m.low_balance_minor
               then i.resolved_at is not null or coalesce(i.notified_at <= $1::timestamptz - interval '1 day', true)
               else i.key is not null and i.resolved_at is null end
    order by m.id limit ${atOnce}`,
)

/** Returns true when there may be more. */
export async function watchBalances({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  const now = clock.now()
  const changed = await db.rows(findChanged, [now, db.cell])
  for (const { merchant_id: merchantId, environment, available_minor, limit_minor } of changed) {
    const level = { available: money(available_minor, 'USD'), limit: money(limit_minor, 'USD') }
    await db.transaction((sql) => alertOfBalance(sql, { merchantId, environment, ...level }, now))
  }
  return changed.length === atOnce
}
