// A chart of days with its numbers in a table behind. The drawing comes in its own file, when a page wants it.
import { useEffect, useRef } from 'preact/hooks'
import { formatNumber } from '../language/language.ts'
import { uiTexts } from '../language/texts.ts'
import { Table } from './table.tsx'
import { formatTime } from './time.tsx'

export type Series = { name: string; values: readonly number[] }

export type ChartProps = {
  /** What the chart shows, in a sentence. */
  label: string
  /** YYYY-MM-DD, one a point. */
  days: readonly string[]
  /** At most three; drawn one over the other, so the largest comes first. */
  series: readonly Series[]
}

export function Chart({ label, days, series }: ChartProps) {
  const t = uiTexts()
  const link = useRef<HTMLDivElement>(null)
  const drawn = JSON.stringify([days, series])
  // The numbers, not the arrays they come in.
  useEffect(() => {
    let destroy = () => {}
    let isClosed = false
    import('./draw-chart.ts')
      .then(({ drawChart }) => {
        if (!isClosed && link.current) destroy = drawChart(link.current, { days, series })
      })
      // Without the drawing there are still the numbers.
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
      <div ref={link} class="drawing" role="img" aria-label={label} />
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
