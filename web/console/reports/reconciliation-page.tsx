// Reconciliation: one day of our books compared with the gateway's report.

import { useLocation } from 'preact-iso'
import type * as schemas from '../../api/schemas.generated.ts'
import { Card } from '../../ui/display/facts.tsx'
import { type Column, Table } from '../../ui/display/table.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { valuesOf } from '../../ui/rows/filter-bar.tsx'
import { Await } from '../../ui/service/await.tsx'
import { queryText } from '../../ui/service/client.ts'
import { serviceNow } from '../../ui/service/clock.ts'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../frame/session.ts'
import { EnvironmentTabs, useEnvironment } from '../parts/filters.tsx'
import { Money } from '../parts/money.tsx'
import { reportTexts } from './texts.ts'

type Line = Report['missing_here'][number]

type Report = schemas.Reconciliation

/** Yesterday in UTC: the last complete day. */
function yesterday(): string {
  return new Date(serviceNow().getTime() - 86_400_000).toISOString().slice(0, 10)
}

export function ReconciliationPage() {
  const t = reportTexts()
  const { query, path, route } = useLocation()
  const environment = useEnvironment()
  const date = query.date ?? yesterday()
  const report = useLoad(`${environment} ${date}`, (signal) =>
    api.get<Report>('/payment/reports', { date, environment }, signal),
  )
  return (
    <Page title={t.title} intro={t.lead}>
      <EnvironmentTabs value={environment} />
      <form
        key={date}
        class="card search-box"
        onSubmit={(event) => {
          event.preventDefault()
          route(`${path}${queryText({ ...query, ...valuesOf(event.currentTarget) })}`)
        }}
      >
        <Field name="date" label={t.date} type="date" value={date} required />
        <Button type="submit">{t.compare}</Button>
      </form>
      <Await of={report}>{(data) => <Differences report={data} />}</Await>
    </Page>
  )
}

function Differences({ report }: { report: Report }) {
  const t = reportTexts()
  const { missing_here, missing_there, amount_differs, status_differs } = report
  const count = missing_here.length + missing_there.length + amount_differs.length + status_differs.length
  return (
    <>
      {count === 0 && report.matched === 0 ? (
        <Notice title={t.nothing}>{t.nothingText}</Notice>
      ) : (
        <Notice tone={count === 0 ? 'good' : 'note'} title={count === 0 ? t.clean : t.differences(count)}>
          {t.matched(report.matched)}
        </Notice>
      )}
      <Section title={t.sections.missing_here} rows={missing_here} columns={lineColumns()} />
      <Section title={t.sections.missing_there} rows={missing_there} columns={lineColumns()} />
      <Section
        title={t.sections.amount_differs}
        rows={amount_differs}
        columns={[
          ...nameColumns(),
          {
            heading: t.here,
            numeric: true,
            cell: (line) => <Money amount={line.amount_here} currency={line.currency_here} />,
          },
          {
            heading: t.there,
            numeric: true,
            cell: (line) => <Money amount={line.amount_there} currency={line.currency_there} />,
          },
        ]}
      />
      <Section
        title={t.sections.status_differs}
        rows={status_differs}
        columns={[
          ...nameColumns(),
          {
            heading: t.amount,
            numeric: true,
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
          { heading: t.here, cell: ({ status_here }) => status_here },
          { heading: t.there, cell: ({ status_there }) => status_there },
        ]}
      />
    </>
  )
}

type Named = Pick<Line, 'id' | 'code' | 'type'>

function Section<Row extends Named>({
  title,
  rows,
  columns,
}: {
  title: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
}) {
  if (rows.length === 0) return null
  return (
    <Card title={title}>
      <Table
        caption={title}
        rows={rows}
        columns={columns}
        keyOf={({ id, code, type }) => `${type} ${code} ${id}`}
      />
    </Card>
  )
}

/** A refund's code is its payment's code with a suffix such as `-R1`, which the link removes. */
function nameColumns(): Column<Named>[] {
  const t = reportTexts()
  return [
    {
      heading: t.code,
      cell: ({ code }) => (
        <a href={`/console/payments/${encodeURIComponent(code.replace(/-R\d+$/, ''))}`}>{code}</a>
      ),
    },
    { heading: t.type, cell: ({ type }) => t.types[type] ?? type },
    { heading: t.id, cell: ({ id }) => id },
  ]
}

function lineColumns(): Column<Line>[] {
  const t = reportTexts()
  return [
    ...nameColumns(),
    {
      heading: t.amount,
      numeric: true,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    { heading: t.status, cell: ({ status }) => <span lang="en">{status}</span> },
  ]
}
