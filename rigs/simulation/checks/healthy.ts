// A faultless day with everything that invariants check: payments, refunds and their requests, voids, links,
// transfers, decisions of admins, a settlement.
import assert from 'node:assert/strict'
import { issueDueInvoices } from '../../../server/balances/invoices/issue-invoices.ts'
import { releaseDueMovements } from '../../../server/balances/release-movements.ts'
import { addUpCounts } from '../../../server/platform/database/day-count.ts'
import { silentLog } from '../../../server/platform/process/log.ts'
import { currentRates } from '../../../server/remittance/exchange-rates/rate-table.ts'
import { expireQuotes } from '../../../server/remittance/quotes/expire-quotes.ts'
import { closeSettlements } from '../../../server/remittance/wallets/settlement.ts'
import { adminsOf, tokens, twoAdmins } from '../../../test/support/callers/admins.ts'
import { batchesOf, usableBankAccount } from '../../../test/support/callers/bank.ts'
import { openDisputeBench } from '../../../test/support/callers/disputes.ts'
import {
  confirmed,
  payoutSettings,
  payoutsOf,
  usableDestination,
} from '../../../test/support/callers/payouts.ts'
import { paid, portalOf, refundBatchesOf } from '../../../test/support/callers/portal.ts'
import { call, joined, signedIn, stepUpOf, userIdOf } from '../../../test/support/callers/self-service.ts'
import { camtStatement } from '../../../test/support/callers/statements.ts'
import { allIsQuiet } from '../../../test/support/callers/transfers.ts'
import {
  collectionSandbox,
  collectionSettings,
  collectionsOf,
  freshNumber,
} from '../../../test/support/collections/collections.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { send } from '../../../test/support/http/send.ts'
import { addEndpoint } from '../../../test/support/messages/webhook-endpoints.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { billTo } from '../callers/bill-to.ts'
import { payByFile, putWalletRight, sendMoney } from './healthy-wallets.ts'

const times = { outcomeAfterMs: { min: 20, max: 40 }, reverseAfterMs: 50 }
const declining = '4000000000009995'

const payoutRules = { ...payoutSettings, PAYOUT_APPROVAL_FROM: 'USD=20', PAYOUT_FEES: 'wallet:USD=0.10' }
const disputeRules = { DISPUTE_REPORT_SECONDS: '1', CARD_DISPUTE_FEE: 'USD=15' }

export const openQuickWorld = () =>
  openWorld({
    settings: {
      ...{ ...twoAdmins, ...payoutRules, ...disputeRules, ...collectionSettings },
      APPROVALS: 'refund:USD=150',
    },
    sandbox: { operators: { ...collectionSandbox.operators, ...times } },
  })

/** @returns a time two days later, when the settlements of this day are closed and its card money is available. */
export async function liveDay(world: World): Promise<Temporal.Instant> {
  const { db } = world
  // Sets non-zero fees before any process has cached the merchant.
  await db.rows({
    name: '',
    text: 'update merchant set remittance_fee_bp = 150, remittance_fee_fixed_minor = 5, payer_receipts = true',
  })
  await world.topUp('20.00')
  const url = `${world.url}/api/v1/test/test-callback?channel=copies`
  const events = ['PAYMENT', 'REFUND', 'REMITTANCE', 'COLLECTION_RETURNED']
  await addEndpoint(world, world.merchant, { url, events })
  await eventually('rates', () => currentRates(db))
  const [kept] = await Promise.all([
    takePayments(world),
    sellByLink(world),
    sendMoney(world),
    putWalletRight(world),
    payByFile(world),
    refundByFile(world),
  ])
  await askForRefunds(world)
  await approveRefunds(world)
  await disputePayments(world)
  await payByPhone(world)
  await allIsQuiet(world)
  const later = world.clock.now().add({ hours: 48 })
  while (await closeSettlements({ db, clock: { now: () => later }, log: silentLog })) {
    // Advances one day at a time.
  }
  while (await expireQuotes({ db, clock: { now: () => later } })) {
    // Expires some at a time.
  }
  while (await releaseDueMovements({ db, clock: { now: () => later }, log: silentLog })) {
    // Releases some at a time.
  }
  await adminsOf(world).act(`payment/refunds/${kept}`, { reason: 'not wanted', amount: 5 })
  const wallet = await payOut(world)
  await payBanks(world)
  await holdPayouts(world, wallet)
  await correctBalances(world)
  await allIsQuiet(world)
  await issueInvoices(world)
  while (await addUpCounts(db)) {
    // Adds some at a time.
  }
  return later
}

