import { Amount } from '../../ui/display/amount.tsx'
import { Figure, Figures } from '../../ui/display/facts.tsx'
import { PagedList, type Pagination } from '../../ui/display/pager.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { catalogue, formatNumber, plural } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api, may, session } from '../access/session.ts'
import type { Balance, WalletLine } from '../api-types.ts'
import { useList } from '../list.ts'
import { movementsOf } from './movements.ts'
import { TopUp } from './top-up.tsx'
import { WalletRows } from './wallet-rows.tsx'

const texts = catalogue({
  fr: {
    title: 'Portefeuille',
    intro: 'Vos transferts sont débités de ce portefeuille prépayé, en dollars.',
    available: 'Disponible',
    reserved: 'Réservé',
    reservedNote: 'transferts en cours',
    total: 'Total',
    history: 'Mouvements',
    transfers: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'transfert', other: 'transferts' })}`,
    others: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'autre mouvement', other: 'autres mouvements' })}`,
    entries: (count: number) => `${formatNumber(count)} écritures, regroupées par transfert`,
  },
  en: {
    title: 'Wallet',
    intro: 'Your transfers are debited from this prefunded wallet, in US dollars.',
    available: 'Available',
    reserved: 'Reserved',
    reservedNote: 'transfers in progress',
    total: 'Total',
    history: 'Movements',
    transfers: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'transfer', other: 'transfers' })}`,
    others: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'other movement', other: 'other movements' })}`,
    entries: (count: number) => `${formatNumber(count)} entries, grouped by transfer`,
  },
})

/** A transfer has about four entries, so that a page shows about twenty rows. */
const entriesAtOnce = 80

/** Counts what the reader sees: rows, unless more pages hold rows that are not loaded. */
function countText(items: readonly WalletLine[], { pages, total }: Pagination): string {
  const t = texts()
  if (pages > 1) return t.entries(total)
  const rows = movementsOf(items)
  const transfers = rows.filter(({ lines }) => lines[0]?.transaction_id).length
  return [
    transfers > 0 && t.transfers(transfers),
    rows.length > transfers && t.others(rows.length - transfers),
  ]
    .filter(Boolean)
    .join(' · ')
}

export function WalletPage() {
  const t = texts()
  const balance = useLoad('wallet', (signal) => api.get<Balance>('wallet', {}, signal))
  const list = useList<WalletLine>('wallet', { source: 'wallet/history', limit: entriesAtOnce })
  const reload = () => {
    balance.reload()
    list.loaded.reload()
  }
  return (
    <Page
      title={t.title}
      intro={t.intro}
      side={may('sandbox') && session.value?.environment === 'sandbox' && <TopUp done={reload} />}
    >
      <Await of={balance}>
        {({ available, reserved, total, currency }) => (
          <Figures>
            <Figure name={t.available} value={<Amount of={available} currency={currency} />} />
            <Figure
              name={t.reserved}
              value={<Amount of={reserved} currency={currency} />}
              note={t.reservedNote}
            />
            <Figure name={t.total} value={<Amount of={total} currency={currency} />} />
          </Figures>
        )}
      </Await>
      <h2>{t.history}</h2>
      <Await of={list.loaded}>
        {({ items, pagination }) => (
          <PagedList pagination={pagination} hrefOf={list.hrefOf} count={countText(items, pagination)}>
            <WalletRows lines={items} />
          </PagedList>
        )}
      </Await>
    </Page>
  )
}
