// One sentence a day: what yesterday brought, compared with the same day of the week before, and what is contested. Each part leads to
// the figures behind it.
import { formatMoney } from '../../ui/display/amount.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { catalogue, formatNumber, locale, plural } from '../../ui/language/language.ts'
import { queryText } from '../../ui/service/client.ts'
import type { Overview } from '../api-types.ts'
import { preferences } from '../preferences.ts'
import { type Yesterday, yesterdayOf } from './yesterday.ts'

const texts = catalogue({
  fr: {
    yesterday: 'Hier,',
    count: {
      sales: (count: number) => `${formatNumber(count)} ${plural(count, { one: 'vente', other: 'ventes' })}`,
      transfers: (count: number) =>
        `${formatNumber(count)} ${plural(count, { one: 'transfert arrivé', other: 'transferts arrivés' })}`,
    },
    none: { sales: 'aucune vente', transfers: 'aucun transfert arrivé' },
    more: (count: number) => `${formatNumber(count)} de plus que`,
    less: (count: number) => `${formatNumber(count)} de moins que`,
    same: 'autant que',
    against: (count: number) => `contre ${formatNumber(count)}`,
    weekday: (day: string) => `le ${day} précédent`,
    disputed: (sums: string, count: number) =>
      `${sums} bloqués par ${count === 1 ? 'un litige' : `${formatNumber(count)} litiges`}`,
    respond: (day: string) => `\u00a0: répondez avant le ${day}`,
  },
  en: {
    yesterday: 'Yesterday,',
    count: {
      sales: (count: number) => `${formatNumber(count)} ${plural(count, { one: 'sale', other: 'sales' })}`,
      transfers: (count: number) =>
        `${formatNumber(count)} ${plural(count, { one: 'delivered transfer', other: 'delivered transfers' })}`,
    },
    none: { sales: 'no sales', transfers: 'no delivered transfers' },
    more: (count: number) => `${formatNumber(count)} more than`,
    less: (count: number) => `${formatNumber(count)} fewer than`,
    same: 'as many as',
    against: (count: number) => `compared with ${formatNumber(count)}`,
    weekday: (day: string) => `the previous ${day}`,
    disputed: (sums: string, count: number) =>
      `${sums} held by ${count === 1 ? 'a dispute' : `${formatNumber(count)} disputes`}`,
    respond: (day: string) => `: respond by ${day}`,
  },
})

export function DaySentence({ overview: { days, waiting } }: { overview: Overview }) {
  const t = texts()
  const yesterday = yesterdayOf(days, preferences.value?.sells_by === 'transfer' ? 'transfers' : 'sales')
  if (!yesterday) return null
  const { of, day, count, sums } = yesterday
  const { deducted = [], open = 0, respond_by = null } = waiting.disputes ?? {}
  return (
    <p class="day-sentence">
      {t.yesterday}{' '}
      <a href={listOf(of, day)}>
        {count === 0 ? t.none[of] : [t.count[of](count), ...sums.map(sumText)].join(', ')}
      </a>
      <Comparison of={yesterday} />.
      {deducted.length > 0 && (
        <>
          {' '}
          <a href="/portal/disputes">{t.disputed(deducted.map(sumText).join(' + '), open)}</a>
          {withStop(respond_by ? t.respond(dayText(respond_by)) : '')}
        </>
      )}
    </p>
  )
}

const sumText = ({ amount, currency }: { amount: string; currency: string }) => formatMoney(amount, currency)
const dayText = (at: string) => formatTime(at, 'shortDay').replaceAll(' ', '\u00a0')

/** A French month such as "déc." ends the sentence with its own full stop. */
const withStop = (text: string) => (text.endsWith('.') ? text : `${text}.`)

/** Nothing where nothing was sold on either day. */
function Comparison({ of: { of, count, before } }: { of: Yesterday }) {
  const t = texts()
  if (before.count === 0) return null
  const more = count - before.count
  const words =
    count === 0 ? t.against(before.count) : more > 0 ? t.more(more) : more < 0 ? t.less(-more) : t.same
  const weekday = new Intl.DateTimeFormat(locale(), { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(before.day),
  )
  return (
    <>
      {`, ${words} `}
      <a href={listOf(of, before.day)}>{t.weekday(weekday)}</a>
    </>
  )
}

/** The list of what was counted on a day. */
const listOf = (of: Yesterday['of'], day: string) =>
  `/portal/${of === 'sales' ? 'payments' : 'transfers'}${queryText({ from: day, to: day })}`