/** Issues the invoices of this month as if it had ended. */
async function issueInvoices({ db, clock }: World): Promise<void> {
  const issuer = { name: 'Exemple SARL', address: 'Kinshasa', rccm: 'CD/1', nif: 'A1' }
  const later = clock.now().add({ hours: 24 * 40 })
  const issuing = { db, clock: { now: () => later }, log: silentLog, issuer, vatBasisPoints: 1_600 }
  while (await issueDueInvoices(issuing)) {
    // Issues one month at a time.
  }
}

async function pay(world: World, overrides: Record<string, unknown> = {}): Promise<string> {
  const { transactionUuid, link } = await world.createOrder(overrides)
  assert.deepEqual((await world.payByCalls(link)).body, { state: 'DONE' })
  const text = 'select cs_payment_id from card_transaction where transaction_uuid = $1'
  const [row] = await world.db.rows<{ cs_payment_id: string }>({ name: '', text }, [transactionUuid])
  return row!.cs_payment_id
}

/** One payment in each status except those that only time brings. Returns one that was only paid. */
async function takePayments(world: World): Promise<string> {
  const admins = adminsOf(world)
  const release = (what: 'refunds' | 'voids', payment: string, more: object = {}) =>
    admins.act(`payment/${what}/${payment}`, { reason: 'not wanted', ...more })
  await pay(world)
  await pay(world, { amount: 70_000, currency: 'CDF' })
  await release('refunds', await pay(world), { amount: 10 })
  const inParts = await pay(world)
  await release('refunds', inParts, { amount: 10 })
  await release('refunds', inParts, { amount: 5 })
  await release('refunds', inParts)
  await release('refunds', await pay(world))
  await release('refunds', await pay(world), { amount: 5, notify_merchant: false })
  await release('voids', await pay(world))
  await world.payByCalls((await world.createOrder()).link, declining)
  await world.checkout((await world.createOrder()).link, 'cancel')
  return pay(world)
}

/** One refund request in each state except those that only time brings. */
async function askForRefunds(world: World): Promise<void> {
  const { as, ...shop } = await portalOf(world)
  const admins = adminsOf(world)
  const ask = async (amount?: number) => {
    const text = 'select transaction_uuid as uuid from card_transaction where cs_payment_id = $1'
    const [row] = await world.db.rows<{ uuid: string }>({ name: '', text }, [await pay(world)])
    const path = `payments/${row!.uuid}/refund-requests`
    const made = await shop.post(path, { reason: 'One shirt came back', ...(amount && { amount }) })
    assert.equal(made.status, 200, made.text)
    return { path, id: made.body.data.id, state: made.body.data.state }
  }
  assert.equal((await ask()).state, 'REFUNDED')
  const right = { may_refund: false, reason: 'Until the next review' }
  const rightPath = `/api/v1/admin/merchants/${as.merchant_code}/refund-right`
  assert.equal((await world.admin('PUT', rightPath, right, { 'x-admin-token': tokens.amina })).status, 200)
  await admins.act(`refund-requests/${(await ask(10)).id}/approve`)
  await admins.act(`refund-requests/${(await ask()).id}/reject`)
  const { path, id } = await ask()
  assert.equal((await shop.post(`${path}/${id}/withdraw`)).status, 200)
  assert.equal((await ask()).state, 'WAITING')
}

/** A batch of refunds that is done: two of its rows were refunded, and one was left out. */
async function refundByFile(world: World): Promise<void> {
  const of = await refundBatchesOf(world)
  const reason = 'The concert was cancelled'
  const batch = await of.confirmed([
    { transaction_uuid: await paid(world, of.as, { amount: 30 }), amount: 12.5, reason },
    { transaction_uuid: await paid(world, of.as, { amount: 20 }), reason },
    { merchant_reference: 'UNKNOWN', reason },
  ])
  await of.reaches(batch, 'DONE')
}

/** One approval of a refund in each state except those that only time brings, and one of a void. */
async function approveRefunds(world: World): Promise<void> {
  const admins = adminsOf(world)
  const request = async (what: 'refunds' | 'voids') => {
    const path = `payment/${what}/${await pay(world, { amount: 160 })}`
    const made = await admins.post(path, { reason: 'Ordered twice' })
    assert.equal(made.status, 202, made.text)
    return made.body.approval_id
  }
  for (const what of ['refunds', 'voids'] as const)
    await admins.act(`approvals/${await request(what)}/approve`, undefined, 'benoit')
  await admins.act(`approvals/${await request('refunds')}/reject`, undefined, 'benoit')
  await request('refunds')
}

