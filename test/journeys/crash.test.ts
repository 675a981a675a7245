// The program is killed in the middle of its work while the gateway loses replies and operators lose, duplicate and reorder what they
// report: no payment is lost or doubled, no payout is doubled, and every outcome is notified.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/http/eventually.ts'
import { startCrowds } from '../support/kills/crowds.ts'
import { openCustomers } from '../support/kills/customers.ts'
import { type KilledServer, openKilledServer } from '../support/kills/killed-server.ts'
import { openPartners } from '../support/kills/partners.ts'

const orders = 80
/** `TRANSFERS=2000` runs more; the chaos rig kills for as long as it is asked to. */
const transfers = Number(process.env.TRANSFERS ?? 200)
const kills = 5
const toppedUp = 5_000

let server: KilledServer

beforeAll(async () => {
  server = await openKilledServer()
  const works = [
    { total: orders, callers: 8, act: await openCustomers(server, orders) },
    { total: transfers, callers: 16, act: await openPartners(server, toppedUp) },
  ]
  await beginFaults()
  const crowds = startCrowds(works, 0.5 / (kills + 1))
  for (let kill = 1; kill <= kills; kill++) {
    const isTime = async () => crowds.every(({ done, busy }) => done >= kill / (kills + 1) && busy > 0)
    await eventually(`part ${kill} is done, and both payments and transfers are in progress`, isTime, 300_000)
    await server.replace()
  }
  await Promise.all(crowds.map(({ ended }) => ended))
  await endFaults()
  await eventually('every operation, transfer and webhook has ended', isIdle, 600_000)
}, 1_500_000)
afterAll(() => server?.close())

async function beginFaults(): Promise<void> {
  for (const target of ['gateway', 'operator'])
    await server.control('faults', { target, mode: 'lost-reply', rate: 0.05, seed: 7 })
  await server.control('operators/callbacks', {
    duplicate_rate: 0.1,
    reorder_rate: 0.1,
    late_rate: 0.05,
    late_seconds: 2,
    seed: 7,
  })
}

async function endFaults(): Promise<void> {
  for (const target of ['gateway', 'operator']) await server.control('faults', { target, mode: 'off' })
  await server.control('operators/callbacks', { duplicate_rate: 0, reorder_rate: 0, late_rate: 0 })
}

async function isIdle(): Promise<boolean> {
  const [row] = await server.rows<{ open: boolean }>(
    `select exists (select from operation where state in ('intent', 'sent', 'unknown', 'undoing'))
         or exists (select from card_transaction where running_operation is not null)
         or exists (select from transfer where status in ('Submitted', 'Hold'))
         or exists (select from webhook_event where state = 'PENDING') as open`,
  )
  return row?.open === false
}

test(`${orders} orders survive lost gateway replies and ${kills} kills: all books agree`, async () => {
  const ours = await server.rows<Record<'transaction_uuid' | 'status' | 'amount' | 'cs_payment_id', string>>(
    `select transaction_uuid, status, (amount_minor / 100.0)::numeric(12, 2)::text as amount, cs_payment_id from card_transaction where status <> 'PENDING'`,
  )
  const { card_gateway: theirs } = await server.books()
  type Payment = { code: string; id: string; captured_amount: string; voided: boolean; reversed: boolean }
  const standing = (theirs.payments as Payment[]).filter(
    (payment) => Number(payment.captured_amount) > 0 && !payment.voided && !payment.reversed,
  )
  const successes = ours.filter(({ status }) => status === 'SUCCESS')

  assert.equal(ours.length, orders)
  expect(standing.map(({ code, id, captured_amount }) => `${code} ${id} ${captured_amount}`).sort()).toEqual(
    successes
      .map(({ transaction_uuid, cs_payment_id, amount }) => `${transaction_uuid} ${cs_payment_id} ${amount}`)
      .sort(),
  )
  assert.equal(new Set(standing.map(({ code }) => code)).size, standing.length)
  await expectLinkUses()
  await expectCardBooks()
  process.stderr.write(
    `crash journey: ${orders} orders, ${successes.length} paid, ${kills} kills, ${theirs.payments.length} payments at the gateway\n`,
  )
})

async function expectLinkUses(): Promise<void> {
  const [uses] = await server.rows<{ reserved: number; confirmed: number; sold: number }>(
    `select uses_reserved as reserved, uses_confirmed as confirmed, (select count(*)::int from card_transaction t
       where t.payment_link_id = l.id and t.status = 'SUCCESS') as sold from payment_link l`,
  )
  expect(uses).toMatchObject({ reserved: 0, confirmed: uses?.sold })
  assert.ok(uses && uses.sold > 0)
}

