// What a webhook is about, read from the body that was stored for it: the body never changes, so a page of a list costs the same
// however many payments and transfers there are.
import type { z } from 'zod'
import type { aboutSchema } from '../../platform/http/delivery-record.ts'

export type About = z.output<typeof aboutSchema>

/** Returns null for an event about neither a payment nor a transfer. @param body as it was sent */
export function aboutOf(body: string): About | null {
  const event: Readonly<Record<string, unknown>> = JSON.parse(body)
  const { transaction_uuid: payment, transaction_id: transfer } = event
  const id = text(payment) ?? text(transfer)
  const reference = text(event.reference)
  if (id === null || reference === null) return null
  return {
    type: payment === undefined ? 'transfer' : 'payment',
    id,
    reference,
    outcome: text(event.status),
    amount: twoDecimals(event.amount),
    currency: text(event.currency),
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Refunds have four decimals, of which the last two are zeros, and transfers have numbers. */
function twoDecimals(amount: unknown): string | null {
  const written = typeof amount === 'number' ? String(amount) : (text(amount) ?? '')
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(written) ?? []
  return whole === undefined ? null : `${whole}.${decimals.padEnd(2, '0').slice(0, 2)}`
}
