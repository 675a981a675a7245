// How many payments by phone succeed, by operator and by hour of the day.
import { useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { formatShare } from '../../ui/display/amount.tsx'
import { Card } from '../../ui/display/facts.tsx'
import { walletName } from '../../ui/display/operators.ts'
import { type Column, Table } from '../../ui/display/table.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { formatNumber, locale } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api, session } from '../frame/session.ts'
import { collectionTexts } from './collection-texts.ts'

type Figures = schemas.CollectionHour
type Counts = Pick<Figures, 'approved' | 'failed' | 'open'>
type Span = 'day' | 'week'

export function SuccessRates() {
  const t = collectionTexts()
  const [span, setSpan] = useState<Span>('day')
  const figures = useLoad(
    `collection hours ${span}`,
    (signal) => api.get<{ items: Figures[] }>('/collections/hours', { span }, signal),
    { everyMs: 60_000 },
  )
  return (
    <Card
      title={t.success}
      side={
        <fieldset class="choice small" aria-label={t.span}>
          {(['day', 'week'] as const).map((one) => (
            <button key={one} type="button" aria-pressed={span === one} onClick={() => setSpan(one)}>
              {t.spans[one]}
            </button>
          ))}
        </fieldset>
      }
    >
      <p class="soft">{t.successLead}</p>
      <Await of={figures}>
        {({ items }) => (
          <Rates figures={items.filter(({ environment }) => environment === session.value?.me.environment)} />
        )}
      </Await>
    </Card>
  )
}

function Rates({ figures }: { figures: readonly Figures[] }) {
  const t = collectionTexts()
  const operators = [...new Set(figures.map(({ operator }) => operator))]
  if (operators.length === 0) return <EmptyState title={t.noPayments} />
  const of = (some: (row: Figures) => boolean) => sumOf(figures.filter(some))
  const hours = [...new Set(figures.map(({ hour }) => hourOf(hour)))].sort((a, b) => a - b)
  const byHour: Column<number>[] = [
    { heading: t.hour, cell: (hour) => hourText(hour) },
    ...operators.map((code) => ({
      heading: walletName(code),
      numeric: true as const,
      cell: (hour: number) => rateText(of((row) => row.operator === code && hourOf(row.hour) === hour)),
    })),
  ]
  return (
    <>
      <Table
        caption={t.success}
        rows={operators}
        keyOf={(code) => code}
        columns={[
          { heading: t.operator, cell: walletName },
          { heading: t.rate, numeric: true, cell: (code) => rateText(of((row) => row.operator === code)) },
          ...(['approved', 'failed', 'open'] as const).map((name) => ({
            heading: t[name],
            numeric: true as const,
            cell: (code: string) => formatNumber(of((row) => row.operator === code)[name]),
          })),
        ]}
      />
      <details class="more">
        <summary>{t.byHour}</summary>
        <Table caption={t.byHour} rows={hours} keyOf={(hour) => hour} columns={byHour} />
      </details>
    </>
  )
}

function sumOf(rows: readonly Counts[]): Counts {
  const sum = (name: keyof Counts) => rows.reduce((total, row) => total + row[name], 0)
  return { approved: sum('approved'), failed: sum('failed'), open: sum('open') }
}

/** A dash where none has ended. */
function rateText({ approved, failed }: Counts): string {
  return approved + failed === 0 ? '–' : formatShare(approved / (approved + failed))
}

/** The hour of the day on the admin's clock. */
const hourOf = (at: string) => new Date(at).getHours()

const hourText = (hour: number) =>
  new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit' }).format(new Date(2026, 0, 1, hour))
