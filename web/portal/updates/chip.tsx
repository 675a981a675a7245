// "1 new payment": above a list whose first page is not what is shown.
import { useEffect } from 'preact/hooks'
import { catalogue, formatNumber, plural } from '../../ui/language/language.ts'
import type { List } from '../list.ts'
import { created, useUpdates, type Watched } from './updates.ts'

/** The lists that announce what is new. */
type Announced = Exclude<Watched, 'payouts'>

const texts = catalogue({
  fr: {
    payments: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'nouveau paiement', other: 'nouveaux paiements' })}`,
    transfers: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'nouveau transfert', other: 'nouveaux transferts' })}`,
  },
  en: {
    payments: (count: number) =>
      `${formatNumber(count)} new ${plural(count, { one: 'payment', other: 'payments' })}`,
    transfers: (count: number) =>
      `${formatNumber(count)} new ${plural(count, { one: 'transfer', other: 'transfers' })}`,
  },
})

/**
 * Keeps a list current: its rows change by themselves, and new ones are announced, so that no row moves under a finger.
 */
export function Live<Item>({ of: watched, list }: { of: Announced; list: List<Item> }) {
  const t = texts()
  const count = created[watched].value
  const { reload } = list.loaded
  const update = () => {
    // While new rows are announced, the ones shown stay; an empty list has none to keep in place.
    if (list.loaded.data?.items.length === 0) created[watched].value = 0
    if (created[watched].value === 0) reload()
  }
  useUpdates(watched, update)
  useEffect(() => {
    created[watched].value = 0
  }, [])
  const show = () => {
    created[watched].value = 0
    if (list.query.page) list.filter(list.filters)
    reload()
    scrollTo(0, 0)
  }
  return (
    <div class="live" role="status">
      {count > 0 && (
        <button type="button" class="chip" onClick={show}>
          <span aria-hidden="true">↑</span> {t[watched](count)}
        </button>
      )}
    </div>
  )
}
