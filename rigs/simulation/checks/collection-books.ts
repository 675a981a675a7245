// Compares payments by phone with the books of the operators that debited the wallets, which are the truth: each debit pays one order,
// or has gone back to the wallet. Any rig that can read such books may use this.
import { paysBack } from './invariants/cards/collections.ts'
import { paid, type Violation } from './invariants/invariant.ts'

export type CollectionInBooks = {
  reference: string
  msisdn: string
  currency: string
  /** How often the payer was prompted for it. */
  prompts: number
  /** What the wallet was debited, in all. */
  debitedMinor: bigint
  /** In milliseconds, where the books tell. */
  debitedAt?: number | undefined
  /** What the operator returned to the wallet. Without a reference where it takes none of ours, since it returns all at once. */
  refunds: readonly {
    reference: string | undefined
    amountMinor: bigint
    state: 'pending' | 'done' | 'refused'
  }[]
}
type PayoutInBooks = {
  reference: string
  msisdn: string
  amountMinor: bigint
  currency: string
  state: 'pending' | 'paid' | 'declined' | 'reversed'
}
export type CollectionBooks = {
  collections: readonly CollectionInBooks[]
  payouts: readonly PayoutInBooks[]
}

/** A payer may approve while the reply to an inquiry is on its way. */
const replyMs = 30_000

type RunQuery = (sql: string) => Promise<any[]>

const findCollections = `
  select o.upstream_ref as reference, k.collection_id,
         (select extract(epoch from min(m.at))::float8 * 1000 from collection_move m
           where m.operation = k.operation and m.event in ('declined', 'lapsed')) as declined_at, k.amount_minor, k.currency, k.state, o.state as call,
         t.status in ${paid} and t.cs_payment_id = k.collection_id as pays, t.status, t.transaction_uuid
    from collection k join operation o on o.id = k.operation join card_transaction t on t.id = k.card_transaction_id`

/** The calls that give money of a collection back. */
const findReturns = `
  select o.upstream_ref as reference, o.kind, o.state, o.amount_minor, o.currency, c.upstream_ref as collection, ${paysBack('o')} as is_payout
    from operation o join card_transaction t on t.id = o.card_transaction_id
    join collection k on k.operation = o.undoes or (o.undoes is null and k.collection_id = t.cs_payment_id)
    join operation c on c.id = k.operation
   where o.kind in ('undo', 'refund') and o.queue <> 'cards'`

/** @returns an empty list where both agree. */
export async function compareCollections(
  query: RunQuery,
  { collections, payouts }: CollectionBooks,
): Promise<Violation[]> {
  const found = new Map<string, Violation>()
  const note = (invariant: string, title: string, row: unknown) => {
    const violation = found.get(invariant) ?? { invariant, title, rows: [] }
    violation.rows.push(row)
    found.set(invariant, violation)
  }
  const ours = new Map((await query(findCollections)).map((row) => [row.reference as string, row]))
  const returns = Map.groupBy(await query(findReturns), ({ collection }) => collection as string)
  const byReference = new Map(collections.map((collection) => [collection.reference, collection]))
  for (const collection of collections) {
    const row = ours.get(collection.reference)
    if (!row) note('I-70', 'every debit was requested by us', collection)
    if (collection.prompts > 1) note('I-70b', 'no payer is prompted twice for one collection', collection)
    if (!row) continue
    const back = moneyBack(collection, payouts, returns.get(collection.reference) ?? [])
    const { debitedMinor: debited } = collection
    if (debited > 0n && !row.pays && back.undone !== debited)
      note('I-70', 'every debit pays an order or goes back to the wallet', { collection, row })
    if (row.pays && (debited !== row.amount_minor || collection.currency !== row.currency))
      note('I-71', 'an order paid by phone was debited once, in its amount', { collection, row })
    const isOtherAmount = debited !== row.amount_minor
    if (
      debited > 0n &&
      !isOtherAmount &&
      Number(collection.debitedAt) + replyMs < Number(row.declined_at ?? 0)
    )
      note('I-70c', 'no payer whose wallet was debited reads that the payment was declined', {
        collection,
        row,
      })
    if (back.undone + back.refunded > debited)
      note('I-72', 'no more goes back to a wallet than was debited', { collection, back })
    for (const wrong of back.wrong)
      note('I-72b', 'money goes back as recorded, to the number that paid', wrong)
  }
  for (const row of ours.values())
    if (row.pays && !byReference.has(row.reference))
      note('I-71', 'an order paid by phone was debited once, in its amount', { row })
  return [...found.values()]
}

type Return = {
  reference: string
  kind: string
  state: string
  amount_minor: bigint
  currency: string
  is_payout: boolean
}

/** What went back to the wallet of a collection because it paid nothing, what was refunded, and what differs from the record. */
function moneyBack(collection: CollectionInBooks, all: readonly PayoutInBooks[], returns: readonly Return[]) {
  const back = { undone: 0n, refunded: 0n, wrong: [] as unknown[] }
  const whole = returns.find(({ state, is_payout }) => state === 'confirmed' && !is_payout)
  const nameOf = ({ reference }: { reference: string | undefined }) => reference ?? whole?.reference
  for (const one of returns) {
    const refunds = collection.refunds.filter(
      (refund) => nameOf(refund) === one.reference && refund.state === 'done',
    )
    const payouts = all.filter(({ reference, state }) => reference === one.reference && state === 'paid')
    const moved = [...refunds, ...payouts]
    for (const { amountMinor } of moved) back[one.kind === 'undo' ? 'undone' : 'refunded'] += amountMinor
    const isRight =
      moved.length === (one.state === 'confirmed' ? 1 : 0) &&
      moved.every(({ amountMinor }) => amountMinor === one.amount_minor) &&
      (one.is_payout ? refunds : payouts).length === 0 &&
      payouts.every(({ msisdn, currency }) => msisdn === collection.msisdn && currency === one.currency)
    if (!isRight) back.wrong.push({ collection, one, moved })
  }
  const known = new Set(returns.map(({ reference }) => reference))
  for (const refund of collection.refunds) {
    if (known.has(nameOf(refund) ?? '') || refund.state !== 'done') continue
    back.refunded += refund.amountMinor
    back.wrong.push({ collection, refund })
  }
  return back
}
