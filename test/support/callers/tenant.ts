// A merchant with something in every list, and all identifiers by which another caller could request it.
import assert from 'node:assert/strict'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import { type OwnedRow, ownedRows } from '../database/owned-rows.ts'
import { eventually } from '../http/eventually.ts'
import { addEndpoint } from '../messages/webhook-endpoints.ts'
import type { World } from '../world/world.ts'
import { openDispute } from './disputes.ts'
import { addAvailable, payoutsOf, usableDestination } from './payouts.ts'
import { allDelivered, arrived, type Portal, paid, portalOf } from './portal.ts'
import { call, fileGoLive } from './self-service.ts'
import { allIsQuiet, transfersOf } from './transfers.ts'

export type Tenant = {
  as: Credentials
  portal: Portal
  /** The card token of a custom checkout that was started, and its `transaction_uuid`. */
  cardToken: string
  customCheckout: string
  /** The `transaction_uuid` of a payment that was refunded in part at the merchant's request. */
  payment: string
  /** Personal data, which is stored encrypted. */
  personal: readonly string[]
}

/** @param text makes everything of this merchant different from that of others. */
export async function openTenant(world: World, text: string): Promise<Tenant> {
  const microformOrigins = [`https://${text}.example`]
  const as = await world.register({ name: `Maison ${text}`, microformOrigins })
  const portal = await portalOf(world, as)
  const callback_url = `${world.url}/api/v1/test/test-callback?channel=${text}-hook`
  await world.topUp('50.00', as)
  await addEndpoint(world, as, { url: `${callback_url}-copies`, events: ['REFUND'] })
  const payment = await openPayments(world, portal, { word: text, callback_url })
  const staff = await openTransfers(world, as, { word: text, callback_url })
  const custom = await beginCustomCheckout(world, as, text)
  await openPayouts(world, as, text)
  await call(world, 'PUT', 'callback', { token: portal.token, body: { callback_url } })
  const addresses = ['127.0.0.1/32', `198.51.100.${text.length}`]
  await call(world, 'PUT', 'whitelist', { token: portal.token, body: { addresses } })
  await portal.post('callback/test')
  await fileGoLive(world, as, portal.token, { body: goLive(text) })
  await closeOneDay(world, as, text)
  await invoiceOneMonth(world, as)
  await untilIdle(world, portal)
  return { as, portal, ...custom, payment, personal: [...staff, `${text} SARL`] }
}

type Shop = { word: string; callback_url: string }

async function openPayments(
  world: World,
  portal: Portal,
  { word: text, callback_url }: Shop,
): Promise<string> {
  const { as } = portal
  const payer = {
    callback_url,
    bill_to_forename: `Forename${text}`,
    bill_to_surname: `Surname${text}`,
    bill_to_email: `payer@${text}.example`,
    bill_to_phone: text === 'alpha' ? '0997654321' : '0991112223',
    bill_to_address_line1: `12 avenue ${text}`,
    bill_to_address_city: `City${text}`,
  }
  const uuid = await paid(world, as, { ...payer, merchant_reference: `${text}-PAID`, amount: 1234.57 })
  await paid(world, as, { ...payer, merchant_reference: `${text}-DECLINED` }, '4000000000000002')
  await paid(world, as, { ...payer, merchant_reference: `${text}-OPEN` }, null)
  await payByPhone(world, portal, { ...payer, merchant_reference: `${text}-PHONE` })
  const { cs_payment_id } = await portal.data(`payments/${uuid}`)
  const path = `/api/v1/admin/payment/refunds/${cs_payment_id}`
  const refund = await world.admin('POST', path, {
    amount: 10,
    currency: 'USD',
    reason: `refund for ${text}`,
  })
  assert.ok(refund.status < 300, refund.text)
  await portal.post(`payments/${uuid}/refund-requests`, { amount: 5, reason: `request of ${text}` })
  const disputed = await paid(world, as, { ...payer, merchant_reference: `${text}-DISPUTED` })
  const dispute = await openDispute(world, disputed)
  const evidence = { explanation: `Evidence of ${text}` }
  assert.equal((await portal.post(`disputes/${dispute}/evidence`, evidence)).status, 200)
  const link = {
    amount: 10,
    currency: 'USD',
    merchant_reference: `${text}-LINK`,
    callback_url,
    description: `Goods of ${text}`,
  }
  for (const max_uses of [1, 2])
    assert.equal(
      (await world.signed('POST', '/api/v1/payment-links', { ...link, max_uses }, { as })).status,
      200,
    )
  return uuid
}

