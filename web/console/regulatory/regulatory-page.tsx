// The monthly reports: the figures for the central bank, and the register of large transfers.
import { useLocation } from 'preact-iso'
import type * as schemas from '../../api/schemas.generated.ts'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Card, Facts } from '../../ui/display/facts.tsx'
import { walletName } from '../../ui/display/operators.ts'
import { Table } from '../../ui/display/table.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { formatNumber } from '../../ui/language/language.ts'
import { stateTexts } from '../../ui/language/states.ts'
import { Await } from '../../ui/service/await.tsx'
import { queryText } from '../../ui/service/client.ts'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../frame/session.ts'
import { Download } from '../parts/files.tsx'
import { EnvironmentTabs, useEnvironment } from '../parts/filters.tsx'
import { Money } from '../parts/money.tsx'
import { regulatoryTexts } from './texts.ts'

type Figures = schemas.ComplianceStatistics['data']

export function RegulatoryPage() {
  const t = regulatoryTexts()
  const { path, query, route } = useLocation()
  const environment = useEnvironment()
  const month = /^\d{4}-\d\d$/.test(query.month ?? '') ? query.month! : new Date().toISOString().slice(0, 7)
  const wanted = { environment, month }
  const figures = useLoad(JSON.stringify(wanted), (signal) =>
    api.get<Figures>('/compliance/statistics', wanted, signal),
  )
  return (
    <Page title={t.title} intro={t.lead}>
      <EnvironmentTabs value={environment} />
      <Form
        key={month}
        submit={async ({ month: chosen = '' }) => route(`${path}${queryText({ ...query, month: chosen })}`)}
        action={t.show}
        appearance="plain"
      >
        <Field name="month" label={t.month} type="month" value={month} required />
      </Form>
      <Await of={figures}>
        {(shown) => (
          <>
            <Transfers figures={shown} />
            <Card title={t.activity}>
              <Facts
                facts={Object.entries(t.counts).map(([name, words]) => [
                  words,
                  formatNumber(shown[name as keyof typeof t.counts]),
                ])}
              />
            </Card>
            <Card title={t.register}>
              <p>{t.registerText(formatMoney(String(shown.threshold), 'USD'))}</p>
              <Download
                path={`/compliance/register${queryText({ ...wanted, format: 'csv' })}`}
                name={t.download}
              />
            </Card>
            <Card title={t.travelRule}>
              <p>{t.travelRuleText}</p>
              <Download
                path={`/compliance/travel-rule${queryText({ environment, ...daysOf(month) })}`}
                name={t.downloadTravelRule}
              />
            </Card>
          </>
        )}
      </Await>
    </Page>
  )
}

/** The first and the last day of a month. */
function daysOf(month: string): { from: string; to: string } {
  const [year, number] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year!, number!, 0))
  return { from: `${month}-01`, to: last.toISOString().slice(0, 10) }
}

function Transfers({ figures }: { figures: Figures }) {
  const t = regulatoryTexts()
  return (
    <Card title={t.transfers}>
      <Table
        caption={t.transfers}
        rows={figures.transfers}
        keyOf={({ status, operator }) => `${status} ${operator}`}
        empty={<EmptyState title={t.noTransfers} />}
        columns={[
          { heading: t.state, cell: ({ status }) => stateTexts().transfer[status] },
          { heading: t.operator, cell: ({ operator }) => walletName(operator) },
          { heading: t.count, cell: ({ count }) => formatNumber(count), numeric: true },
          {
            heading: t.amount,
            cell: ({ amount }) => <Money amount={amount} currency="USD" />,
            numeric: true,
          },
        ]}
      />
    </Card>
  )
}
