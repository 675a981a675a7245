// How many attempts succeed by hour, at the card gateway and at each operator, beside the same hours a week before.
import { useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { formatShare } from '../../ui/display/amount.tsx'
import { Card } from '../../ui/display/facts.tsx'
import { walletName } from '../../ui/display/operators.ts'
import { type Column, Table } from '../../ui/display/table.tsx'
import { Failures } from '../../ui/figures/failures.tsx'
import { Select } from '../../ui/forms/field.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { formatNumber, locale } from '../../ui/language/language.ts'
import { reason } from '../../ui/language/reasons.ts'
import { uiTexts } from '../../ui/language/texts.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api, session } from '../frame/session.ts'
import { HourChart, type HourShare } from './hour-chart.tsx'
import { successTexts } from './success-texts.ts'

type Hour = schemas.AttemptHour
type Counts = Pick<Hour, 'approved' | 'failed' | 'open'>
type Line = { key: string; name: string; hours: readonly Hour[] }

export function SuccessRates() {
  const t = successTexts()
  const figures = useLoad(
    'attempt hours',
    (signal) => api.get<schemas.AttemptHours['data']>('/attempts/hours', {}, signal),
    { everyMs: 60_000 },
  )
  return (
    <Card id="success" title={t.title}>
      <p class="soft">{t.lead}</p>
      <Await of={figures}>
        {({ items }) => (
          <Rates
            lines={linesOf(items.filter(({ environment }) => environment === session.value?.me.environment))}
          />
        )}
      </Await>
    </Card>
  )
}

/** One line for the card gateway, and one for payments and one for payouts of each operator. */
function linesOf(hours: readonly Hour[]): Line[] {
  const lines = Map.groupBy(hours, ({ flow, operator }) => `${flow} ${operator ?? ''}`)
  return [...lines]
    .map(([key, own]) => ({ key, name: nameOf(own[0] as Hour), hours: own }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

function nameOf({ flow, operator }: Hour): string {
  const t = successTexts()
  return operator === null ? t.flows[flow] : `${walletName(operator)} · ${t.flows[flow]}`
}

function Rates({ lines }: { lines: readonly Line[] }) {
  const t = successTexts()
  const [wanted, setWanted] = useState('')
  const shown = lines.find(({ key }) => key === wanted) ?? lines[0]
  if (!shown) return <EmptyState title={t.nothing} />
  return (
    <>
      <Table
        caption={t.title}
        rows={lines}
        keyOf={({ key }) => key}
        columns={[
          { heading: t.where, cell: ({ name }) => name },
          ...columnsOf<Line>(
            ({ hours }) => sumOf(hours),
            ({ hours }) => sumOf(hours.map(({ week_before: before }) => before)),
          ),
        ]}
      />
      <Select
        name="line"
        label={t.shown}
        value={shown.key}
        options={lines.map(({ key, name }) => [key, name] as const)}
        onChange={({ currentTarget }) => setWanted(currentTarget.value)}
      />
      <Detail line={shown} />
    </>
  )
}

function Detail({ line: { name, hours } }: { line: Line }) {
  const t = successTexts()
  const label = t.chart(name)
  return (
    <>
      <HourChart label={label} hours={hours.map(sharesOf)} />
      <details>
        <summary>{uiTexts().numbers}</summary>
        <Table
          caption={label}
          rows={hours.toReversed()}
          keyOf={({ hour }) => hour}
          columns={[
            { heading: t.hour, cell: ({ hour }) => hourText(hour) },
            ...columnsOf<Hour>(
              (counts) => counts,
              ({ week_before }) => week_before,
            ),
          ]}
        />
      </details>
      <Failures title={t.declines(name)} rows={causesOf(hours)} texts={t} />
    </>
  )
}

function columnsOf<Row>(now: (row: Row) => Counts, before: (row: Row) => Counts): Column<Row>[] {
  const t = successTexts()
  const numeric = true as const
  const number = (of: (counts: Counts) => number) => (row: Row) => formatNumber(of(now(row)))
  return [
    { heading: t.attempts, numeric, cell: number(({ approved, failed, open }) => approved + failed + open) },
    { heading: t.approved, numeric, cell: number(({ approved }) => approved) },
    { heading: t.failed, numeric, cell: number(({ failed }) => failed) },
    { heading: t.open, numeric, cell: number(({ open }) => open) },
    { heading: t.rate, numeric, onCard: 'corner', cell: (row) => rateText(now(row)) },
    { heading: t.weekBefore, numeric, cell: (row) => rateText(before(row)) },
  ]
}

function sumOf(rows: readonly Counts[]): Counts {
  const sum = (name: keyof Counts) => rows.reduce((total, row) => total + row[name], 0)
  return { approved: sum('approved'), failed: sum('failed'), open: sum('open') }
}

/** Undefined where none has ended. */
const rateOf = ({ approved, failed }: Counts) =>
  approved + failed === 0 ? undefined : approved / (approved + failed)

function rateText(counts: Counts): string {
  const rate = rateOf(counts)
  return rate === undefined ? '–' : formatShare(rate)
}

const sharesOf = (hour: Hour): HourShare => ({
  hour: hourText(hour.hour),
  share: rateOf(hour),
  before: rateOf(hour.week_before),
})

/** Why attempts failed, the most frequent cause first. */
function causesOf(hours: readonly Hour[]) {
  const causes = new Map<string, number>()
  for (const { flow, declines } of hours)
    for (const { reason_code: code, count } of declines) {
      const why = causeText(flow, code)
      causes.set(why, (causes.get(why) ?? 0) + count)
    }
  return [...causes].map(([why, count]) => ({ why, count })).toSorted((a, b) => b.count - a.count)
}

function causeText(flow: Hour['flow'], code: string): string {
  const t = successTexts()
  // Only money that came too late has failed without a reason.
  if (code === '') return flow === 'collection' ? t.late : t.unknown
  return reason(flow === 'payout' ? 'transferFailure' : 'refusal', code)
}

/** The hour of the day on the admin's clock. */
const hourText = (at: string) =>
  new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit' }).format(new Date(at))
