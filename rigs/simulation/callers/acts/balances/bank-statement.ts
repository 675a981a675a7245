// Statements of the bank, which admins import, also twice, and some after an advice of the same entries; and their work on the lines
// that could not be matched.
import { camtReport, camtStatement } from '../../../../../test/support/callers/statements.ts'
import type { BankStatementInBooks } from '../../../upstreams/bank.ts'
import { type AdminName, admins } from '../../../world/settings.ts'
import { decide } from '../approvals/decide.ts'
import { type ActContext, isOk, minute } from '../context.ts'

const bank = '/api/v1/admin/bank'

export async function bankStatement(context: ActContext): Promise<void> {
  const { chance, clients, manners, acknowledge, admin, tries } = context
  const statement = manners.bank.statement(chance.pick(['USD', 'USD', 'CDF']))
  if (!statement) return
  const { id, bookings, ...head } = statement
  await bankAdvice(context, statement)
  const file = camtStatement({ id, ...head }, bookings)
  const body = { name: `${id}.xml`, content: Buffer.from(file).toString('base64') }
  const send = async (by: AdminName) => {
    const response = await clients.admin(by, `${bank}/files`, body, { tries: tries() })
    if (!isOk(response)) return
    manners.bank.imported(id, by)
    acknowledge(
      'bank file',
      'select 1 from bank_file where name = $1 and lines = $2',
      body.name,
      bookings.length,
    )
  }
  await Promise.all([send(admin()), ...(chance.happens(0.3) ? [send(admin())] : [])])
}

/** Of every second statement, the bank has sent its entries before: they are the same lines. */
async function bankAdvice(
  { clients, admin, acknowledge, tries }: ActContext,
  { id, bookings, ...head }: BankStatementInBooks,
): Promise<void> {
  const entries = bookings.filter(({ what }) => what !== 'repeat')
  if (Number(id.split('-')[1]) % 2 === 1 || entries.length === 0) return
  const name = `${id}-N.xml`
  const content = Buffer.from(camtReport('camt.054', { ...head, id: `${id}-N` }, entries)).toString('base64')
  const response = await clients.admin(admin(), `${bank}/files`, { name, content }, { tries: tries() })
  if (isOk(response))
    acknowledge('bank advice', 'select 1 from bank_file where name = $1 and lines = $2', name, entries.length)
}

/** A line in the work list, and what the bank says that it is when an admin calls. */
export async function bankLine(context: ActContext): Promise<void> {
  const { chance, store, sleep, manners } = context
  await failRefused(context)
  const rows = await store.rows(
    `select id, bank_reference from bank_line where state in ('UNKNOWN', 'CANDIDATES', 'CONFLICT') order by id limit 20`,
  )
  if (rows.length === 0) return
  const { id, bank_reference } = chance.pick(rows)
  const booking = manners.bank.bookingOf(bank_reference)
  if (booking?.payout === undefined) {
    const writeOff = () => writtenOff(context, id)
    await Promise.all([writeOff(), ...(chance.happens(0.4) ? [writeOff()] : [])])
    await sleep(chance.spread(1_000, 10 * minute))
    return writeOff()
  }
  const kind = booking.what === 'return' ? 'payout_return' : 'payout'
  await Promise.all(admins.map((by) => assigned(context, { id, by, kind, key: booking.payout! })))
}

async function writtenOff({ clients, chance, acknowledge, contradict, tries }: ActContext, id: bigint) {
  const by = chance.pick(admins)
  const path = `${bank}/lines/${id}/write-off`
  const response = await clients.admin(by, path, { reason: 'rent of the office' }, { tries: tries() })
  if (!isOk(response) || response.body.data.state !== 'WRITTEN_OFF') return
  acknowledge('line written off', `select 1 from bank_line where id = $1 and state = 'WRITTEN_OFF'`, id)
  const { write_off_by: one, write_off_approved_by: other, currency } = response.body.data
  const isOne = other === null ? currency === 'USD' : `${one}`.split('-')[0] === `${other}`.split('-')[0]
  if (isOne) contradict('a line was written off by one person', [String(id)])
}

async function assigned(
  { clients, acknowledge, tries }: ActContext,
  { id, by, kind, key }: { id: bigint; by: AdminName; kind: string; key: string },
) {
  const path = `${bank}/lines/${id}/assign`
  const response = await clients.admin(by, path, { kind, key }, { tries: tries() })
  if (isOk(response))
    acknowledge(
      `line assigned: ${kind}`,
      `select 1 from bank_line where id = $1 and state = 'MATCHED' and expected_kind = $2 and expected_key = $3`,
      ...[id, kind, key],
    )
}

/** Records that the bank refused a payment, as its portal says: one admin requests it, and whoever looks at it decides. */
async function failRefused(context: ActContext) {
  const { clients, chance, manners, store, admin, acknowledge, tries } = context
  const refused = manners.bank.orders.filter(({ state }) => state === 'refused').map(({ payout }) => payout)
  const [sent] = await store.rows(
    `select public_id from merchant_payout where public_id = any($1) and state = 'SENT' order by id limit 1`,
    [refused],
  )
  if (!sent || chance.happens(0.5)) return
  const path = `/api/v1/admin/payouts/${sent.public_id}/fail`
  const response = await clients.admin(admin(), path, { reason: 'account closed' }, { tries: tries() })
  if (!isOk(response)) return
  const { approval_id: id } = response.body.data
  acknowledge('request to end a payout', 'select 1 from approval where public_id = $1', id)
  const decisions = chance.pick([['approve'], ['approve', 'approve'], ['approve', 'reject'], []] as const)
  await Promise.all(decisions.map((act) => decide(context, id, act)))
  acknowledge(
    'payout refused by the bank',
    `select 1 from approval a where a.public_id = $1 and ((a.state = 'APPROVED') = exists (
       select from merchant_payout where public_id = $2 and state = 'FAILED'
          and failure_code = 'REFUSED_BY_BANK') or a.state <> 'APPROVED')`,
    id,
    sent.public_id,
  )
}