async function payByPhone(
  world: World,
  { as, token }: Portal,
  order: Record<string, unknown>,
): Promise<void> {
  const settings = { checkout_attempts: null, payment_methods: ['card', 'mobile_money'] }
  assert.equal((await call(world, 'PUT', 'checkout', { token, body: settings })).status, 200)
  const uuid = await paid(world, as, order, null)
  const body = { transaction_uuid: uuid, customer_number: '+243971234521' }
  const asked = await world.signed('POST', '/api/v1/payment/collections', body, { as })
  assert.equal(asked.status, 200, asked.text)
  await eventually('the payment by phone is approved', async () => {
    const status = await world.signed('POST', '/api/v1/payment/status', { transaction_uuid: uuid }, { as })
    return status.body.data.transaction_status === 'SUCCESS'
  })
}

async function openTransfers(
  world: World,
  as: Credentials,
  { word: text, callback_url }: Shop,
): Promise<string[]> {
  const sender = {
    callback_url,
    sender_first_name: `Sender${text}`,
    sender_last_name: `Family${text}`,
    sender_document_number: `DOC-${text}-1`,
    receiver_document_number: `DOC-${text}-2`,
    current_address: `99 rue ${text}`,
  }
  const customer_number = text === 'alpha' ? '+243817654321' : '+243811112223'
  const to = { customer_number, expected_receiver_name: 'Test Subscriber' }
  await arrived(world, as, { ...sender, ...to, reference: `${text}-ARRIVED` })
  const transfers = transfersOf(world, as)
  const watched = { ...sender, ...to, sender_first_name: 'Watchlist', sender_last_name: 'Person' }
  await transfers.accepted({ ...watched, reference: `${text}-HELD` })
  await transfers.reaches(`${text}-HELD`, 'Hold')
  return Object.values(sender).slice(1)
}

async function openPayouts(world: World, as: Credentials, text: string): Promise<void> {
  await addAvailable(world, as, 10_000n)
  const destination_id = await usableDestination(world, as, text === 'alpha' ? '0817654321' : '0811112223')
  const payouts = payoutsOf(world, as)
  const { payout_id } = await payouts.requested({ amount: 3, destination_id, reference: `${text}-PAYOUT` })
  await payouts.reaches(payout_id, 'PAID')
  // These would expire, and be forgotten, while the tests run.
  await world.db.rows({ name: '', text: 'delete from step_up' })
}

