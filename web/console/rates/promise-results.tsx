// What the promised rates of quotes have cost or earned, by the currency of senders, and what is promised now.
import { useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { Card } from '../../ui/display/facts.tsx'
import { Table } from '../../ui/display/table.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { formatNumber } from '../../ui/language/language.ts'
import { lastDays } from '../../ui/rows/periods.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api, session } from '../frame/session.ts'
import { Money } from '../parts/money.tsx'
import { rateTexts } from './texts.ts'

type Results = schemas.PromiseResults['data']

/** In days. */
const spans = [7, 30, 365] as const

export function PromiseResults() {
  const t = rateTexts()
  const [span, setSpan] = useState<number>(30)
  const results = useLoad(`promises of ${span} days`, (signal) =>
    api.get<Results>('/remittance/quotes/results', lastDays(span, 'utc'), signal),
  )
  return (
    <Card
      title={t.promises}
      side={
        <fieldset class="choice small" aria-label={t.span}>
          {spans.map((days) => (
            <button key={days} type="button" aria-pressed={span === days} onClick={() => setSpan(days)}>
              {t.days(days)}
            </button>
          ))}
        </fieldset>
      }
    >
      <p class="soft">{t.promisesText}</p>
      <Await of={results}>{(data) => <ByCurrency results={data} />}</Await>
    </Card>
  )
}

type Line = {
  currency: string
  used: Results['items'][number] | undefined
  promised: string | undefined
}

function ByCurrency({ results: { items, promised } }: { results: Results }) {
  const t = rateTexts()
  const isOurs = ({ environment }: { environment: string }) => environment === session.value?.me.environment
  const [used, open] = [items.filter(isOurs), promised.filter(isOurs)]
  const currencies = [...new Set([...used, ...open].map(({ currency }) => currency))].sort()
  if (currencies.length === 0) return <EmptyState title={t.noPromises} />
  const lines: Line[] = currencies.map((currency) => ({
    currency,
    used: used.find((row) => row.currency === currency),
    promised: open.find((row) => row.currency === currency)?.amount,
  }))
  const usd = (amount: string | undefined, signed = false) => (
    <Money amount={amount ?? '0.00'} currency="USD" signed={signed} />
  )
  return (
    <Table
      caption={t.promises}
      rows={lines}
      keyOf={({ currency }) => currency}
      columns={[
        { heading: t.currency, cell: ({ currency }) => currency },
        { heading: t.used, numeric: true, cell: ({ used }) => formatNumber(used?.used ?? 0) },
        { heading: t.paid, numeric: true, cell: ({ used }) => usd(used?.paid) },
        { heading: t.market, numeric: true, cell: ({ used }) => usd(used?.market) },
        { heading: t.difference, numeric: true, cell: ({ used }) => usd(used?.difference, true) },
        { heading: t.promised, numeric: true, cell: ({ promised }) => usd(promised) },
      ]}
    />
  )
}
