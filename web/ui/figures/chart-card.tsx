// What was collected by day, one currency at a time. Its drawing is loaded when there is something to draw.

import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { formatMoney } from '../display/amount.tsx'
import { currencies } from '../display/constants.generated.ts'
import { Card } from '../display/facts.tsx'
import { Table } from '../display/table.tsx'
import { formatTime } from '../display/time.tsx'
import { uiTexts } from '../language/texts.ts'
import type { DaySum } from './money-chart.tsx'

/** What a day brought in: sums by currency, and transfers in USD. */
export type DayFigures = {
  day: string
  amounts: readonly { currency: string; amount: string }[]
  transfer_amount: number
}

export type ChartTexts = Readonly<
  Record<'currency' | 'transfersSeries' | 'paymentsChart' | 'transfersChart' | 'taken', string>
> & {
  /** Says when the days begin, where that is not the reader's midnight. */
  utcDays?: string
}

type Drawing = ComponentType<{ label: string; days: readonly DaySum[]; currency: string }>
type Series = { key: string; name: string; currency: string; days: DaySum[] }

/** The series that have something to show: card payments by currency, then transfers. */
function seriesOf(days: readonly DayFigures[], t: ChartTexts): Series[] {
  const payments = currencies.map((currency) => ({
    key: currency,
    name: currency,
    currency: currency as string,
    days: days.map(({ day, amounts }) => ({
      day,
      amount: Number(amounts.find((sum) => sum.currency === currency)?.amount ?? 0),
    })),
  }))
  const sent = days.map(({ day, transfer_amount }) => ({ day, amount: transfer_amount }))
  return [...payments, { key: 'transfers', name: t.transfersSeries, currency: 'USD', days: sent }].filter(
    (series) => series.days.some(({ amount }) => amount > 0),
  )
}

/** Nothing where no series has an amount: an empty chart says nothing. */
export function ChartCard({ days, texts: t }: { days: readonly DayFigures[]; texts: ChartTexts }) {
  const [wanted, setWanted] = useState<string>()
  const all = seriesOf(days, t)
  const shown = all.find(({ key }) => key === wanted) ?? all[0]
  const Chart = useDrawing(shown !== undefined)
  if (!shown) return null
  const label = shown.key === 'transfers' ? t.transfersChart : t.paymentsChart
  return (
    <Card
      title={label}
      side={
        all.length > 1 && (
          <fieldset class="choice small" aria-label={t.currency}>
            {all.map(({ key, name }) => (
              <button key={key} type="button" aria-pressed={key === shown.key} onClick={() => setWanted(key)}>
                {name}
              </button>
            ))}
          </fieldset>
        )
      }
    >
      <div class="drawing">
        {Chart && <Chart label={label} days={shown.days} currency={shown.currency} />}
      </div>
      <details>
        <summary>{uiTexts().numbers}</summary>
        <Table
          caption={label}
          rows={shown.days.toReversed()}
          keyOf={({ day }) => day}
          columns={[
            { heading: uiTexts().day, cell: ({ day }) => formatTime(day, 'day') },
            {
              heading: t.taken,
              numeric: true,
              onCard: 'corner',
              cell: ({ amount }) => formatMoney(amount.toFixed(2), shown.currency),
            },
          ]}
        />
        {t.utcDays && <p class="small-print">{t.utcDays}</p>}
      </details>
    </Card>
  )
}

function useDrawing(isNeeded: boolean): Drawing | undefined {
  const [drawing, setDrawing] = useState<{ of: Drawing }>()
  useEffect(() => {
    if (!isNeeded) return
    import('./money-chart.tsx').then(
      ({ MoneyChart }) => setDrawing({ of: MoneyChart }),
      // If the drawing code does not load, the table still has the numbers.
      () => {},
    )
  }, [isNeeded])
  return drawing?.of
}
