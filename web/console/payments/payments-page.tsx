import { DayFields } from '../../ui/display/days.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Field, Select } from '../../ui/forms/field.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { stateTexts } from '../../ui/language/states.ts'
import { useLoad } from '../../ui/service/load.ts'
import { choices, FilterForm, useFilters } from '../parts/filters.tsx'
import { List } from '../parts/list.tsx'
import { Money } from '../parts/money.tsx'
import { State } from '../states.tsx'
import { filterTexts } from '../texts.ts'
import { cardText, listPayments } from './payment.ts'
import { paymentTexts } from './texts.ts'

export function PaymentsPage() {
  const t = paymentTexts()
  const f = filterTexts()
  const by = useFilters('q', 'status', 'merchant_code', 'from', 'to')
  const payments = useLoad(by.key, (signal) => listPayments(by.query, signal))
  return (
    <Page title={t.title} intro={t.lead}>
      <FilterForm by={by} search={{ name: 'q', label: f.search, hint: t.searchHint }}>
        <Select
          name="status"
          label={f.status}
          value={by.values.status}
          options={choices(stateTexts().payment)}
        />
        <Field name="merchant_code" label={f.merchantCode} value={by.values.merchant_code} />
        <DayFields from={by.values.from} to={by.values.to} />
      </FilterForm>
      <List
        of={payments}
        caption={t.title}
        keyOf={({ transaction_uuid }) => transaction_uuid}
        hrefOf={({ transaction_uuid }) => `/console/payments/${transaction_uuid}`}
        pageHref={by.hrefOf}
        empty={{ title: t.empty, text: t.emptyText }}
        columns={[
          { heading: t.reference, cell: ({ merchant_reference }) => merchant_reference },
          { heading: f.status, onCard: 'left', cell: ({ status }) => <State of="payment" is={status} /> },
          {
            heading: t.amount,
            onCard: 'corner',
            numeric: true,
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
          { heading: t.customer, cell: ({ customer_name }) => customer_name },
          {
            heading: t.card,
            cell: (row) => <span class="nowrap">{cardText(row)}</span>,
          },
          { heading: t.merchant, cell: ({ merchant_code }) => <span class="nowrap">{merchant_code}</span> },
          { heading: t.created, cell: ({ created_at }) => <Time at={created_at} look="list" /> },
        ]}
      />
    </Page>
  )
}
