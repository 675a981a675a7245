// An order or a link that is paid by phone, through the API or on the page: with another number or a card after a decline, by several at
// once, cancelled under a running prompt, or so late that it expires under one.
import type { Credentials } from '../../../../server/merchants/identity/register.ts'
import { visit } from './checkout-visit.ts'
import { type ActContext, isOk, minute } from './context.ts'
import { order } from './hosted-payment.ts'
import { makeLink, openForm } from './payment-link.ts'

/** What a payer has before them: the link of an order, and its id for the merchant's server. */
type Payable = { as: Credentials; link: string; uuid?: string }

export async function phonePayment(context: ActContext): Promise<void> {
  const { chance, place } = context
  // Only the last merchant takes payments by phone.
  const as = place.merchants.at(-1)
  if (!as) return
  if (chance.happens(0.25)) return payLink(context, as)
  const only = chance.happens(0.3) && { payment_methods: ['mobile_money'] }
  const made = await order(context, as, { ...only })
  if (made) await pay(context, { as, ...made })
}

async function payLink(context: ActContext, as: Credentials): Promise<void> {
  const { chance } = context
  const code = await makeLink(context, as)
  if (code === undefined) return
  const payer = async () => {
    const link = await openForm(context, code)
    if (link !== undefined) await pay(context, { as, link })
  }
  await Promise.all(Array.from({ length: chance.pick([1, 2, 3]) }, payer))
}

/** Pays by phone, or by card after a decline. */
export async function pay(context: ActContext, payable: Payable): Promise<void> {
  const { chance, sleep } = context
  // An order lives twenty minutes.
  await sleep(chance.happens(0.15) ? chance.spread(18 * minute, 20 * minute) : chance.spread(1_000, minute))
  for (let tries = 0; tries < 5; tries++) {
    await attempt(context, payable)
    if ((await progress(context, payable)) !== 'CARD' || chance.happens(0.2)) return
  }
}

async function attempt(context: ActContext, payable: Payable): Promise<void> {
  const { chance, sleep, clients } = context
  const ways = [askByApi, askOnPage, async () => visit(context, payable.link)]
  const isHasty = chance.happens(0.15)
  await Promise.all([
    chance.pick([askByApi, askOnPage])(context, payable),
    ...(chance.happens(0.2) ? [chance.pick(ways)(context, payable)] : []),
    ...(chance.happens(0.1)
      ? [sleep(chance.spread(1, 2 * minute)).then(() => clients.page(payable.link, 'cancel'))]
      : []),
  ])
  if (!isHasty) await waitForOutcome(context, payable)
}

/** By the merchant's server. A number that is asked with a key is asked by nothing else. */
async function askByApi(context: ActContext, payable: Payable): Promise<unknown> {
  const { clients, manners, maybeKey, once, acknowledge, tries } = context
  const { as, uuid } = payable
  if (uuid === undefined) return askOnPage(context, payable)
  const customer_number = manners.payingNumber()
  const key = maybeKey()
  if (key.key)
    once(
      'collection',
      `select 1 from collection k join operation o on o.id = k.operation join card_transaction t on t.id = k.card_transaction_id
        where t.transaction_uuid = $1 and k.number_end = $2 and o.upstream_reason is distinct from 'not_sent'`,
      uuid,
      customer_number.slice(-3),
    )
  const body = { transaction_uuid: uuid, customer_number }
  const sent = { ...key, tries: tries() }
  const response = await clients.signed(as, '/api/v1/payment/collections', body, sent)
  if (!isOk(response)) return
  const { collection_id, state } = response.body.data
  acknowledge('collection', 'select 1 from collection where collection_id = $1', collection_id)
  if (state === 'APPROVED')
    acknowledge(
      'payment by phone',
      'select 1 from card_transaction where transaction_uuid = $1 and cs_payment_id = $2',
      ...[uuid, collection_id],
    )
}

/** By the page. Some payers use the same number again and again, until it is asked too often. */
async function askOnPage(
  { clients, chance, manners, tries }: ActContext,
  { link }: Payable,
): Promise<unknown> {
  const number = chance.happens(0.1) ? manners.usualNumber : manners.payingNumber()
  return clients.page(link, 'collections', { customer_number: number }, tries())
}

/** The state of the page, and of the payment. */
async function progress({ clients }: ActContext, { link }: Payable): Promise<string | undefined> {
  const response = await clients.readPage(link, 'collections')
  return response?.body?.state
}

/** A prompt lives two minutes; after a while, a payer gives up. */
async function waitForOutcome(context: ActContext, payable: Payable): Promise<void> {
  const { chance, sleep } = context
  for (let looks = 0; looks < 6; looks++) {
    await sleep(chance.spread(5_000, minute))
    if ((await progress(context, payable)) !== 'CONFIRMING') return
  }
}
