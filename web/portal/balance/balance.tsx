// The balance of card payments: what is pending, available and reserved in each currency, and the movements it consists of.
import { BalanceFigures } from '../../ui/balances/figures.tsx'
import { Movements } from '../../ui/balances/movements.tsx'
import { balanceTexts, movementTypes } from '../../ui/balances/texts.ts'
import { DayFields } from '../../ui/display/days.tsx'
import { PagedList } from '../../ui/display/pager.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Select } from '../../ui/forms/field.tsx'
import { useFormReset } from '../../ui/forms/form.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../access/session.ts'
import type { BalanceMovement, CardBalance, NextRelease } from '../api-types.ts'
import { ExportButton } from '../filters.tsx'
import { type List, useList } from '../list.ts'
import { NothingHere } from '../nothing-here.tsx'

export function BalancePage() {
  const t = balanceTexts()
  const balances = useLoad('card balance', async (signal) => {
    const [{ balances }, { releases }] = await Promise.all([
      api.get<{ balances: CardBalance[] }>('balance', {}, signal),
      api.get<{ releases: NextRelease[] }>('balance/next', {}, signal),
    ])
    return { balances, releases }
  })
  const list = useList<BalanceMovement>('balance', { source: 'balance/transactions' })
  return (
    <Page title={t.title} intro={t.intro} side={<ExportButton list={list} file="balance-transactions.csv" />}>
      <Await of={balances}>{(loaded) => <BalanceFigures {...loaded} />}</Await>
      <h2>{t.movements}</h2>
      <MovementFilters list={list} />
      <Await of={list.loaded}>
        {({ items, pagination }) => (
          <PagedList pagination={pagination} hrefOf={list.hrefOf} count={t.count(pagination.total)}>
            <Movements
              rows={items}
              linkOf={(uuid) => `/portal/payments/${encodeURIComponent(uuid)}`}
              empty={<NothingHere list={list} none={t.none} hint={t.noneHint} />}
            />
          </PagedList>
        )}
      </Await>
    </Page>
  )
}

const currencies = ['USD', 'CDF'].map((code) => [code, code] as const)

function MovementFilters({ list }: { list: List<BalanceMovement> }) {
  const t = balanceTexts()
  const { filters } = list
  const form = useFormReset(JSON.stringify(filters))
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const values = Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement))
    list.filter(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])))
  }
  const types = movementTypes.map((type) => [type, t.types[type]] as const)
  const isFiltered = Object.keys(filters).length > 0
  return (
    <search>
      <form ref={form} class="filter-bar" onSubmit={submit}>
        <details class="filters" open={isFiltered}>
          <summary>{t.filters}</summary>
          <div class="fields">
            <Select name="type" label={t.type} options={[['', t.all], ...types]} value={filters.type ?? ''} />
            <Select
              name="currency"
              label={t.currency}
              options={[['', t.all], ...currencies]}
              value={filters.currency ?? ''}
            />
            <DayFields from={filters.from} to={filters.to} />
            <Button type="submit" appearance="main">
              {t.apply}
            </Button>
          </div>
        </details>
        {isFiltered && (
          <Button small appearance="quiet" onClick={() => list.filter({})}>
            {t.clear}
          </Button>
        )}
      </form>
    </search>
  )
}
