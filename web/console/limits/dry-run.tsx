// What rules would have done to the transfers of past days.

import { useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Card, Figure, Figures } from '../../ui/display/facts.tsx'
import { Table } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { formatNumber } from '../../ui/language/language.ts'
import { serviceNow } from '../../ui/service/clock.ts'
import { may } from '../frame/rights.ts'
import { api } from '../frame/session.ts'
import type { Rule } from './draft.ts'
import { outcomeTones } from './rules-table.tsx'
import { limitTexts } from './texts.ts'

type Result = schemas.LimitRulesDryRun['data']

/** A day in UTC, some days ago. */
const dayOf = (ago: number) => new Date(serviceNow().getTime() - ago * 86_400_000).toISOString().slice(0, 10)

/** @param tried called once the rules have been judged */
export function DryRun({
  environment,
  rules,
  tried,
}: {
  environment: string
  rules: readonly Rule[]
  tried: () => void
}) {
  const t = limitTexts()
  const [result, setResult] = useState<Result>()
  const run = async ({ from, to }: Record<string, string>) => {
    setResult(undefined)
    setResult(await api.post<Result>('/compliance/rules/dry-run', { environment, rules, from, to }))
    tried()
  }
  if (!may('compliance')) return null
  return (
    <Card title={t.dryRun}>
      <p class="soft">{t.dryRunText}</p>
      <Form submit={run} action={t.run} appearance="plain">
        <div class="pair">
          <Field name="from" label={t.from} type="date" value={dayOf(30)} required />
          <Field name="to" label={t.to} type="date" value={dayOf(0)} required />
        </div>
      </Form>
      <div aria-live="polite">{result && <Judged result={result} />}</div>
    </Card>
  )
}

function Judged({ result }: { result: Result }) {
  const t = limitTexts()
  const { items, pagination } = result
  const counts = [
    [t.judged, result.transfers],
    [t.allowed, result.allowed],
    [t.held, result.held],
    [t.refused, result.refused],
    ...(result.not_counted > 0 ? ([[t.notCounted, result.not_counted]] as const) : []),
  ] as const
  return (
    <>
      <Figures>
        {counts.map(([name, count]) => (
          <Figure key={name} name={name} value={formatNumber(count)} />
        ))}
      </Figures>
      <Table
        caption={t.hits}
        rows={items}
        keyOf={({ transaction_id }) => transaction_id}
        hrefOf={({ transaction_id }) => `/console/transfers/${transaction_id}`}
        empty={<EmptyState title={t.noHits} />}
        columns={[
          { heading: t.transfer, cell: ({ reference }) => reference },
          { heading: t.merchant, cell: ({ merchant_code }) => merchant_code },
          { heading: t.time, cell: ({ created_at }) => <Time at={created_at} /> },
          { heading: t.amount, numeric: true, cell: ({ amount }) => formatMoney(amount, 'USD') },
          {
            heading: t.outcome,
            cell: ({ outcome }) => <Badge tone={outcomeTones[outcome]}>{t.outcomes[outcome]}</Badge>,
          },
          { heading: t.rule, cell: ({ rules }) => rules.join(', ') },
        ]}
      />
      {pagination.total > items.length && (
        <p class="soft">{t.firstOf(formatNumber(items.length), formatNumber(pagination.total))}</p>
      )}
    </>
  )
}
