// What the step-up of an approval of money must confirm: whom it pays and how much, read from what is stored, whatever the page shows.
import { formatMoney, money } from '../../kernel/money.ts'
import { type Sql, type Statement, statement } from '../../platform/database/database.ts'
import type { ConfirmedAct } from '../../platform/http/confirmed-act.ts'

type Row = { payee: string; amount_minor: bigint | null; currency: string | null }

const factsOf = (name: string, query: string): Statement<Row> => statement(`facts_of_${name}`, query)

const wallet = `coalesce(d.number, concat_ws(' ', d.holder, d.bic, '…' || right(d.account, 4)))`

/** The acts by their route, below `/api/v1/admin/`. Each has one parameter, the id in the path. */
const acts: Readonly<Record<string, { act: string; form: 'uuid' | 'number'; facts: Statement<Row> }>> = {
  'approvals/:id/approve': {
    act: 'approval.approve',
    form: 'uuid',
    facts: factsOf(
      'approval',
      `select coalesce(t.customer_number, a.subject) as payee, a.amount_minor, a.currency
         from approval a left join transfer t on a.action = 'hold_release' and t.transaction_id = a.subject
        where a.public_id = $1::uuid`,
    ),
  },
  'refund-requests/:id/approve': {
    act: 'refund_request.approve',
    form: 'uuid',
    facts: factsOf(
      'refund_request',
      `select t.transaction_uuid as payee, q.amount_minor, q.currency
         from refund_request q join card_transaction t on t.id = q.transaction_id where q.public_id = $1::uuid`,
    ),
  },
  'payouts/:id/approve': {
    act: 'payout.approve',
    form: 'uuid',
    facts: factsOf(
      'payout',
      `select ${wallet} as payee, p.amount_minor, p.currency
         from merchant_payout p join payout_destination d on d.id = p.destination_id where p.public_id = $1::uuid`,
    ),
  },
  'payout-batches/:id/approve': {
    act: 'payout_batch.approve',
    form: 'uuid',
    facts: factsOf(
      'payout_batch',
      `select coalesce(string_agg(distinct ${wallet}, ', '), '') as payee, sum(p.amount_minor)::bigint as amount_minor, b.currency
         from payout_batch b left join merchant_payout p on p.batch_id = b.id left join payout_destination d on d.id = p.destination_id
        where b.public_id = $1::uuid group by b.id`,
    ),
  },
  'wallets/adjustments/:id/approve': {
    act: 'adjustment.approve',
    form: 'number',
    facts: factsOf(
      'adjustment',
      `select m.merchant_code as payee, a.amount_minor, 'USD' as currency
         from wallet_adjustment a join merchant m on m.id = a.merchant_id where a.id = $1::bigint`,
    ),
  },
}
const forms = { uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, number: /^\d{1,18}$/ }
const base = '/api/v1/admin/'

/** Reads the act of a request; undefined for routes that approve no money, and for what is not found. */
export function openConfirmedActs(db: Sql) {
  return async (
    [method, url]: readonly [string, string],
    { id = '' }: Readonly<Record<string, string>>,
  ): Promise<ConfirmedAct | undefined> => {
    const known = method === 'POST' && url.startsWith(base) ? acts[url.slice(base.length)] : undefined
    if (!known || !forms[known.form].test(id)) return undefined
    const [found] = await db.rows(known.facts, [id])
    if (!found) return undefined
    const { payee, amount_minor: minor, currency } = found
    const sum = minor !== null && currency !== null && { amount: formatMoney(money(minor, 'USD')), currency }
    return { act: known.act, subject: id.toLowerCase(), payee: shortened(payee), ...sum }
  }
}

const maxPayee = 200
/** Of a batch, the payees may be many; whoever they are, the batch is confirmed by its id and its sum. */
const shortened = (payee: string) => (payee.length > maxPayee ? `${payee.slice(0, maxPayee - 1)}…` : payee)
