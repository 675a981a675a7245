// A payment link, and several visitors who use it at the same time.
import type { Credentials } from '../../../../server/merchants/identity/register.ts'
import { billTo } from '../bill-to.ts'
import { visit } from './checkout-visit.ts'
import { type ActContext, isOk, minute } from './context.ts'

export async function paymentLink(context: ActContext): Promise<void> {
  const { chance, sleep, clients, merchant } = context
  const as = merchant()
  const code = await makeLink(context, as)
  if (code === undefined) return
  const visitor = async () => {
    const address = await openForm(context, code)
    if (address !== undefined) await visit(context, address)
  }
  await Promise.all([
    ...Array.from({ length: 1 + chance.below(4) }, visitor),
    ...(chance.happens(0.15)
      ? [
          sleep(chance.spread(10, 5 * minute)).then(() =>
            clients.signed(as, `/api/v1/payment-links/${code}/cancel`, {}),
          ),
        ]
      : []),
  ])
}

/** Returns the code of a link for one use or a few. */
export async function makeLink(context: ActContext, as: Credentials): Promise<string | undefined> {
  const { chance, clients, amount, callbackUrl, maybeKey, once, acknowledge, tries, place } = context
  const key = maybeKey()
  const merchant_reference = `LNK-${context.next()}`
  if (key.key) once('link', 'select 1 from payment_link where merchant_reference = $1', merchant_reference)
  const made = await clients.signed(
    as,
    '/api/v1/payment-links',
    {
      amount: amount(),
      currency: 'USD',
      merchant_reference,
      ...(chance.happens(0.9) && { callback_url: callbackUrl() }),
      max_uses: 1 + chance.below(3),
      ...(chance.happens(0.2) && {
        expires_at: place.now().add({ minutes: 30 }).toString({ smallestUnit: 'second' }),
      }),
    },
    { ...key, tries: tries() },
  )
  if (!isOk(made)) return undefined
  const { code } = made.body.data
  acknowledge('link', 'select 1 from payment_link where code = $1', code)
  return code
}

/** Fills in the form of a link some time later. Returns the address of the checkout page. */
export async function openForm(context: ActContext, code: string): Promise<string | undefined> {
  const { chance, sleep, clients } = context
  await sleep(chance.spread(10, 10 * minute))
  const sent = await clients.form(`/pl/${code}/checkout`, { ...billTo, visit: `visit-${context.next()}` })
  const address = sent?.headers.location
  return typeof address === 'string' ? address : undefined
}
