// What was collected, by currency, and how figures changed against the period before.
import { Amount, formatMoney } from '../display/amount.tsx'
import { catalogue, formatNumber } from '../language/language.ts'

type Sums = readonly { currency: string; amount: string }[]

export type CollectedTexts = Readonly<Record<'taken' | 'against', string>>

const texts = catalogue({
  fr: {
    up: 'en hausse\u00a0:',
    down: 'en baisse\u00a0:',
    unchanged: 'stable',
    none: 'pas de comparaison',
    before: (value: string) => `(avant\u00a0: ${value})`,
    points: (value: string) => `${value}\u00a0points`,
  },
  en: {
    up: 'up:',
    down: 'down:',
    unchanged: 'unchanged',
    none: 'no comparison',
    before: (value: string) => `(before: ${value})`,
    points: (value: string) => `${value}\u00a0points`,
  },
})

/**
 * @param before the sums of the period before; undefined where nothing is compared
 * @param notes said under the sums, a line each
 */
export function Collected({
  amounts,
  before,
  notes = [],
  texts: t,
}: {
  amounts: Sums
  before: Sums | undefined
  notes?: readonly string[] | undefined
  texts: CollectedTexts
}) {
  const isCompared = before?.some(({ amount }) => Number(amount) !== 0)
  return (
    <div class="figure collected">
      <dt>{t.taken}</dt>
      <dd>
        {amounts.length === 0 && <strong>–</strong>}
        {amounts.map(({ amount, currency }) => {
          const sum = before?.find((one) => one.currency === currency)?.amount ?? '0'
          return (
            <div key={currency}>
              <strong>
                <Amount of={amount} currency={currency} />
              </strong>
              <Change now={amount} before={isCompared ? sum : undefined} value={formatMoney(sum, currency)} />
            </div>
          )
        })}
        {before && amounts.length > 0 && <span>{isCompared ? t.against : texts().none}</span>}
        {notes.map((note) => (
          <span key={note}>{note}</span>
        ))}
      </dd>
    </div>
  )
}

/**
 * How a figure changed. A percentage of zero has no meaning, so nothing is compared with it.
 * @param before undefined where nothing is compared
 * @param value what the figure was before, as text
 */
export function Change({
  now,
  before,
  value,
}: {
  now: string | number
  before: string | number | undefined
  value?: string
}) {
  const t = texts()
  if (before === undefined) return null
  if (Number(before) === 0) return <span class="change none">{t.none}</span>
  const share = Number(now) / Number(before) - 1
  return (
    <Trend
      by={Math.abs(share) < 0.005 ? 0 : share}
      text={formatNumber(Math.abs(share), { style: 'percent', maximumFractionDigits: 0 })}
      value={value}
    />
  )
}

/** The same for a share, whose change is said in points. @param before null where there was none */
export function PointsChange({ now, before }: { now: number | null; before: number | null | undefined }) {
  const t = texts()
  if (before === undefined || now === null) return null
  if (before === null) return <span class="change none">{t.none}</span>
  const points = Math.round((now - before) * 1000) / 10
  return (
    <Trend
      by={points}
      text={t.points(formatNumber(Math.abs(points), { maximumFractionDigits: 1 }))}
      value={formatNumber(before, { style: 'percent', maximumFractionDigits: 1 })}
    />
  )
}

/** An arrow for the eye, the word for it for a screen reader, and how much. */
function Trend({ by, text, value }: { by: number; text: string; value: string | undefined }) {
  const t = texts()
  const before = value && <small>{t.before(value)}</small>
  if (by === 0)
    return (
      <span class="change">
        {t.unchanged} {before}
      </span>
    )
  return (
    <span class={by > 0 ? 'change up' : 'change down'}>
      <span aria-hidden="true">{by > 0 ? '▲' : '▼'}</span>{' '}
      <span class="visually-hidden">{by > 0 ? t.up : t.down}</span> {`${by > 0 ? '+' : '−'}${text}`} {before}
    </span>
  )
}
