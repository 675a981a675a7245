// An order, and the payer who follows its link.
import type { Credentials } from '../../../../server/merchants/identity/register.ts'
import { billTo } from '../bill-to.ts'
import { visit } from './checkout-visit.ts'
import { type ActContext, isOk } from './context.ts'

export async function hostedPayment(context: ActContext): Promise<void> {
  const { chance, merchant } = context
  const made = await order(context, merchant())
  if (!made) return
  await Promise.all([visit(context, made.link), ...(chance.happens(0.2) ? [visit(context, made.link)] : [])])
}

/** @param more fields of the request. */
export async function order(
  context: ActContext,
  as: Credentials,
  more: object = {},
): Promise<{ uuid: string; link: string } | undefined> {
  const { chance, clients, amount, callbackUrl, maybeKey, once, acknowledge, tries } = context
  const currency = chance.pick(['USD', 'CDF'])
  const body = {
    // An order in francs is 500.00 at least.
    amount: currency === 'CDF' ? 500 * amount() : amount(),
    currency,
    merchant_reference: `INV-${context.next()}`,
    callback_url: callbackUrl(),
    return_url: 'https://shop.test/done',
    ...billTo,
    ...more,
  }
  const key = maybeKey()
  if (key.key)
    once('order', 'select 1 from card_transaction where merchant_reference = $1', body.merchant_reference)
  const response = await clients.signed(as, '/api/v1/payment/orders', body, { ...key, tries: tries() })
  if (!isOk(response)) return undefined
  const { transaction_uuid: uuid, links: link } = response.body.data
  acknowledge('order', 'select 1 from card_transaction where transaction_uuid = $1', uuid)
  return { uuid, link }
}
