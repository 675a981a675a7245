// The latest payments, or transfers for a merchant that sends money.
import type { Paged } from '../../ui/display/pager.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../access/session.ts'
import type { Payment, Transfer } from '../api-types.ts'
import { PaymentTable } from '../payments/payment-table.tsx'
import { preferences } from '../preferences.ts'
import { TransferTable } from '../transfers/transfer-table.tsx'
import { useUpdates } from '../updates/updates.ts'
import { overviewTexts } from './texts.ts'

const shown = 5
const pollMs = 60_000

export function Recent() {
  const sends = preferences.value?.sells_by === 'transfer'
  return sends ? (
    <>
      <RecentTransfers />
      <RecentPayments />
    </>
  ) : (
    <>
      <RecentPayments />
      <RecentTransfers />
    </>
  )
}

function RecentPayments() {
  const t = overviewTexts()
  const items = useRecent<Payment>('payments')
  if (!items?.length) return null
  return (
    <section class="recent">
      <header>
        <h2>{t.recentPayments}</h2>
        <a href="/portal/payments">{t.allPayments}</a>
      </header>
      <PaymentTable rows={items} empty={null} />
    </section>
  )
}

function RecentTransfers() {
  const t = overviewTexts()
  const items = useRecent<Transfer>('transfers')
  if (!items?.length) return null
  return (
    <section class="recent">
      <header>
        <h2>{t.recentTransfers}</h2>
        <a href="/portal/transfers">{t.allTransfers}</a>
      </header>
      <TransferTable rows={items} empty={null} />
    </section>
  )
}

function useRecent<Item>(list: 'payments' | 'transfers'): Item[] | undefined {
  const load = (signal: AbortSignal) => api.get<Paged<Item>>(list, { limit: shown }, signal)
  const loaded = useLoad(`recent ${list}`, load, { everyMs: pollMs })
  useUpdates(list, loaded.reload)
  return loaded.data?.items
}
