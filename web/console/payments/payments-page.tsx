import { numberEnd } from '../../ui/display/wallet.ts'
import { Field, Select } from '../../ui/forms/field.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { stateTexts } from '../../ui/language/states.ts'
import { ShownMark } from '../../ui/payments/shown-state.tsx'
import { MeansIcon } from '../../ui/rows/icons.tsx'
import type { Line } from '../../ui/rows/rows.tsx'
import { choices, EnvironmentSelect, FilterForm, useFilters } from '../parts/filters.tsx'
import { Money } from '../parts/money.tsx'
import { FreshLines } from '../rows/fresh-lines.tsx'
import { filterTexts } from '../texts.ts'
import { listPayments, type Payment } from './payment.ts'
import { paymentTexts } from './texts.ts'

export function PaymentsPage() {
  const t = paymentTexts()
  const f = filterTexts()
  const by = useFilters('q', 'status', 'merchant_code', 'environment', 'from', 'to')
  return (
    <Page title={t.title} intro={t.lead}>
      <FilterForm hasDays by={by} search={{ name: 'q', label: f.search, hint: t.searchHint }}>
        <Select
          name="status"
          label={f.status}
          value={by.values.status}
          options={choices(stateTexts().payment)}
        />
        <Field name="merchant_code" label={f.merchantCode} value={by.values.merchant_code} />
        <EnvironmentSelect value={by.values.environment} />
      </FilterForm>
      <FreshLines
        by={by}
        load={listPayments}
        caption={t.title}
        headings={{
          time: t.created,
          means: t.means,
          name: t.reference,
          note: `${t.merchant}, ${t.customer}`,
          status: f.status,
          amount: t.amount,
        }}
        empty={{ title: t.empty, text: t.emptyText }}
        lineOf={lineOf}
      />
    </Page>
  )
}

function lineOf(row: Payment): Line {
  return {
    key: row.transaction_uuid,
    href: `/console/payments/${row.transaction_uuid}`,
    at: row.created_at,
    icon: <MeansIcon of={row} />,
    means: row.card_last4 || numberEnd(row),
    name: row.merchant_reference,
    note: row.customer_name ? `${row.merchant_name}\u00a0· ${row.customer_name}` : row.merchant_name,
    status: <ShownMark payment={row} />,
    amount: <Money amount={row.amount} currency={row.currency} />,
  }
}
