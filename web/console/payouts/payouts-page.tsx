// The payouts of all merchants.
import type { Paged } from '../../ui/display/pager.tsx'
import type { Column } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Select } from '../../ui/forms/field.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { stateTexts } from '../../ui/language/states.ts'
import { targetName } from '../../ui/payouts/payout-facts.tsx'
import { payoutTexts } from '../../ui/payouts/texts.ts'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../frame/session.ts'
import { MerchantLink } from '../names/merchant.tsx'
import { choices, FilterForm, useFilters } from '../parts/filters.tsx'
import { List } from '../parts/list.tsx'
import { Money } from '../parts/money.tsx'
import { State } from '../states.tsx'
import { filterTexts } from '../texts.ts'
import type { Payout } from './payout.ts'
import { payoutsTexts } from './texts.ts'

export function PayoutsPage() {
  const t = payoutsTexts()
  const f = filterTexts()
  const by = useFilters('state', 'merchant_code')
  const payouts = useLoad(by.key, (signal) => api.get<Paged<Payout>>('/payouts', by.query, signal))
  return (
    <Page title={t.title} intro={t.lead}>
      <FilterForm by={by} search={{ name: 'merchant_code', label: f.merchantCode, hint: 'LKT-7K2M-9QXA' }}>
        <Select
          name="state"
          label={f.status}
          value={by.values.state}
          options={choices(stateTexts().payout)}
        />
      </FilterForm>
      <List
        of={payouts}
        caption={t.title}
        keyOf={({ payout_id }) => payout_id}
        hrefOf={({ payout_id }) => `/console/payouts/${payout_id}`}
        columns={columns()}
        pageHref={by.hrefOf}
        empty={{ title: t.empty, text: t.emptyText }}
      />
    </Page>
  )
}

function columns(): Column<Payout>[] {
  const t = payoutsTexts()
  return [
    { heading: payoutTexts().reference, cell: ({ reference }) => reference },
    {
      heading: filterTexts().status,
      cell: ({ state }) => <State of="payout" is={state} />,
      onCard: 'corner',
    },
    {
      heading: t.merchant,
      cell: (row) => <MerchantLink code={row.merchant_code} name={row.merchant_name} />,
    },
    {
      heading: t.amount,
      numeric: true,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    { heading: payoutTexts().destination, cell: ({ destination }) => targetName(destination) },
    { heading: t.created, cell: ({ created_at }) => <Time at={created_at} look="list" /> },
  ]
}
