// The money that waits longer than it should: sums per currency, and each row with the page where somebody acts.
import type * as schemas from '../../api/schemas.generated.ts'
import { formatMoney } from '../../ui/display/amount.tsx'
import { eventDetail } from '../../ui/display/event-detail.ts'
import { walletName } from '../../ui/display/operators.ts'
import type { Column } from '../../ui/display/table.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { Select } from '../../ui/forms/field.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { movementName } from '../bank/movement-name.tsx'
import { bankTexts } from '../bank/texts.ts'
import { exceptionTexts } from '../exceptions/texts.ts'
import { api } from '../frame/session.ts'
import { MerchantLink } from '../names/merchant.tsx'
import { choices, EnvironmentSelect, FilterForm, useFilters } from '../parts/filters.tsx'
import { List } from '../parts/list.tsx'
import { Money } from '../parts/money.tsx'
import { operationState } from '../parts/operation-states.ts'
import { Since } from '../parts/since.tsx'
import { environmentTexts, filterTexts } from '../texts.ts'
import { stuckTexts } from './texts.ts'

type Stuck = schemas.StuckMoney
type StuckPage = schemas.StuckMoneyPage['data']

export function StuckMoneyPage() {
  const t = stuckTexts()
  const by = useFilters('kind', 'age', 'sort', 'environment', 'merchant_code')
  const stuck = useLoad(
    `stuck money ${by.key}`,
    (signal) => api.get<StuckPage>('/stuck-money', by.query, signal),
    { everyMs: 60_000 },
  )
  return (
    <Page title={t.title} intro={t.lead}>
      <FilterForm by={by} search={{ name: 'merchant_code', label: filterTexts().merchantCode }}>
        <Select name="kind" label={t.kind} value={by.values.kind} options={choices(t.kinds)} />
        <Select name="age" label={t.age} value={by.values.age} options={choices(t.ages)} />
        <Select
          name="sort"
          label={t.sort}
          value={by.values.sort || 'oldest'}
          options={Object.entries(t.sorts)}
        />
        <EnvironmentSelect value={by.values.environment} />
      </FilterForm>
      <Totals totals={stuck.data?.totals ?? []} />
      <List
        of={stuck}
        caption={t.title}
        keyOf={({ kind, id, state, since }) => `${kind} ${id} ${state} ${since}`}
        columns={columns()}
        pageHref={by.hrefOf}
        empty={{ title: t.empty, text: t.emptyText }}
      />
    </Page>
  )
}

function Totals({ totals }: Pick<StuckPage, 'totals'>) {
  const t = stuckTexts()
  if (totals.length === 0) return null
  return (
    <ul class="changes" aria-label={t.totals}>
      {totals.map(({ environment, currency, count, amount }) => (
        <li key={`${environment} ${currency}`}>
          {t.total(formatMoney(amount, currency), count, environmentTexts()[environment])}
        </li>
      ))}
    </ul>
  )
}

function columns(): Column<Stuck>[] {
  const t = stuckTexts()
  return [
    {
      heading: t.what,
      cell: (row) => (
        <>
          <a href={placeOf(row)}>{t.kinds[row.kind]}</a>
          <span class="under">{nameOf(row)}</span>
        </>
      ),
    },
    {
      heading: t.amount,
      numeric: true,
      onCard: 'corner',
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      heading: t.merchant,
      cell: ({ merchant_code: code, merchant_name: name }) =>
        code === null ? '–' : <MerchantLink code={code} name={name} />,
    },
    {
      heading: t.since,
      cell: ({ since }) => (
        <>
          <Since at={since} text={(duration) => duration} />
          <span class="under">{formatTime(since, 'list')}</span>
        </>
      ),
    },
    {
      heading: t.why,
      cell: (row) => (
        <>
          {stateOf(row)}
          <span class="under">{detailOf(row)}</span>
        </>
      ),
    },
    {
      heading: t.next,
      cell: ({ next, operator }) => (next === 'operator' && operator ? walletName(operator) : t.nexts[next]),
    },
  ]
}

/** Where somebody acts on it. */
function placeOf({ kind, id, state }: Stuck): string {
  const key = encodeURIComponent(id)
  switch (kind) {
    case 'transfer':
    case 'reversal':
      return `/console/transfers/${key}`
    case 'payout':
      return `/console/payouts/${key}`
    case 'payout_request':
      return `/console/${state === 'REQUESTED' ? 'payout-approvals' : 'payouts'}/${key}`
    case 'hold':
      return `/console/holds/${key}`
    case 'exception':
      return '/console/exceptions'
    case 'bank_line':
    case 'bank_movement':
      return '/console/bank'
    default:
      return `/console/payments/${key}`
  }
}

type MovementKind = schemas.BankMovement['kind']

const nameOf = ({ kind, id, state }: Stuck) =>
  kind === 'bank_movement' ? movementName({ kind: state as MovementKind, key: id }) : id

/** The state in words; one that has none is shown as it is. */
function stateOf({ kind, state }: Stuck): string {
  const words: Readonly<Record<string, string>> =
    kind === 'exception'
      ? exceptionTexts().kinds
      : kind === 'bank_line'
        ? bankTexts().states
        : kind === 'bank_movement'
          ? { [state]: bankTexts().missing }
          : stuckTexts().waits
  return words[state] ?? words[state.toUpperCase()] ?? operationState(state)
}

function detailOf({ kind, detail }: Stuck) {
  if (detail === null) return null
  return kind === 'exception' ? eventDetail(detail) : <span dir="auto">{detail}</span>
}
