// A chart by day, with its numbers in a folded table. The drawing code is loaded only when a page shows a chart.
import { useEffect, useRef } from 'preact/hooks'
import { formatNumber } from '../language/language.ts'
import { uiTexts } from '../language/texts.ts'
import { Table } from './table.tsx'
import { formatTime } from './time.tsx'

export type Series = { name: string; values: readonly number[] }

export type ChartProps = {
  /** A description of the chart for screen readers. */
  label: string
  /** One YYYY-MM-DD per point. */
  days: readonly string[]
  /** At most three series, drawn on top of each other, so the largest comes first. */
  series: readonly Series[]
}

export function Chart({ label, days, series }: ChartProps) {
  const t = uiTexts()
  const container = useRef<HTMLDivElement>(null)
  const drawn = JSON.stringify([days, series])
  // Redraws when the numbers change, not when equal numbers arrive in new arrays.
  useEffect(() => {
    let destroy = () => {}
    let isClosed = false
    import('./draw-chart.ts')
      .then(({ drawChart }) => {
        if (!isClosed && container.current) destroy = drawChart(container.current, { days, series })
      })
      // If the drawing code does not load, the table still has the numbers.
      .catch(() => {})
    return () => {
      isClosed = true
      destroy()
    }
  }, [drawn, label])
  const rows = days.map((day, i) => ({ day, values: series.map(({ values }) => values[i] ?? 0) })).reverse()
  return (
    <figure class="chart">
      <ul class="legend" aria-hidden="true">
        {series.map(({ name }, i) => (
          <li key={name} class={`series-${i + 1}`}>
            {name}
          </li>
        ))}
      </ul>
      <div ref={container} class="drawing" role="img" aria-label={label} />
      <details>
        <summary>{t.numbers}</summary>
        <Table
          caption={label}
          rows={rows}
          keyOf={({ day }) => day}
          columns={[
            { heading: t.day, cell: ({ day }) => formatTime(day, 'day') },
            ...series.map(({ name }, i) => ({
              heading: name,
              numeric: true,
              cell: ({ values }: (typeof rows)[number]) => formatNumber(values[i] ?? 0),
            })),
          ]}
        />
      </details>
    </figure>
  )
}
