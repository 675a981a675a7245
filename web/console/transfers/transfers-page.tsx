import { Money } from '../../ui/amount.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { useLoad } from '../../ui/load.ts'
import { Page } from '../../ui/page.tsx'
import { State, stateTexts } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { choices, FilterForm, useFilters } from '../filters.tsx'
import { List } from '../list.tsx'
import { operatorName, operatorNames } from '../operators/operator.ts'
import { filterTexts } from '../texts.ts'
import { transferTexts } from './texts.ts'
import { listTransfers } from './transfer.ts'

export function TransfersPage() {
  const t = transferTexts()
  const f = filterTexts()
  const { values, query, key, hrefOf, apply } = useFilters('q', 'status', 'operator', 'merchant_code')
  const transfers = useLoad(key, (signal) => listTransfers(query, signal))
  return (
    <Page title={t.title} intro={t.lead}>
      <FilterForm apply={apply}>
        <div class="wide">
          <Field name="q" label={f.search} hint={t.searchHint} type="search" defaultValue={values.q} />
        </div>
        <Select
          name="status"
          label={f.status}
          value={values.status}
          options={choices(stateTexts().transfer)}
        />
        <Select name="operator" label={t.operator} value={values.operator} options={choices(operatorNames)} />
        <Field name="merchant_code" label={f.merchantCode} defaultValue={values.merchant_code} />
      </FilterForm>
      <List
        of={transfers}
        caption={t.title}
        keyOf={({ transaction_id }) => transaction_id}
        hrefOf={({ transaction_id }) => `/console/transfers/${transaction_id}`}
        pageHref={hrefOf}
        empty={{ title: t.empty, text: t.emptyText }}
        columns={[
          { heading: t.reference, cell: ({ reference }) => reference },
          { heading: f.status, cell: ({ status }) => <State of="transfer" is={status} /> },
          {
            heading: t.amount,
            numeric: true,
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
          {
            heading: t.beneficiary,
            cell: ({ customer_number, subscriber_name }) => subscriber_name ?? `+${customer_number}`,
          },
          { heading: t.operator, cell: ({ operator }) => operatorName(operator) },
          { heading: t.merchant, cell: ({ merchant_code }) => merchant_code },
          { heading: t.created, cell: ({ created_at }) => <Time at={created_at} /> },
        ]}
      />
    </Page>
  )
}
