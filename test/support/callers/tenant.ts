// A merchant with something in every list, and all the names by which anybody could ask for it.
import assert from 'node:assert/strict'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import { type OwnedRow, ownedRows } from '../database/owned-rows.ts'
import { eventually } from '../http/eventually.ts'
import type { World } from '../world/world.ts'
import { allTold, arrived, type Portal, paid, portalOf } from './portal.ts'
import { call } from './self-service.ts'
import { allIsQuiet, transfersOf } from './transfers.ts'

export type Tenant = {
  as: Credentials
  portal: Portal
  /** The card token of a custom checkout that was begun. */
  cardToken: string
  /** What only people know: it is stored under a seal. */
  personal: readonly string[]
}

/** @param word makes everything of this merchant different from that of others. */
export async function openTenant(world: World, word: string): Promise<Tenant> {
  const microformOrigins = [`https://${word}.example`]
  const as = await world.register({ name: `Maison ${word}`, microformOrigins })
  const portal = await portalOf(world, as)
  const callback_url = `${world.url}/api/v1/test/test-callback?channel=${word}-hook`
  await world.topUp('50.00', as)
  await openPayments(world, portal, { word, callback_url })
  const people = await openTransfers(world, as, { word, callback_url })
  const cardToken = await beginCustomCheckout(world, as, word)
  await call(world, 'PUT', 'callback', { token: portal.token, body: { callback_url } })
  const addresses = ['127.0.0.1/32', `198.51.100.${word.length}`]
  await call(world, 'PUT', 'whitelist', { token: portal.token, body: { addresses } })
  await portal.post('callback/test')
  await portal.post('go-live', goLive(word))
  await closeOneDay(world, as, word)
  await settled(world, portal)
  return { as, portal, cardToken, personal: [...people, `${word} SARL`] }
}

type Shop = { word: string; callback_url: string }

async function openPayments(world: World, portal: Portal, { word, callback_url }: Shop): Promise<void> {
  const { as } = portal
  const payer = {
    callback_url,
    bill_to_forename: `Forename${word}`,
    bill_to_surname: `Surname${word}`,
    bill_to_email: `payer@${word}.example`,
    bill_to_phone: word === 'alpha' ? '0997654321' : '0991112223',
    bill_to_address_line1: `12 avenue ${word}`,
    bill_to_address_city: `City${word}`,
  }
  const uuid = await paid(world, as, { ...payer, merchant_reference: `${word}-PAID`, amount: 1234.57 })
  await paid(world, as, { ...payer, merchant_reference: `${word}-DECLINED` }, '4000000000000002')
  await paid(world, as, { ...payer, merchant_reference: `${word}-OPEN` }, null)
  const { cs_payment_id } = await portal.data(`payments/${uuid}`)
  const path = `/api/v1/admin/payment/refunds/${cs_payment_id}`
  const refund = await world.admin('POST', path, {
    amount: 10,
    currency: 'USD',
    reason: `refund for ${word}`,
  })
  assert.ok(refund.status < 300, refund.text)
  const link = {
    amount: 10,
    currency: 'USD',
    merchant_reference: `${word}-LINK`,
    callback_url,
    description: `Goods of ${word}`,
  }
  for (const max_uses of [1, 2])
    assert.equal(
      (await world.signed('POST', '/api/v1/payment-links', { ...link, max_uses }, { as })).status,
      200,
    )
}

async function openTransfers(world: World, as: Credentials, { word, callback_url }: Shop): Promise<string[]> {
  const sender = {
    callback_url,
    sender_first_name: `Sender${word}`,
    sender_last_name: `Family${word}`,
    sender_document_number: `DOC-${word}-1`,
    receiver_document_number: `DOC-${word}-2`,
    current_address: `99 rue ${word}`,
  }
  const customer_number = word === 'alpha' ? '+243817654321' : '+243811112223'
  const to = { customer_number, expected_receiver_name: 'Test Subscriber' }
  await arrived(world, as, { ...sender, ...to, reference: `${word}-ARRIVED` })
  const transfers = transfersOf(world, as)
  const watched = { ...sender, ...to, sender_first_name: 'Watchlist', sender_last_name: 'Person' }
  await transfers.accepted({ ...watched, reference: `${word}-HELD` })
  await transfers.reaches(`${word}-HELD`, 'Hold')
  return Object.values(sender).slice(1)
}

async function beginCustomCheckout(world: World, as: Credentials, word: string): Promise<string> {
  const post = (name: string, body: object) => world.signed('POST', `/api/v1/microform/${name}`, body, { as })
  const target_origin = `https://${word}.example`
  const { body } = await post('capture-context', { target_origin, merchant_reference: `${word}-CUSTOM` })
  const card = {
    jwt: body.jwt,
    number: '4242424242424242',
    securityCode: '123',
    expirationMonth: '12',
    expirationYear: '2030',
  }
  const answer = await fetch(`${world.sandboxUrl}/sandbox/microform/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(card),
  })
  const { transient_token } = (await answer.json()) as { transient_token: string }
  const setUp = await post('pa-setup', { transaction_uuid: body.transaction_uuid, transient_token })
  assert.equal(setUp.status, 200, setUp.text)
  return transient_token
}

export const goLive = (word: string) => ({
  company_name: `${word} SARL`,
  registration_number: `CD/KNG/RCCM/26-${word}`,
  country: 'CD',
  contact_name: `Contact${word}`,
  contact_email: `legal@${word}.example`,
  contact_phone: '+243991234567',
})

/** A day that is over, which no test waits for. */
async function closeOneDay(world: World, as: Credentials, word: string): Promise<void> {
  await world.db.rows(
    {
      name: 'test_close_day',
      text: `insert into settlement (settlement_id, merchant_id, environment, currency, day, count, gross_minor, net_minor, closed_at)
             select 'SET-20260101-' || upper($2), id, environment, 'USD', '2026-01-01', 1, 100, 100, now() from merchant where merchant_code = $1`,
    },
    [as.merchant_code, word],
  )
}

/** Until nothing of the merchant is going to change by itself. */
async function settled(world: World, portal: Portal): Promise<void> {
  await allTold(portal)
  await allIsQuiet(world)
  await eventually('everything is written', async () => {
    const [open] = await world.db.rows<{ open: bigint }>({
      name: 'test_count_unfinished',
      text: `select (select count(*) from day_count_change) + (select count(*) from operation where next_check_at is not null) as open`,
    })
    return open?.open === 0n
  })
}

/** What is stored of the tenant, but its log of requests: who names its key or its email is written there on purpose. */
export async function stored(world: World, { as }: Pick<Tenant, 'as'>): Promise<OwnedRow[]> {
  return (await ownedRows(world.db, as.merchant_code)).filter(({ table }) => table !== 'merchant_request')
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[^{}\\]{4,120}$/.test(value) && !/^\d{4}-\d\d-\d\d/.test(value)

/** Every text of some rows that could name something or somebody, and every number that is an id. */
export function namesIn(rows: readonly OwnedRow[]): { texts: Set<string>; ids: Set<string> } {
  const values = rows.flatMap(({ row }) => Object.values(row).flat())
  const ids = rows.map(({ row }) => row.id ?? row.seq).filter((id) => typeof id === 'number')
  return { texts: new Set(values.filter(isName)), ids: new Set(ids.map(String)) }
}