async function beginCustomCheckout(
  world: World,
  as: Credentials,
  text: string,
): Promise<Pick<Tenant, 'cardToken' | 'customCheckout'>> {
  const post = (name: string, body: object) => world.signed('POST', `/api/v1/microform/${name}`, body, { as })
  const target_origin = `https://${text}.example`
  const { body } = await post('capture-context', { target_origin, merchant_reference: `${text}-CUSTOM` })
  const card = {
    jwt: body.jwt,
    number: '4242424242424242',
    securityCode: '123',
    expirationMonth: '12',
    expirationYear: '2030',
  }
  const response = await fetch(`${world.sandboxUrl}/sandbox/microform/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(card),
  })
  const { transient_token } = (await response.json()) as { transient_token: string }
  const setUp = await post('pa-setup', { transaction_uuid: body.transaction_uuid, transient_token })
  assert.equal(setUp.status, 200, setUp.text)
  return { cardToken: transient_token, customCheckout: body.transaction_uuid }
}

export const goLive = (text: string) => ({
  company_name: `${text} SARL`,
  registration_number: `CD/KNG/RCCM/26-${text}`,
  country: 'CD',
  contact_name: `Contact${text}`,
  contact_email: `legal@${text}.example`,
  contact_phone: '+243991234567',
})

/** Closes a past settlement day, so that tests need not wait for one. */
async function closeOneDay(world: World, as: Credentials, text: string): Promise<void> {
  await world.db.rows(
    {
      name: 'test_close_day',
      text: `insert into settlement (settlement_id, merchant_id, environment, currency, day, count, gross_minor, net_minor, closed_at)
             select 'SET-20260101-' || upper($2), id, environment, 'USD', '2026-01-01', 1, 100, 100, now() from merchant where merchant_code = $1`,
    },
    [as.merchant_code, text],
  )
}

/** Invoices a past month, so that tests need not wait for its end. */
async function invoiceOneMonth(world: World, as: Credentials): Promise<void> {
  await world.db.rows(
    {
      name: 'test_invoice_month',
      text: `insert into fee_invoice (number, environment, year, sequence, merchant_id, currency, month, issued_at, issuer, recipient,
                                      lines, vat_bp, total_minor, vat_minor)
             select 'TEST-2025-' || lpad(id::text, 6, '0'), environment, 2025, id, id, 'USD', '2025-12-01', now(),
                    '{"name":"Issuer","address":"Kinshasa","rccm":"CD/1","nif":"A1"}',
                    json_build_object('name', name, 'merchant_code', merchant_code),
                    '[{"type":"charge","count":1,"fee_minor":100}]', 0, 100, 0
               from merchant where merchant_code = $1`,
    },
    [as.merchant_code],
  )
}

/** Waits until no worker will change anything of the merchant. */
async function untilIdle(world: World, portal: Portal): Promise<void> {
  await allDelivered(portal)
  await allIsQuiet(world)
  await eventually('everything is written', async () => {
    const [open] = await world.db.rows<{ open: bigint }>({
      name: 'test_count_unfinished',
      text: `select (select count(*) from day_count_change) + (select count(*) from operation where next_check_at is not null)
                  + (select count(*) from screened_party where screened_person_id is null)
                  + (select count(*) from wallet w left join wallet_check c on c.wallet_id = w.id where c.checked_at is null) as open`,
    })
    return open?.open === 0n
  })
}

/**
 * Everything stored about the tenant except its request log: calls of others that name its key or email are logged
 * there on purpose.
 */
export async function stored(world: World, { as }: Pick<Tenant, 'as'>): Promise<OwnedRow[]> {
  return (await ownedRows(world.db, as.merchant_code)).filter(({ table }) => table !== 'merchant_request')
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[^{}\\]{4,120}$/.test(value) && !/^\d{4}-\d\d-\d\d/.test(value)

/** Every text in the rows that could be an identifier. */
export const textsIn = (rows: readonly OwnedRow[]): Set<string> =>
  new Set(rows.flatMap(({ row }) => Object.values(row).flat()).filter(isName))

/** What webhooks of the other environment say. Rows without an environment, such as refunds, may be of that one. */
export const sentElsewhere = (rows: readonly OwnedRow[], environment: string): string =>
  JSON.stringify(
    rows.filter(({ table, row }) => table === 'webhook_event' && row.environment !== environment),
  )

/**
 * The texts of `wanted` that stand in the rows, one of every table and column: a query that forgets the merchant looks in one
 * column, so a second value of that column would reveal nothing new.
 */
export function oneOfEachKind(rows: readonly OwnedRow[], wanted: ReadonlySet<string>): string[] {
  const kinds = new Map<string, string>()
  for (const { table, row } of rows)
    for (const [column, value] of Object.entries(row)) {
      const text = [value].flat().find((each) => isName(each) && wanted.has(each))
      if (text !== undefined) kinds.set(`${table}.${column}`, text as string)
    }
  return [...new Set(kinds.values())]
}

/** The numeric ids of the rows, at most one of every table. */
export function oneIdOfEachTable(rows: readonly OwnedRow[]): string[] {
  const ids = rows.flatMap(({ table, row }) => {
    const id = row.id ?? row.seq
    return typeof id === 'number' ? [[table, String(id)] as const] : []
  })
  return [...new Set(new Map(ids).values())]
}
