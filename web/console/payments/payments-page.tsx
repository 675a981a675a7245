import { Money } from '../../ui/amount.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { useLoad } from '../../ui/load.ts'
import { Page } from '../../ui/page.tsx'
import { State, stateTexts } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { choices, FilterForm, useFilters } from '../filters.tsx'
import { List } from '../list.tsx'
import { filterTexts } from '../texts.ts'
import { listPayments } from './payment.ts'
import { paymentTexts } from './texts.ts'

export function PaymentsPage() {
  const t = paymentTexts()
  const f = filterTexts()
  const { values, query, key, hrefOf, apply } = useFilters('q', 'status', 'merchant_code', 'from', 'to')
  const payments = useLoad(key, (signal) => listPayments(query, signal))
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
          options={choices(stateTexts().payment)}
        />
        <Field name="merchant_code" label={f.merchantCode} defaultValue={values.merchant_code} />
        <Field name="from" label={f.from} type="date" defaultValue={values.from} />
        <Field name="to" label={f.to} type="date" defaultValue={values.to} />
      </FilterForm>
      <List
        of={payments}
        caption={t.title}
        keyOf={({ transaction_uuid }) => transaction_uuid}
        hrefOf={({ transaction_uuid }) => `/console/payments/${transaction_uuid}`}
        pageHref={hrefOf}
        empty={{ title: t.empty, text: t.emptyText }}
        columns={[
          { heading: t.reference, cell: ({ merchant_reference }) => merchant_reference },
          { heading: f.status, cell: ({ status }) => <State of="payment" is={status} /> },
          {
            heading: t.amount,
            numeric: true,
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
          { heading: t.customer, cell: ({ customer_name }) => customer_name },
          {
            heading: t.card,
            cell: ({ card_type, card_last4 }) => card_last4 && `${card_type ?? ''} ••${card_last4}`,
          },
          { heading: t.merchant, cell: ({ merchant_code }) => merchant_code },
          { heading: t.created, cell: ({ created_at }) => <Time at={created_at} /> },
        ]}
      />
    </Page>
  )
}
