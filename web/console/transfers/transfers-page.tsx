import { operators } from '../../ui/display/constants.generated.ts'
import { Field, Select } from '../../ui/forms/field.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { stateTexts } from '../../ui/language/states.ts'
import { OperatorIcon, StatusMark } from '../../ui/rows/icons.tsx'
import { transferMarks } from '../../ui/rows/marks.ts'
import type { Line } from '../../ui/rows/rows.tsx'
import { choices, EnvironmentSelect, FilterForm, useFilters } from '../parts/filters.tsx'
import { Money } from '../parts/money.tsx'
import { FreshLines } from '../rows/fresh-lines.tsx'
import { filterTexts } from '../texts.ts'
import { transferTexts } from './texts.ts'
import { listTransfers, type Transfer } from './transfer.ts'

export function TransfersPage() {
  const t = transferTexts()
  const f = filterTexts()
  const by = useFilters('q', 'status', 'operator', 'merchant_code', 'environment', 'from', 'to')
  return (
    <Page title={t.title} intro={t.lead}>
      <FilterForm hasDays by={by} search={{ name: 'q', label: f.search, hint: t.searchHint }}>
        <Select
          name="status"
          label={f.status}
          value={by.values.status}
          options={choices(stateTexts().transfer)}
        />
        <Select
          name="operator"
          label={t.operator}
          value={by.values.operator}
          options={operators.map(({ code, wallet }) => [code, wallet])}
        />
        <Field name="merchant_code" label={f.merchantCode} value={by.values.merchant_code} />
        <EnvironmentSelect value={by.values.environment} />
      </FilterForm>
      <FreshLines
        by={by}
        load={listTransfers}
        caption={t.title}
        headings={{
          time: t.created,
          means: t.operator,
          name: t.reference,
          note: `${t.merchant}, ${t.receiver}`,
          status: f.status,
          amount: t.amount,
        }}
        empty={{ title: t.empty, text: t.emptyText }}
        lineOf={lineOf}
      />
    </Page>
  )
}

function lineOf(row: Transfer): Line {
  return {
    key: row.transaction_id,
    href: `/console/transfers/${row.transaction_id}`,
    at: row.created_at,
    icon: <OperatorIcon of={row.operator} />,
    means: row.customer_number.slice(-4),
    name: row.reference,
    note: row.subscriber_name ? `${row.merchant_name}\u00a0· ${row.subscriber_name}` : row.merchant_name,
    status: <StatusMark mark={transferMarks[row.status]}>{stateTexts().transfer[row.status]}</StatusMark>,
    amount: <Money amount={row.amount} currency={row.currency} />,
  }
}