async function expectCardBooks(): Promise<void> {
  const [books] = await server.rows<Record<string, bigint | string>>(
    `select (select count(*) from card_transaction t where status <> 'PENDING' and not exists
               (select from webhook_event e where e.dedupe_key = 'payment:' || t.transaction_uuid)) as without_webhook,
            (select count(*) from (select subject from webhook_event where event_type = 'PAYMENT' group by 1 having count(*) > 1) d) as with_several_webhooks,
            (select count(*) from webhook_event where state <> 'DELIVERED') as undelivered,
            (select count(*) from (select posting_id from ledger_entry group by posting_id, currency having sum(amount_minor) <> 0) u) as unbalanced,
            (select coalesce(sum(e.amount_minor), 0)::text from ledger_entry e join ledger_account a on a.id = e.account_id where a.code = 'gateway_receivable') as receivable,
            (select coalesce(sum(amount_minor), 0)::text from card_transaction where status = 'SUCCESS') as charged`,
  )
  expect(books).toMatchObject({
    without_webhook: 0n,
    with_several_webhooks: 0n,
    undelivered: 0n,
    unbalanced: 0n,
  })
  assert.equal(books?.receivable, books?.charged)
}

type Payout = { reference: string; executions: number }

test(`${transfers} transfers survive operator faults and ${kills} kills: all books agree, all webhooks sent [R3] [R6]`, async () => {
  const ours = await server.rows<{ reference: string; status: string }>(
    `select o.upstream_ref as reference, t.status from transfer t join operation o on o.transfer_id = t.id and o.kind = 'payout'`,
  )
  const { operators } = (await server.books()) as { operators: { payouts: Payout[] } }
  // M-Pesa allows no dashes, and pawaPay requires another UUID version.
  const plain = (reference: string) => reference.replaceAll('-', '').replace(/^(.{12})./, '$1.')
  const paid = operators.payouts.filter(({ executions }) => executions > 0)
  expect(Math.max(...operators.payouts.map(({ executions }) => executions))).toBe(1)
  expect(paid.map(({ reference }) => plain(reference)).sort()).toEqual(
    ours
      .filter(({ status }) => status === 'Successful')
      .map(({ reference }) => plain(reference))
      .sort(),
  )
  assert.equal(ours.length, transfers)
  await expectTransferBooks(paid.length)
  process.stderr.write(
    `transfer crash journey: ${transfers} transfers, ${paid.length} paid, ${kills} kills\n`,
  )
})

async function expectTransferBooks(paid: number): Promise<void> {
  const [books] = await server.rows<Record<string, bigint | string>>(
    `select (select count(*) from transfer where status = 'Failed') as failed,
            (select count(*) from transfer_exception) as exceptions,
            (select count(*) from transfer t where not exists
               (select from webhook_event e where e.dedupe_key = 'transfer:' || t.transaction_id || ':' || t.status)) as without_webhook,
            (select count(*) from webhook_event where state <> 'DELIVERED') as undelivered,
            (select count(*) from (select posting_id from ledger_entry group by posting_id, currency having sum(amount_minor) <> 0) u) as unbalanced,
            w.available_minor as available, w.reserved_minor as reserved,
            (select -coalesce(sum(e.amount_minor), 0) from ledger_entry e join ledger_account a on a.id = e.account_id where a.code = 'wallet_available' and a.merchant_id = w.merchant_id) as ledger_available,
            (select -coalesce(sum(e.amount_minor), 0) from ledger_entry e join ledger_account a on a.id = e.account_id where a.code = 'wallet_reserved' and a.merchant_id = w.merchant_id) as ledger_reserved,
            (select balance_after_minor from wallet_entry where wallet_id = w.id order by id desc limit 1) as last_line
       from wallet w join merchant m on m.id = w.merchant_id where m.merchant_code = '${server.merchant.merchant_code}'`,
  )
  const available = BigInt(toppedUp - paid) * 100n
  expect(books).toMatchObject({
    failed: BigInt(transfers - paid),
    exceptions: 0n,
    without_webhook: 0n,
    undelivered: 0n,
    unbalanced: 0n,
    available,
    reserved: 0n,
    last_line: available,
  })
  assert.equal(Number(books?.ledger_available), Number(available))
  assert.equal(Number(books?.ledger_reserved), 0)
}
