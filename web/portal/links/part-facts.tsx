// What a link takes and what was paid of it: one amount, a total in parts with its due dates, or an amount of the payer's choice.
import { formatMoney } from '../../ui/display/amount.tsx'
import { Card, type Fact, Facts } from '../../ui/display/facts.tsx'
import { dayOf, formatTime } from '../../ui/display/time.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { serviceNow } from '../../ui/service/clock.ts'
import type { PaymentLink } from '../api-types.ts'

const texts = catalogue({
  fr: {
    from: (min: string) => `dès ${min}`,
    between: (min: string, max: string) => `de ${min} à ${max}`,
    title: 'Paiement en plusieurs fois',
    paid: 'Déjà payé',
    remaining: 'Reste à payer',
    minimum: 'Minimum par paiement',
    payer: 'Pour',
    due: (day: string) => `Échéance du ${day}`,
    settled: (amount: string) => `${amount} · payée`,
    overdue: (amount: string) => `${amount} · en retard`,
    receipt: 'Voir le reçu',
  },
  en: {
    from: (min: string) => `from ${min}`,
    between: (min: string, max: string) => `${min} to ${max}`,
    title: 'Payment in parts',
    paid: 'Paid',
    remaining: 'Left to pay',
    minimum: 'Minimum per payment',
    payer: 'For',
    due: (day: string) => `Due ${day}`,
    settled: (amount: string) => `${amount} · paid`,
    overdue: (amount: string) => `${amount} · overdue`,
    receipt: 'See receipt',
  },
})

/** The amount of a link, or the bounds of one that its payers choose. */
export function linkAmount({ kind, amount, minimum, maximum, currency }: PaymentLink): string {
  if (kind !== 'open' || minimum === undefined) return formatMoney(amount, currency)
  const t = texts()
  const min = formatMoney(minimum, currency)
  return maximum ? t.between(min, formatMoney(maximum, currency)) : t.from(min)
}

/** What was paid of a total, what is left, and what is due when. */
export function PartsCard({ link }: { link: PaymentLink }) {
  const t = texts()
  if (link.kind !== 'parts') return null
  const money = (amount: string | null | undefined) => formatMoney(amount ?? null, link.currency)
  const facts: Fact[] = [
    [t.paid, money(link.paid)],
    [t.remaining, money(link.remaining)],
    [t.minimum, money(link.minimum_part)],
    ...(link.payer_label ? [[t.payer, link.payer_label] as Fact] : []),
    ...dueFacts(link),
  ]
  return (
    <Card title={t.title}>
      <Facts facts={facts} />
      {link.status === 'EXHAUSTED' && (
        <ButtonLink small href={`${link.url}/receipt`} target="_blank" rel="noopener">
          {t.receipt}
        </ButtonLink>
      )}
    </Card>
  )
}

/** Each day of the schedule: paid once the sums until then are, overdue when it has passed before that. */
function dueFacts({ schedule = [], paid = '0', currency }: PaymentLink): Fact[] {
  const t = texts()
  const today = dayOf(serviceNow().toISOString())
  let sum = 0
  return schedule.map(({ due_on, amount }) => {
    sum += Math.round(Number(amount) * 100)
    const text = formatMoney(amount, currency)
    const isPaid = sum <= Math.round(Number(paid) * 100)
    const state = isPaid ? t.settled(text) : due_on < today ? t.overdue(text) : text
    return [t.due(formatTime(due_on, 'shortDay').replaceAll(' ', '\u00a0')), state]
  })
}
