// The payouts of all merchants.
import type { Paged } from '../../ui/display/pager.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { Select } from '../../ui/forms/field.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { stateTexts } from '../../ui/language/states.ts'
import { targetName } from '../../ui/payouts/payout-facts.tsx'
import type { Fold } from '../../ui/rows/folds.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../frame/session.ts'
import { choices, FilterForm, useFilters } from '../parts/filters.tsx'
import { DayList } from '../parts/list.tsx'
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
      <FilterForm by={by} search={{ name: 'merchant_code', label: f.merchantCode }}>
        <Select
          name="state"
          label={f.status}
          value={by.values.state}
          options={choices(stateTexts().payout)}
        />
      </FilterForm>
      <DayList
        of={payouts}
        by={by}
        caption={t.title}
        rowOf={rowOf}
        empty={{ title: t.empty, text: t.emptyText }}
      />
    </Page>
  )
}

function rowOf(payout: Payout): Fold {
  const { payout_id, amount, currency, merchant_name, destination, reference, created_at, state } = payout
  return {
    key: payout_id,
    href: `/console/payouts/${payout_id}`,
    at: created_at,
    name: merchant_name,
    note: `${formatTime(created_at, 'clock')} · ${reference} · ${targetName(destination)}`,
    side: <State of="payout" is={state} />,
    end: <Money amount={amount} currency={currency} />,
  }
}
