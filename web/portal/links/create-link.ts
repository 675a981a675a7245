// Creates a payment link from what was typed into a form.
import { timeZone } from '../../ui/display/time.tsx'
import { Faults, type Values } from '../../ui/forms/form.tsx'
import { amountOf } from '../../ui/forms/typed-amount.ts'
import { api } from '../access/session.ts'
import type { PaymentLink } from '../api-types.ts'
import { endOfDay } from './end-of-day.ts'

/** The amounts of each kind of link, those that are needed first. */
const amountsOf: Record<string, { needed: string[]; optional: string[] }> = {
  single: { needed: ['amount'], optional: [] },
  parts: { needed: ['total', 'minimum_part'], optional: [] },
  open: { needed: ['minimum'], optional: ['maximum'] },
}

/**
 * Only the amounts of the kind and the currency are required.
 * @throws RequestError, or Faults with `amountFault` when an amount is not one
 */
export function createLink(values: Values, amountFault: string): Promise<PaymentLink> {
  const { kind = 'single', max_uses = '1', expires_at, payment_method, ...typed } = values
  const { needed, optional } = amountsOf[kind] ?? { needed: [], optional: [] }
  const asked = [...needed, ...optional.filter((name) => typed[name])]
  const amounts = amountsFrom(typed, asked, amountFault)
  const isAmount = (name: string) => /^due_/.test(name) || [...needed, ...optional].includes(name)
  const texts = Object.entries(typed).filter(([name, value]) => value !== '' && !isAmount(name))
  const schedule = kind === 'parts' ? scheduleFrom(typed, amountFault) : []
  return api.post<PaymentLink>('links', {
    merchant_reference: newReference(),
    ...Object.fromEntries(texts),
    ...amounts,
    ...(kind === 'single' ? { max_uses: Number(max_uses) } : { kind }),
    ...(schedule.length > 0 && { schedule }),
    ...(payment_method && { payment_methods: [payment_method] }),
    ...(expires_at && {
      expires_at: expires_at.includes('T') ? expires_at : endOfDay(expires_at, timeZone.value),
    }),
  })
}

/** @throws Faults for each of the named fields that is not an amount */
function amountsFrom(typed: Values, names: readonly string[], fault: string): Record<string, number> {
  const amounts = Object.fromEntries(names.map((name) => [name, amountOf(typed[name] ?? '')]))
  const wrong = names.filter((name) => amounts[name] === undefined)
  if (wrong.length > 0) throw new Faults(Object.fromEntries(wrong.map((name) => [name, fault])))
  return amounts as Record<string, number>
}

/** The due dates that were filled in. @throws Faults for a date without an amount */
function scheduleFrom(typed: Values, fault: string): { due_on: string; amount: number }[] {
  const days = Object.entries(typed).filter(([name, day]) => name.startsWith('due_on_') && day !== '')
  return days.map(([name, due_on]) => {
    const field = name.replace('due_on_', 'due_amount_')
    return { due_on, amount: amountsFrom(typed, [field], fault)[field] as number }
  })
}

/** Where the form shows a fault: that of the schedule at its first date. */
export const fieldOfLink = (field: string): string => (field === 'schedule' ? 'due_on_1' : field)

/** A reference for a merchant that gives none: the day, and four characters without look-alikes. */
export function newReference(now = new Date()): string {
  const signs = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
  const drawn = [...crypto.getRandomValues(new Uint8Array(4))].map((byte) => signs[byte % signs.length])
  return `${now.toISOString().slice(2, 10).replaceAll('-', '')}-${drawn.join('')}`
}
