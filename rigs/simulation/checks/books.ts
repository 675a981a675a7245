// Compares our records with the books of the upstreams that moved the money, which are the truth. Any rig that can
// read such books may use this.
import { paysBack } from './invariants/cards/collections.ts'
import type { Violation } from './invariants/invariant.ts'

export type ChargeInBooks = {
  paymentId: string
  reference: string
  amountMinor: bigint
  currency: string
  state: 'captured' | 'held' | 'declined' | 'voided'
}
export type RefundInBooks = {
  refundId: string
  reference: string
  amountMinor: bigint
  currency: string
  state: 'done' | 'undone' | 'declined'
}
export type PayoutInBooks = {
  reference: string
  amountMinor: bigint
  currency: string
  state: 'pending' | 'paid' | 'declined' | 'reversed'
  /** The operator declined and paid afterwards: then an admin must have been notified. */
  contradicted: boolean
}

export type Books = {
  charges: readonly ChargeInBooks[]
  refunds: readonly RefundInBooks[]
  payouts: readonly PayoutInBooks[]
}

type RunQuery = (sql: string) => Promise<any[]>

const isPaid = (status: string) => ['SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status)

const isSameMoney = (theirs: { amountMinor: bigint; currency: string }, ours: any) =>
  theirs.amountMinor === ours.amount_minor && theirs.currency === ours.currency

/** @returns an empty list where both agree. */
export async function compareBooks(query: RunQuery, books: Books): Promise<Violation[]> {
  const found = new Map<string, Violation>()
  const note = (invariant: string, title: string, row: unknown) => {
    const violation = found.get(invariant) ?? { invariant, title, rows: [] }
    violation.rows.push(row)
    found.set(invariant, violation)
  }
  await compareCards(query, books, note)
  await comparePayouts(query, books, note)
  return [...found.values()]
}

type Note = (invariant: string, title: string, row: unknown) => void

async function compareCards(query: RunQuery, { charges, refunds }: Books, note: Note): Promise<void> {
  const ours = await query(
    `select o.upstream_ref, o.state, t.id, t.status, t.amount_minor, t.currency, t.refunded_minor
       from operation o join card_transaction t on t.id = o.card_transaction_id where o.kind = 'charge'`,
  )
  const byReference = new Map(ours.map((row) => [row.upstream_ref as string, row]))
  const captured = new Map<bigint, number>()
  for (const charge of charges) {
    const row = byReference.get(charge.reference)
    if (!row) note('I-06', 'every charge was requested by us', charge)
    const holdsMoney = charge.state === 'captured' || charge.state === 'held'
    if (holdsMoney && row) captured.set(row.id, (captured.get(row.id) ?? 0) + 1)
    if (holdsMoney && row && !(row.state === 'confirmed' && isPaid(row.status)))
      note('I-06', 'every charge is booked as paid', { charge, row })
    if (charge.state === 'captured' && row && isPaid(row.status) && !isSameMoney(charge, row))
      note('I-07', 'the charged amount is the booked amount', { charge, row })
  }
  for (const [id, count] of captured)
    if (count > 1) note('I-08', 'no payment is charged twice', { id, count })
  for (const row of ours) {
    if (row.state !== 'confirmed' || !isPaid(row.status)) continue
    const stored = charges.filter(
      ({ reference, state }) => reference === row.upstream_ref && state === 'captured',
    )
    if (stored.length !== 1)
      note('I-07', 'every payment booked as paid was charged once', { row, kept: stored })
  }
  const booked = await query(
    `select r.id, r.status, r.amount_minor, r.currency, o.upstream_ref from card_refund r join operation o on o.id = r.operation
      where o.queue = 'cards'`,
  )
  for (const refund of refunds.filter(({ state }) => state === 'done')) {
    const row = booked.find(({ upstream_ref }) => upstream_ref === refund.reference)
    if (row?.status !== 'SUCCESS' || !isSameMoney(refund, row))
      note('I-09', 'every refund at the gateway is booked', { refund, row })
  }
  for (const row of booked.filter(({ status }) => status === 'SUCCESS')) {
    const done = refunds.filter(({ reference, state }) => reference === row.upstream_ref && state === 'done')
    if (done.length !== 1) note('I-09', 'every booked refund was made once', { row, done })
  }
}

async function comparePayouts(query: RunQuery, { payouts }: Books, note: Note): Promise<void> {
  const ours = await query(
    `select o.upstream_ref, t.id, t.status, t.receiver_minor as amount_minor, t.receiver_currency as currency,
            exists (select from transfer_exception e where e.transfer_id = t.id) as reported
       from operation o join transfer t on t.id = o.transfer_id where o.kind = 'payout'
     union all
     select o.upstream_ref, p.id, case p.state when 'PAID' then 'Successful' when 'RETURNED' then 'Reversed'
              when 'FAILED' then 'Failed' when 'SENT' then 'Submitted' else p.state end, p.amount_minor, p.currency,
            exists (select from transfer_exception e where e.merchant_payout_id = p.id)
       from operation o join merchant_payout p on p.id = o.merchant_payout_id
     union all
     select o.upstream_ref, o.card_transaction_id, case o.state when 'confirmed' then 'Successful' when 'declined' then 'Failed'
              else 'Submitted' end, o.amount_minor, o.currency, false
       from operation o where ${paysBack('o')}`,
  )
  const byReference = new Map(ours.map((row) => [row.upstream_ref as string, row]))
  for (const payout of payouts) {
    const row = byReference.get(payout.reference)
    if (!row) note('I-25', 'every payout was requested by us', payout)
    else if (payout.contradicted && !row.reported && row.status !== 'Successful')
      note('I-25', 'a loss is always reported', { payout, row })
    else if (!payout.contradicted && !agrees(payout, row))
      note('I-25', 'the recorded outcome of a payout is the real one', { payout, row })
  }
  for (const row of ours) {
    if (row.status !== 'Successful' && row.status !== 'Reversed') continue
    const payout = payouts.find(({ reference }) => reference === row.upstream_ref)
    if (!payout) note('I-26', 'every payout booked as paid was paid', row)
  }
}

function agrees(payout: PayoutInBooks, row: any): boolean {
  if (!isSameMoney(payout, row)) return false
  const { state } = payout
  if (state === 'paid') return row.status === 'Successful'
  if (state === 'reversed') return row.status === 'Reversed'
  if (state === 'declined') return row.status === 'Failed'
  return row.status === 'Submitted'
}
