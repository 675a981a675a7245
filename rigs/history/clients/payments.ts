// One card payment and its clients: it is created, charged, and then refunded, voided and read by several at once.

import type { Credentials } from '../../../server/merchants/identity/register.ts'
import { billTo, payer } from '../../simulation/callers/bill-to.ts'
import { isDone, type Output } from '../operations.ts'
import { crowd, type Payment, persist, type Stage } from './stage.ts'

const good = '4242424242424242'
const declined = '4000000000000002'

export async function payOnce(stage: Stage): Promise<void> {
  const { chance, merchants } = stage.place
  const as = chance.pick(merchants)
  const amount = 500 + chance.below(5_000)
  const opened = await (chance.happens(0.5) ? openOrder : openCardFields)(stage, as, amount)
  if (!opened) return
  const { charge, ...payment } = opened
  stage.payments.push(payment)
  const reading = () => readStatus(stage, payment)
  await Promise.all([
    persist(stage, charge),
    ...(chance.happens(0.4) ? [persist(stage, charge)] : []),
    crowd(stage, { clients: 1, acts: 3 }, [reading]),
  ])
  await findPaymentId(stage, payment)
  if (payment.paymentId === undefined) return
  const refunding = () => refund(stage, payment)
  const listing = () => readRefunds(stage, payment)
  const voiding = () => voidPayment(stage, payment)
  const acts = [reading, reading, reading, listing, refunding, refunding, refunding, voiding]
  await crowd(stage, { clients: 2 + chance.below(3), acts: 4 }, acts)
}

type Opened = Payment & { charge(): Promise<Output | undefined> }

/** An order, which is sent several times under one key, with the payer at its page. */
async function openOrder(stage: Stage, as: Credentials, amount: number): Promise<Opened | undefined> {
  const { clients, history, place, next } = stage
  const key = `order-${next()}`
  const body = {
    amount: amount / 100,
    currency: 'USD',
    merchant_reference: key,
    callback_url: place.callbackUrl,
    ...billTo,
  }
  let link = ''
  const send = () =>
    history.record(
      { object: 'order', id: key, act: 'create' },
      () => clients.signed(as, '/api/v1/payment/orders', body, { key }),
      ({ data }) => {
        link = data.links
        return { status: data.transaction_uuid }
      },
    )
  const [first, second] = await Promise.all([persist(stage, send), persist(stage, send)])
  const order = [first, second].find(isDone)
  if (!order) return undefined
  const payment = { as, uuid: order.status!, amount }
  await recordCreation(stage, payment)
  const session = await clients.page(link, 'session', {}, 9)
  const token = await cardToken(stage, session?.body?.capture_context, good)
  const setup = await clients.page(link, 'setup', { transient_token: token }, 9)
  const pay = () =>
    clients.page(link, 'pay', { reference_id: setup?.body?.reference_id ?? 'none', browser: {} })
  const charge = () =>
    history.record({ object: 'payment', id: payment.uuid, act: 'charge' }, pay, ({ state }) =>
      state === 'DONE' ? { status: 'ENDED' } : undefined,
    )
  return { ...payment, charge }
}

/** The card fields of a merchant's own page. */
async function openCardFields(stage: Stage, as: Credentials, amount: number): Promise<Opened | undefined> {
  const { clients, history, place, next } = stage
  const opened = await clients.signed(
    as,
    '/api/v1/microform/capture-context',
    { target_origin: 'https://shop.test', merchant_reference: `fields-${next()}` },
    { tries: 9 },
  )
  if (opened?.status !== 200) return undefined
  const payment = { as, uuid: opened.body.transaction_uuid as string, amount }
  await recordCreation(stage, payment)
  const token = await cardToken(stage, opened.body.jwt, place.chance.happens(0.9) ? good : declined)
  const body = {
    transaction_uuid: payment.uuid,
    transient_token: token,
    amount: amount / 100,
    currency: 'USD',
    merchant_reference: 'fields',
    callback_url: place.callbackUrl,
    bill_to: payer,
  }
  const charge = () =>
    history.record(
      { object: 'payment', id: payment.uuid, act: 'charge' },
      () => clients.signed(as, '/api/v1/microform/charge', body),
      ({ status }) => ({ status }),
    )
  return { ...payment, charge }
}

async function cardToken({ place }: Stage, jwt: string | undefined, number: string): Promise<string> {
  const card = {
    jwt: jwt ?? 'none',
    number,
    securityCode: '123',
    expirationMonth: '12',
    expirationYear: '2030',
  }
  const made = await place.control('microform/tokens', card).catch(() => undefined)
  return made?.transient_token ?? 'none'
}

/** A payment begins with the response that names it. */
const recordCreation = ({ history }: Stage, { uuid, amount }: Payment) =>
  history.record(
    { object: 'payment', id: uuid, act: 'create', amount },
    async () => ({ status: 200, body: {}, headers: {} }),
    () => ({ status: 'PENDING' }),
  )

/** The payer's page does not name the gateway's payment, so the database is asked, as admins search their list. */
async function findPaymentId({ place }: Stage, payment: Payment): Promise<void> {
  const sql =
    'select cs_payment_id as id from card_transaction where transaction_uuid = $1 and finalised_at is not null'
  const [row] = await place.store.rows(sql, [payment.uuid])
  if (row?.id) payment.paymentId = row.id
}

export const readStatus = ({ clients, history }: Stage, { as, uuid }: Payment) =>
  history.record(
    { object: 'payment', id: uuid, act: 'status' },
    () => clients.signed(as, '/api/v1/payment/status', { transaction_uuid: uuid }),
    ({ data }) => ({ status: data.transaction_status }),
  )

/** The keys of the successful refunds: each is also the reason of its refund, which the list shows. */
export const readRefunds = ({ clients, history }: Stage, { uuid }: Payment) =>
  history.record(
    { object: 'payment', id: uuid, act: 'refunds' },
    () => clients.readAdmin('amina', `/api/v1/admin/payment/refunds/${uuid}`),
    ({ refunds }: { refunds: { status: string; reason: string }[] }) => ({
      keys: refunds
        .filter(({ status }) => status === 'SUCCESS')
        .map(({ reason }) => reason)
        .sort(),
    }),
  )

async function refund(stage: Stage, { uuid, paymentId, amount: whole }: Payment): Promise<void> {
  const { clients, history, place, next } = stage
  const key = `refund-${next()}`
  const amount = place.chance.happens(0.1) ? whole : 1 + place.chance.below(whole / 3)
  const path = `/api/v1/admin/payment/refunds/${paymentId}`
  await persist(stage, () =>
    history.record(
      { object: 'payment', id: uuid, act: 'refund', key, amount },
      () => clients.admin('amina', path, { amount: amount / 100, reason: key }, { key }),
      ({ refunded_total }) => ({ total: Math.round(Number(refunded_total) * 100) }),
    ),
  )
}

async function voidPayment(stage: Stage, { uuid, paymentId }: Payment): Promise<void> {
  const { clients, history, next } = stage
  const key = `void-${next()}`
  const path = `/api/v1/admin/payment/voids/${paymentId}`
  await persist(stage, () =>
    history.record(
      { object: 'payment', id: uuid, act: 'void', key },
      () => clients.admin('benoit', path, { reason: key }, { key }),
      ({ transaction_status }) => ({ status: transaction_status }),
    ),
  )
}
