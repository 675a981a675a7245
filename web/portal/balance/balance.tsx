// The balance of card payments: what is pending, available and reserved in each currency, and the movements it consists of.

import { BalanceFigures } from '../../ui/balances/figures.tsx'
import { Movements } from '../../ui/balances/movements.tsx'
import { balanceTexts, movementTypes } from '../../ui/balances/texts.ts'
import { currencies } from '../../ui/display/constants.generated.ts'
import { PagedList } from '../../ui/display/pager.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../access/session.ts'
import type { BalanceMovement, CardBalance, NextRelease } from '../api-types.ts'
import { Filters } from '../filters.tsx'
import { useList } from '../list.ts'
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
    <Page title={t.title} intro={t.intro}>
      <Await of={balances}>{(loaded) => <BalanceFigures {...loaded} />}</Await>
      <p>
        <ButtonLink href="/portal/payouts">{t.payouts}</ButtonLink>
      </p>
      <h2>{t.movements}</h2>
      <Filters
        list={list}
        file="balance-transactions.csv"
        choices={[
          {
            name: 'type',
            label: t.type,
            options: movementTypes.map((type) => [type, t.types[type]] as const),
          },
          { name: 'currency', label: t.currency, options: currencyOptions },
        ]}
      />
      <Await of={list.loaded}>
        {({ items, pagination }) => (
          <PagedList pagination={pagination} hrefOf={list.hrefOf} count={t.count(pagination.total)}>
            <Movements
              rows={items}
              linkOf={({ page, id }) => `/portal/${page}/${encodeURIComponent(id)}`}
              empty={<NothingHere list={list} none={t.none} hint={t.noneHint} />}
            />
          </PagedList>
        )}
      </Await>
    </Page>
  )
}

const currencyOptions = currencies.map((code) => [code, code] as const)
