import { DayFields } from '../../ui/display/days.tsx'
import { formatPhone } from '../../ui/display/phone.ts'
import { Time } from '../../ui/display/time.tsx'
import { Field, Select } from '../../ui/forms/field.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { stateTexts } from '../../ui/language/states.ts'
import { useLoad } from '../../ui/service/load.ts'
import { operatorName, operatorNames } from '../operators/operator.ts'
import { choices, EnvironmentSelect, FilterForm, useFilters } from '../parts/filters.tsx'
import { List } from '../parts/list.tsx'
import { Money } from '../parts/money.tsx'
import { State } from '../states.tsx'
import { filterTexts } from '../texts.ts'
import { transferTexts } from './texts.ts'
import { listTransfers } from './transfer.ts'

export function TransfersPage() {
  const t = transferTexts()
  const f = filterTexts()
  const by = useFilters('q', 'status', 'operator', 'merchant_code', 'environment', 'from', 'to')
  const transfers = useLoad(by.key, (signal) => listTransfers(by.query, signal))
  return (
    <Page title={t.title} intro={t.lead}>
      <FilterForm by={by} search={{ name: 'q', label: f.search, hint: t.searchHint }}>
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
          options={choices(operatorNames)}
        />
        <Field name="merchant_code" label={f.merchantCode} value={by.values.merchant_code} />
        <EnvironmentSelect value={by.values.environment} />
        <DayFields from={by.values.from} to={by.values.to} />
      </FilterForm>
      <List
        of={transfers}
        caption={t.title}
        keyOf={({ transaction_id }) => transaction_id}
        hrefOf={({ transaction_id }) => `/console/transfers/${transaction_id}`}
        pageHref={by.hrefOf}
        empty={{ title: t.empty, text: t.emptyText }}
        columns={[
          { heading: t.reference, cell: ({ reference }) => reference },
          { heading: f.status, onCard: 'left', cell: ({ status }) => <State of="transfer" is={status} /> },
          {
            heading: t.amount,
            onCard: 'corner',
            numeric: true,
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
          {
            heading: t.beneficiary,
            cell: ({ customer_number, subscriber_name }) => subscriber_name ?? formatPhone(customer_number),
          },
          { heading: t.operator, cell: ({ operator }) => operatorName(operator) },
          { heading: t.merchant, cell: ({ merchant_code }) => <span class="nowrap">{merchant_code}</span> },
          { heading: t.created, cell: ({ created_at }) => <Time at={created_at} look="list" /> },
        ]}
      />
    </Page>
  )
}
