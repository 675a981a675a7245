// What a merchant is owed for card payments: its balances, and the movements they consist of.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { CardBalance, NamedBalanceTransaction, NextRelease } from '../../api/schemas.generated.ts'
import { BalanceFigures } from '../../ui/balances/figures.tsx'
import { Movements } from '../../ui/balances/movements.tsx'
import { balanceTexts } from '../../ui/balances/texts.ts'
import { Card } from '../../ui/display/facts.tsx'
import { type Paged, PagedList } from '../../ui/display/pager.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { ActButton } from '../frame/act-button.tsx'
import { api } from '../frame/session.ts'
import { BalanceCorrection } from './balance-correction.tsx'
import { merchantTexts } from './texts.ts'

export function MerchantBalance({
  code,
  name,
  changed,
}: {
  code: string
  name: string
  changed: () => void
}) {
  const t = balanceTexts()
  const [corrects, setCorrects] = useState(false)
  const page = useLocation().query.page ?? '1'
  const path = `/merchants/${encodeURIComponent(code)}`
  const loaded = useLoad(`balance ${code} ${page}`, async (signal) => {
    const [{ balances }, { releases }, movements] = await Promise.all([
      api.get<{ balances: CardBalance[] }>(`${path}/balance`, {}, signal),
      api.get<{ releases: NextRelease[] }>(`${path}/balance/next`, {}, signal),
      api.get<Paged<NamedBalanceTransaction>>(`${path}/balance/transactions`, { page, limit: 10 }, signal),
    ])
    return { balances, releases, movements }
  })
  return (
    <Card
      title={merchantTexts().balance}
      side={
        <ActButton right="move_money" small onClick={() => setCorrects(true)}>
          {merchantTexts().adjust}…
        </ActButton>
      }
    >
      <Await of={loaded}>
        {({ movements: { items, pagination }, ...figures }) => (
          <>
            <BalanceFigures {...figures} />
            <PagedList
              pagination={pagination}
              hrefOf={(number) => `/console${path}?page=${number}`}
              count={t.count(pagination.total)}
            >
              <Movements
                rows={items}
                linkOf={({ page, id }) => `/console/${page}/${encodeURIComponent(id)}`}
                empty={<EmptyState title={t.none} />}
              />
            </PagedList>
          </>
        )}
      </Await>
      {corrects && (
        <BalanceCorrection code={code} name={name} changed={changed} close={() => setCorrects(false)} />
      )}
    </Card>
  )
}
