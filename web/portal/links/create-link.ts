// Creates a payment link from what was typed into a form.
import { timeZone } from '../../ui/display/time.tsx'
import { Faults, type Values } from '../../ui/forms/form.tsx'
import { api } from '../access/session.ts'
import { amountOf } from '../amount.ts'
import type { PaymentLink } from '../api-types.ts'
import { endOfDay } from './end-of-day.ts'

/**
 * Only the amount and the currency are required.
 * @throws RequestError, or Faults with `amountFault` when the amount is not one
 */
export function createLink(values: Values, amountFault: string): Promise<PaymentLink> {
  const { amount = '', max_uses = '1', expires_at, payment_method, ...texts } = values
  const typed = amountOf(amount)
  if (typed === undefined) throw new Faults({ amount: amountFault })
  const supplied = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ''))
  return api.post<PaymentLink>('links', {
    merchant_reference: newReference(),
    ...supplied,
    amount: typed,
    max_uses: Number(max_uses),
    ...(payment_method && { payment_methods: [payment_method] }),
    ...(expires_at && {
      expires_at: expires_at.includes('T') ? expires_at : endOfDay(expires_at, timeZone.value),
    }),
  })
}

/** A reference for a merchant that gives none: the day, and four characters without look-alikes. */
export function newReference(now = new Date()): string {
  const signs = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
  const drawn = [...crypto.getRandomValues(new Uint8Array(4))].map((byte) => signs[byte % signs.length])
  return `${now.toISOString().slice(2, 10).replaceAll('-', '')}-${drawn.join('')}`
}
