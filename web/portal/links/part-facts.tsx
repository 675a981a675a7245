// What a link takes and what was paid of it: one amount, a total in parts with its due dates, or an amount of the payer's choice.
import { formatMoney } from '../../ui/display/amount.tsx'
import { Card, type Fact, Facts } from '../../ui/display/facts.tsx'
import { dayOf, formatTime } from '../../ui/display/time.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { catalogue, formatNumber, plural } from '../../ui/language/language.ts'
import { serviceNow } from '../../ui/service/clock.ts'
import type { PaymentLink } from '../api-types.ts'

const daysOf = (days: number, one: string, other: string) =>
  `${formatNumber(days)}\u00a0${plural(days, { one, other })}`

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
    missing: (amount: string, missing: string) => `${amount} · il manque ${missing}`,
    overdue: (text: string, days: number) => `${text} · ${daysOf(days, 'jour', 'jours')} de retard`,
    scheduled: 'Échéances à ce jour',
    dueSoFar: 'Dû à ce jour',
    upToDate: 'rien\u00a0: à jour',
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
    missing: (amount: string, missing: string) => `${amount} · ${missing} missing`,
    overdue: (text: string, days: number) => `${text} · ${daysOf(days, 'day', 'days')} overdue`,
    scheduled: 'Scheduled so far',
    dueSoFar: 'Due so far',
    upToDate: 'nothing: up to date',
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
    ...dueSoFar(link),
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

type Due = {
  due_on: string
  amount: string
  /** Of this day, once what was paid has settled the days before it. In hundredths. */
  missing: number
  /** Since a day that has passed; 0 if it has not, or nothing is missing. */
  daysOverdue: number
}

const hundredths = (amount: string) => Math.round(Number(amount) * 100)
const dayMs = 86_400_000

/** The days of the schedule, with what is missing of each today. */
function duesOf({ schedule = [], paid = '0', status }: PaymentLink, today: string): Due[] {
  let left = hundredths(paid)
  return schedule.map(({ due_on, amount }) => {
    const owed = hundredths(amount)
    const settled = Math.min(owed, Math.max(left, 0))
    left -= owed
    // What is left of a link that counts as paid is too little for a payment.
    const missing = status === 'EXHAUSTED' ? 0 : owed - settled
    const days = (Date.parse(today) - Date.parse(due_on)) / dayMs
    return { due_on, amount, missing, daysOverdue: missing > 0 ? Math.max(days, 0) : 0 }
  })
}

const todayThere = () => dayOf(serviceNow().toISOString())

/** All that is due until today, as one sum, and what is missing of it since when. */
function dueSoFar(link: PaymentLink): Fact[] {
  const t = texts()
  const today = todayThere()
  const past = duesOf(link, today).filter(({ due_on }) => due_on <= today)
  if (past.length === 0) return []
  const sum = (values: number[]) =>
    formatMoney(values.reduce((all, value) => all + value, 0) / 100, link.currency)
  const missing = past.filter((due) => due.missing > 0)
  const days = missing[0]?.daysOverdue ?? 0
  const text = sum(missing.map((due) => due.missing))
  return [
    [t.scheduled, sum(past.map(({ amount }) => hundredths(amount)))],
    [t.dueSoFar, missing.length === 0 ? t.upToDate : days > 0 ? t.overdue(text, days) : text],
  ]
}

/** Each day of the schedule: paid once the sums until then are, otherwise what is missing of it, and for how long. */
function dueFacts(link: PaymentLink): Fact[] {
  const t = texts()
  return duesOf(link, todayThere()).map(({ due_on, amount, missing, daysOverdue }) => {
    const whole = formatMoney(amount, link.currency)
    const isPart = missing > 0 && missing < hundredths(amount)
    const text = isPart ? t.missing(whole, formatMoney(missing / 100, link.currency)) : whole
    const state = missing === 0 ? t.settled(whole) : daysOverdue > 0 ? t.overdue(text, daysOverdue) : text
    return [t.due(formatTime(due_on, 'shortDay').replaceAll(' ', '\u00a0')), state]
  })
}
