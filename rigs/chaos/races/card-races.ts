// Races for a card payment: its refunds and refund requests, its void, its only charge.
import { billTo } from '../../simulation/callers/bill-to.ts'
import { ofPayment, type Race, type Steps, tries } from './steps.ts'

export const refundsInParts = ({ all, paid, refund, untilIdle, count }: Steps): Race => ({
  name: 'refunds of 1 of a payment of 10',
  winners: 10,
  async run() {
    const payment = await paid()
    await all(() => refund(payment, 1))
    await untilIdle(payment)
    return count(`card_refund r ${ofPayment} and r.status = 'SUCCESS'`, payment)
  },
})

export const refundsAndVoids = ({ all, paid, refund, untilIdle, count, clients }: Steps): Race => ({
  name: 'full refunds and voids of one payment',
  winners: 1,
  async run() {
    const payment = await paid()
    const path = `/api/v1/admin/payment/voids/${payment}`
    await all((caller) =>
      caller % 2 === 0
        ? refund(payment, 10)
        : clients.admin('benoit', path, { reason: 'race' }, { key: clients.newKey(), tries: 3 }),
    )
    await untilIdle(payment)
    return (
      (await count(`card_refund r ${ofPayment} and r.status = 'SUCCESS'`, payment)) +
      (await count(`card_void v ${ofPayment} and v.status = 'SUCCESS'`, payment))
    )
  },
})

export const refundRequests = ({ all, paid, requestRefund, count }: Steps): Race => ({
  name: 'refund requests for one payment',
  winners: 1,
  async run() {
    const payment = await paid()
    await all(() => requestRefund(payment))
    return count(`refund_request q ${ofPayment}`, payment)
  },
})

export const refundDecisions = ({
  all,
  paid,
  requestRefund,
  clients,
  as,
  untilIdle,
  count,
}: Steps): Race => ({
  name: 'approvals, rejections and withdrawals of one refund request',
  winners: 1,
  async run() {
    const payment = await paid()
    const made = await requestRefund(payment)
    const { id, transaction_uuid } = made?.body.data ?? {}
    const path = `/api/v1/admin/refund-requests/${id}`
    const sent = () => ({ key: clients.newKey(), tries: 3 })
    await all((caller) => {
      if (caller % 3 === 0) return clients.admin('amina', `${path}/approve`, { reason: 'race' }, sent())
      if (caller % 3 === 1) return clients.admin('benoit', `${path}/reject`, { reason: 'race' }, sent())
      return clients.portal(as, `payments/${transaction_uuid}/refund-requests/${id}/withdraw`, {}, sent())
    })
    await untilIdle(payment)
    return count(
      `audit_log where subject = $1 and action in ('refund_request.approved', 'refund_request.rejected', 'refund_request.withdrawn')`,
      transaction_uuid,
    )
  },
})

export const clicks = ({ all, order, atTheCheckout, scene }: Steps): Race => ({
  name: 'clicks that pay one order',
  winners: 1,
  async run() {
    const { link, uuid } = await order()
    const pay = await atTheCheckout(link)
    await all(pay)
    const { card_gateway } = await scene.books()
    return card_gateway.payments.filter(
      ({ code, captured_amount, voided, reversed }: Record<string, unknown>) =>
        code === uuid && Number(captured_amount) > 0 && !voided && !reversed,
    ).length
  },
})

export const linkVisitors = ({
  all,
  clients,
  as,
  callback_url,
  next,
  atTheCheckout,
  count,
}: Steps): Race => ({
  name: 'visitors of a payment link for one',
  winners: 1,
  async run() {
    const wanted = {
      amount: 10,
      currency: 'USD',
      merchant_reference: `RACE-${next()}`,
      callback_url,
      max_uses: 1,
    }
    const made = await clients.signed(as, '/api/v1/payment-links', wanted, { key: clients.newKey(), tries })
    const code = made?.body.data.code
    const clicks: (() => Promise<unknown>)[] = []
    await all(async () => {
      const sent = await clients.form(`/pl/${code}/checkout`, { ...billTo, visit: `visit-${next()}` })
      const address = sent?.headers.location
      if (typeof address === 'string') clicks.push(await atTheCheckout(address))
    })
    await Promise.all(clicks.map((click) => click()))
    return count(
      `card_transaction t join payment_link l on l.id = t.payment_link_id where l.code = $1 and t.status = 'SUCCESS'`,
      code,
    )
  },
})
