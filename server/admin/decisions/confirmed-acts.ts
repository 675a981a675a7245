// What the step-up of an approval of money must confirm: whom it pays and how much, read from what is stored, whatever the page shows.
import { formatMoney, money } from '../../kernel/money.ts'
import { controlStatement, type Sql, statement } from '../../platform/database/database.ts'
import type { ActFacts, ApprovedAct } from '../../platform/http/access.ts'
import type { ConfirmedAct } from '../../platform/http/confirmed-act.ts'

type ReadFacts = ApprovedAct['facts']

function factsOf(name: string, query: string): ReadFacts {
  const facts = statement<ActFacts>(`facts_of_${name}`, query)
  return async (sql, id) => (await sql.rows(facts, [id]))[0]
}

const wallet = `coalesce(d.number, concat_ws(' ', d.holder, d.bic, '…' || right(d.account, 4)))`

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const findRequest = controlStatement<ActFacts & { transfer: string | null }>(
  'facts_of_approval',
  `select coalesce(request ->> 'number', subject) as payee, amount_minor, currency, case when action = 'hold_release' then subject end as transfer
     from approval where public_id = $1::uuid`,
)
const findReceiver = statement<{ payee: string | null }>(
  'payee_of_held_transfer',
  'select customer_number as payee from transfer where transaction_id = $1',
)

/** A held transfer pays the number that it names; other requests name their subject. */
const factsOfRequest: ReadFacts = async (sql, id) => {
  const [found] = await sql.rows(findRequest, [id])
  if (!found) return undefined
  const { transfer, ...facts } = found
  const [receiver] = transfer === null ? [] : await sql.rows(findReceiver, [transfer])
  return { ...facts, payee: receiver?.payee ?? facts.payee }
}

/** The acts of the routes that approve money. Each of their paths has one parameter, the id. */
export const approvalOf = {
  request: {
    act: 'approval.approve',
    form: uuid,
    facts: factsOfRequest,
  },
  refundRequest: {
    act: 'refund_request.approve',
    form: uuid,
    facts: factsOf(
      'refund_request',
      `select t.transaction_uuid as payee, q.amount_minor, q.currency
         from refund_request q join card_transaction t on t.id = q.transaction_id where q.public_id = $1::uuid`,
    ),
  },
  refundBatch: {
    act: 'refund_batch.confirm',
    form: /^BAT-[A-Z0-9]{12}$/,
    // People know a batch by its name.
    facts: factsOf(
      'refund_batch',
      `select b.name as payee, coalesce(sum(r.amount_minor) filter (where r.state = 'READY'), 0)::bigint as amount_minor, b.currency
         from batch b join batch_row r on r.batch = b.id where b.batch_id = $1 and b.kind = 'admin_refund' group by b.name, b.currency`,
    ),
  },
  payout: {
    act: 'payout.approve',
    form: uuid,
    facts: factsOf(
      'payout',
      `select ${wallet} as payee, p.amount_minor, p.currency
         from merchant_payout p join payout_destination d on d.id = p.destination_id where p.public_id = $1::uuid`,
    ),
  },
  payoutBatch: {
    act: 'payout_batch.approve',
    form: uuid,
    facts: factsOf(
      'payout_batch',
      `select coalesce(string_agg(distinct ${wallet}, ', '), '') as payee, sum(p.amount_minor)::bigint as amount_minor, b.currency
         from payout_batch b left join merchant_payout p on p.batch_id = b.id left join payout_destination d on d.id = p.destination_id
        where b.public_id = $1::uuid group by b.id, b.currency`,
    ),
  },
  adjustment: {
    act: 'adjustment.approve',
    form: uuid,
    facts: factsOf(
      'adjustment',
      `select m.merchant_code as payee, a.amount_minor, 'USD' as currency
         from wallet_adjustment a join merchant m on m.id = a.merchant_id where a.id = $1::uuid`,
    ),
  },
} as const satisfies Record<string, ApprovedAct>

/** Reads what the step-up of an act must confirm; undefined for what is not found. */
export function openConfirmedActs(db: Sql) {
  return async (
    { act, form, facts }: ApprovedAct,
    { id = '' }: Readonly<Record<string, string>>,
  ): Promise<ConfirmedAct | undefined> => {
    if (!form.test(id)) return undefined
    const found = await facts(db, id)
    if (!found) return undefined
    const { payee, amount_minor: minor, currency } = found
    const sum = minor !== null && currency !== null && { amount: formatMoney(money(minor, 'USD')), currency }
    return { act, subject: id.toLowerCase(), payee: shortened(payee), ...sum }
  }
}

const maxPayee = 200
/** Of a batch, the payees may be many; whoever they are, the batch is confirmed by its id and its sum. */
const shortened = (payee: string) => (payee.length > maxPayee ? `${payee.slice(0, maxPayee - 1)}…` : payee)
