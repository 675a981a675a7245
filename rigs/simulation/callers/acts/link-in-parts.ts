// A link that several payers pay in parts, by card and by phone, with orders for more than is left.
import type { Credentials } from '../../../../server/merchants/identity/register.ts'
import { billTo } from '../bill-to.ts'
import { visit } from './checkout-visit.ts'
import { type ActContext, isOk, minute } from './context.ts'
import { pay } from './phone-payment.ts'

export async function linkInParts(context: ActContext): Promise<void> {
  const { chance, clients, sleep, place } = context
  // Only the last merchant takes payments by phone.
  const as = place.merchants.at(-1)
  const total = 20 + chance.below(80)
  const code = as && (await makeLink(context, as, total))
  if (!code) return
  const payer = async () => {
    await sleep(chance.spread(10, chance.happens(0.3) ? 60 * minute : 2 * minute))
    const amount = chance.happens(0.4)
      ? await remaining(context, code)
      : chance.pick([total, total / 2, Math.ceil(total / 3), 5 + chance.below(total - 5)])
    const made = await order(context, as, { code, amount })
    if (made) await (chance.happens(0.5) ? visit(context, made.link) : pay(context, { as, ...made }))
  }
  await Promise.all([
    ...Array.from({ length: 2 + chance.below(5) }, payer),
    ...(chance.happens(0.1)
      ? [
          sleep(chance.spread(10, 5 * minute)).then(() =>
            clients.signed(as, `/api/v1/payment-links/${code}/cancel`, {}),
          ),
        ]
      : []),
  ])
}

/** What the page of the link shows, which others may pay meanwhile. */
async function remaining({ store }: ActContext, code: string): Promise<number> {
  const text = 'select (amount_minor - paid_minor)::float8 / 100 as amount from payment_link where code = $1'
  const [link] = await store.rows(text, [code])
  return link?.amount
}

async function makeLink(context: ActContext, as: Credentials, total: number): Promise<string | undefined> {
  const { clients, callbackUrl, maybeKey, once, acknowledge, tries } = context
  const key = maybeKey()
  const merchant_reference = `PRT-${context.next()}`
  if (key.key) once('link', 'select 1 from payment_link where merchant_reference = $1', merchant_reference)
  const callback_url = callbackUrl()
  const link = { kind: 'parts', total, minimum_part: 5, currency: 'USD', merchant_reference, callback_url }
  const made = await clients.signed(as, '/api/v1/payment-links', link, { ...key, tries: tries() })
  if (!isOk(made)) return undefined
  const { code } = made.body.data
  acknowledge(
    'link in parts',
    `select 1 from payment_link where code = $1 and kind = 'parts' and amount_minor = $2`,
    ...[code, total * 100],
  )
  return code
}

async function order(
  context: ActContext,
  as: Credentials,
  { code, amount }: { code: string; amount: number },
): Promise<{ uuid: string; link: string } | undefined> {
  const { clients, callbackUrl, acknowledge, tries } = context
  const merchant_reference = `PART-${context.next()}`
  const body = { amount, currency: 'USD', merchant_reference, callback_url: callbackUrl(), ...billTo }
  const path = `/api/v1/payment-links/${code}/orders`
  const response = await clients.signed(as, path, body, { tries: tries() })
  if (!isOk(response)) return undefined
  const { transaction_uuid: uuid, links: link } = response.body.data
  acknowledge(
    'part',
    'select 1 from card_transaction where transaction_uuid = $1 and payment_link_id is not null',
    uuid,
  )
  return { uuid, link }
}