/** One payout in each state that lasts. Returns the destination. */
async function payOut(world: World): Promise<string> {
  const payouts = payoutsOf(world, world.merchant)
  const admins = adminsOf(world)
  const destination_id = await usableDestination(world, world.merchant)
  const request = async (amount: number, state: string) => {
    const { payout_id } = await payouts.requested({ amount, destination_id })
    if (state !== '') await payouts.reaches(payout_id, state)
    return payout_id
  }
  await request(2, 'PAID')
  await request(0.13, 'FAILED')
  await request(0.17, 'RETURNED')
  await admins.act(`payouts/${await request(20, '')}/reject`, { reason: 'call us first' })
  const approved = await request(20, '')
  await admins.act(`payouts/${approved}/approve`, { reason: 'checked' })
  await payouts.reaches(approved, 'PAID')
  await request(20, '')
  return destination_id
}

/** Payouts that are held because their destination is distrusted: one is approved again, one cancelled, and one waits. */
async function holdPayouts(world: World, destination_id: string): Promise<void> {
  const admins = adminsOf(world)
  const payouts = payoutsOf(world, world.merchant)
  const operator = 'operators/sandbox/vodacom'
  await admins.act(`${operator}/pause`)
  const [again = '', cancelled = '', waiting = ''] = await Promise.all(
    [1, 2, 3].map(async (amount) => (await payouts.requested({ amount, destination_id })).payout_id),
  )
  // As if it had been added a day ago, so that it is still new.
  const age = `update payout_destination set created_at = created_at - interval '1 day', delay = interval '1 day' where public_id = $1 returning id`
  await world.db.rows({ name: '', text: age }, [destination_id])
  await demoteAccountant(world)
  for (const id of [again, cancelled, waiting]) await payouts.reaches(id, 'REQUESTED')
  await admins.act(`${operator}/resume`)
  await confirmed(world, world.merchant, destination_id)
  await admins.act(`payouts/${again}/approve`, { reason: 'confirmed again' })
  await payouts.reaches(again, 'PAID')
  assert.equal((await payouts.cancel(cancelled)).status, 200)
}

/** The owner takes the right to request payouts from a user, so new destinations must be confirmed again. */
async function demoteAccountant(world: World): Promise<void> {
  const owner = await signedIn(world, world.merchant)
  const { email } = await joined(world, owner, 'accountant')
  const id = await userIdOf(world, owner, email)
  const headers = await stepUpOf(world, owner, owner.token)
  const body = { role: 'viewer' }
  const demoted = await call(world, 'POST', `users/${id}`, { token: owner.token, body, headers })
  assert.equal(demoted.status, 200, demoted.text)
}

/** Payouts to a bank: on its way, paid, returned and refused, and a bank line that nothing explains. */
async function payBanks(world: World): Promise<void> {
  const payouts = payoutsOf(world, world.merchant)
  const destination_id = await usableBankAccount(world, world.merchant)
  const ids: string[] = []
  for (const amount of [1, 1.1, 1.2, 1.3])
    ids.push((await payouts.requested({ amount, destination_id })).payout_id)
  const [, paid = '', returned = '', refused = ''] = ids
  await batchesOf(world).sendAll()
  await adminsOf(world).both(`payouts/${refused}/fail`, { reason: 'account closed' })
  const statement = camtStatement({ id: 'HEALTHY', day: world.clock.now().toString().slice(0, 10) }, [
    { amount: '-1.10', id: paid },
    { amount: '-1.20', id: returned },
    { amount: '1.20', id: returned, isReturn: true },
    { amount: '-0.35', text: 'bank fee' },
  ])
  const content = Buffer.from(statement).toString('base64')
  await adminsOf(world).act('bank/files', { name: 'healthy.xml', content })
  await payouts.reaches(paid, 'PAID')
  const { items } = await adminsOf(world).read('bank/lines?state=CANDIDATES')
  const assignment = { kind: 'payout_return', key: returned }
  await adminsOf(world).act(`bank/lines/${items[0].id}/assign`, assignment, 'benoit')
  await payouts.reaches(returned, 'RETURNED')
}

