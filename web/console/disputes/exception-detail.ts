// The service records in English what it noticed about a case. This module reads that and writes it in the reader's language and
// notation. What the gateway itself wrote, in a line that nobody understood, stays as it is.
import { formatMoney } from '../../ui/display/amount.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { stateTexts } from '../../ui/language/states.ts'

const texts = catalogue({
  fr: {
    payment: (id: string) => `Paiement indiqué\u00a0: ${id}`,
    notNamed: 'Aucun paiement indiqué',
    otherPayment: (id: string) => `La ligne désigne le paiement ${id}`,
    currency: (amount: string, paid: string) => `${amount} contestés, mais payé en ${paid}`,
    exceeds: (disputed: string, left: string) => `${disputed} contestés, reste du paiement\u00a0: ${left}`,
    conflict: (kind: string, time: string, state: string) =>
      `${kind} le ${time}, mais son état est «\u00a0${state}\u00a0»`,
    kinds: { opened: 'Signalé comme ouvert', won: 'Signalé comme gagné', lost: 'Signalé comme perdu' },
  },
  en: {
    payment: (id: string) => `Payment named: ${id}`,
    notNamed: 'No payment named',
    otherPayment: (id: string) => `The line names payment ${id}`,
    currency: (amount: string, paid: string) => `${amount} disputed, but paid in ${paid}`,
    exceeds: (disputed: string, left: string) => `${disputed} disputed, left of the payment: ${left}`,
    conflict: (kind: string, time: string, state: string) =>
      `${kind} on ${time}, but its state is “${state}”`,
    kinds: { opened: 'Reported as opened', won: 'Reported as won', lost: 'Reported as lost' },
  },
})

type Reading = [form: RegExp, say: (...parts: string[]) => string]
type Kind = keyof ReturnType<typeof texts>['kinds']

const readings: Partial<Record<string, readonly Reading[]>> = {
  payment_unknown: [
    [/^payment not named$/, () => texts().notNamed],
    [/^payment (.+)$/, (id = '') => texts().payment(id)],
  ],
  payment_differs: [[/^payment (.+)$/, (id = '') => texts().otherPayment(id)]],
  currency_differs: [
    [
      /^([\d.]+) ([A-Z]{3}), paid in ([A-Z]{3})$/,
      (amount = '', currency = '', paid = '') => texts().currency(formatMoney(amount, currency), paid),
    ],
  ],
  exceeds_payment: [
    [
      /^disputed ([\d.]+) ([A-Z]{3}), left of the payment ([\d.]+) [A-Z]{3}$/,
      (amount = '', currency = '', left = '') =>
        texts().exceeds(formatMoney(amount, currency), formatMoney(left, currency)),
    ],
  ],
  outcome_conflict: [
    [
      /^(opened|won|lost) at (\S+), but it is (\w+)$/,
      (kind = '', time = '', state = '') =>
        texts().conflict(
          texts().kinds[kind as Kind],
          formatTime(time),
          stateTexts().dispute[state as keyof ReturnType<typeof stateTexts>['dispute']] ?? state,
        ),
    ],
  ],
}

/**
 * What an exception says, in the reader's language.
 * @param detail in the service's English; undefined is returned where it is in other words than its own.
 */
export function exceptionDetail(kind: string, detail: string): string | undefined {
  for (const [form, say] of readings[kind] ?? []) {
    const found = form.exec(detail)
    if (found) return say(...found.slice(1).map((part = '') => part))
  }
  return undefined
}