/** A correction of a balance that another admin approves, and one that is rejected. */
async function correctBalances(world: World): Promise<void> {
  const admins = adminsOf(world)
  const request = async (reason: string): Promise<string> => {
    const wanted = { type: 'debit', amount: 0.02, currency: 'USD', counterparty: 'bank', reason }
    return (await admins.act(`merchants/${world.merchant.merchant_code}/balance/adjustments`, wanted))
      .approval_id
  }
  await admins.act(`approvals/${await request('paid twice')}/approve`, { reason: 'checked' }, 'benoit')
  await admins.act(`approvals/${await request('a mistake')}/reject`, { reason: 'no slip' }, 'benoit')
}

/** One dispute in each state, and one that exceeds what is left of its payment. */
async function disputePayments(world: World): Promise<void> {
  const bench = openDisputeBench(world)
  for (const [state, wanted] of [
    ['INQUIRY', { stage: 'inquiry' }],
    ['OPEN', {}],
    ['WON', { outcome: 'won' }],
    ['LOST', { outcome: 'lost' }],
  ] as const) {
    const { uuid } = await bench.paid(20)
    await bench.gatewayDispute(uuid, wanted)
    await bench.disputeIn(uuid, state)
  }
  for (const act of ['evidence', 'accept']) {
    const { uuid } = await bench.paid(20)
    await bench.gatewayDispute(uuid)
    const { dispute_id } = await bench.disputeIn(uuid, 'OPEN')
    const body = act === 'evidence' ? { explanation: 'It was delivered', submit: true } : {}
    const path = `/api/v1/payment/disputes/${dispute_id}/${act}`
    assert.equal((await world.signed('POST', path, body)).status, 200)
  }
  const { uuid, paymentId } = await bench.paid(20)
  await adminsOf(world).act(`payment/refunds/${paymentId}`, { reason: 'not wanted', amount: 5 })
  await bench.gatewayDispute(uuid)
  await bench.disputeIn(uuid, 'OPEN')
}

/** Payments by phone: paid, declined and refunded both ways, and money that came too late. */
async function payByPhone(world: World): Promise<void> {
  const collections = collectionsOf(world)
  await collections.offer(['card', 'mobile_money'], { rate: 290, events: ['COLLECTION_RETURNED'] })
  await collections.rows('update merchant set callback_url = $1 where merchant_code = $2', [
    `${world.url}/api/v1/test/test-callback`,
    world.merchant.merchant_code,
  ])
  const ask = async (uuid: string, state: string, number: string) => {
    const { collection_id } = await collections.asked(uuid, number)
    await collections.reaches(collection_id, state)
    return collection_id
  }
  const paid = async (number: string) => {
    const { transaction_uuid } = await collections.order()
    return ask(transaction_uuid, 'APPROVED', number)
  }
  await paid(freshNumber('21'))
  const { transaction_uuid: again } = await collections.order()
  await ask(again, 'DECLINED', freshNumber('23'))
  await ask(again, 'APPROVED', freshNumber('21', '81'))
  await refunded(world, await paid(freshNumber('21', '90')))
  await refunded(world, await paid(freshNumber('21')), { amount: 10 })
  const { transaction_uuid: late, links } = await collections.order()
  const lapsed = await ask(late, 'EXPIRED', freshNumber('26', '81'))
  await world.checkout(links, 'cancel')
  await collections.reaches(lapsed, 'REFUNDED', 40)
}

/** Waits until the number has its money. */
async function refunded(world: World, payment: string, more: object = {}): Promise<void> {
  await adminsOf(world).act(`payment/refunds/${payment}`, { reason: 'not wanted', ...more })
  const text = `select r.id from card_refund r join card_transaction t on t.id = r.transaction_id
    where t.cs_payment_id = $1 and r.status = 'SUCCESS'`
  await eventually('the refund', async () => (await world.db.rows({ name: '', text }, [payment])).length > 0)
}

async function sellByLink(world: World): Promise<void> {
  const make = async (max_uses: number): Promise<string> => {
    const callback_url = `${world.url}/api/v1/test/test-callback`
    const body = { amount: 25.5, currency: 'USD', merchant_reference: 'LINK', callback_url, max_uses }
    return (await world.signed('POST', '/api/v1/payment-links', body)).body.data.code
  }
  for (const uses of [1, 2]) {
    const form = Buffer.from(String(new URLSearchParams(billTo)))
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
    const filled = await send(world.url, 'POST', `/pl/${await make(uses)}/checkout`, form, headers)
    // The payer of the second link is declined first, and tries another card.
    if (uses === 2) await world.payByCalls(filled.headers.location!, declining)
    await world.payByCalls(filled.headers.location!)
  }
  await world.signed('POST', `/api/v1/payment-links/${await make(1)}/cancel`)
}
