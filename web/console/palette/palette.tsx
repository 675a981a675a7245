// The console's palette finds payments, transfers, merchants, pages and actions.
import { useEffect, useState } from 'preact/hooks'
import { formatMoney } from '../../ui/display/amount.tsx'
import type { Paged } from '../../ui/display/pager.tsx'
import { chooseLanguage, language } from '../../ui/language/language.ts'
import { stateTexts } from '../../ui/language/states.ts'
import { fits } from '../../ui/palette/matches.ts'
import { type Entry, type Group, Palette } from '../../ui/palette/palette.tsx'
import { signOut } from '../frame/session.ts'
import { listMerchants, type Merchant } from '../merchants/merchant.ts'
import { navigation } from '../navigation.ts'
import { listPayments, type Payment } from '../payments/payment.ts'
import { listTransfers, type Transfer } from '../transfers/transfer.ts'
import { paletteTexts } from './texts.ts'

const maxShown = '5'
const pauseMs = 250
const minTyped = 2

export function ConsolePalette(opened: { close: () => void; typed: string }) {
  return <Palette {...opened} useEntries={useEntries} texts={paletteTexts()} />
}

function useEntries(typed: string): Group[] {
  const t = paletteTexts()
  const found = useSearch(typed.trim())
  const pages = navigation()
    .flatMap(({ links }) => links)
    .filter(({ beside }) => !beside)
    .map(({ href, label }) => ({ key: href, label, href }))
  const groups: Group[] = [
    { name: t.payments, entries: (found?.payments ?? []).map(paymentEntry) },
    { name: t.transfers, entries: (found?.transfers ?? []).map(transferEntry) },
    { name: t.merchants, entries: (found?.merchants ?? []).map(merchantEntry) },
    { name: t.pages, entries: pages.filter(({ label }) => fits(label, typed)) },
    { name: t.actions, entries: actions().filter(({ label }) => fits(label, typed)) },
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}

function actions(): Entry[] {
  const t = paletteTexts()
  const other = language.value === 'fr' ? 'en' : 'fr'
  return [
    { key: 'language', label: t.language, lang: other, run: () => chooseLanguage(other, false) },
    { key: 'sign out', label: t.signOut, run: () => signOut() },
  ]
}

const paymentEntry = (payment: Payment): Entry => ({
  key: payment.transaction_uuid,
  label: payment.merchant_reference,
  note: [
    payment.merchant_name,
    formatMoney(payment.amount, payment.currency),
    stateTexts().payment[payment.status],
  ].join(' · '),
  href: `/console/payments/${encodeURIComponent(payment.transaction_uuid)}`,
})

const transferEntry = (transfer: Transfer): Entry => ({
  key: transfer.transaction_id,
  label: transfer.reference,
  note: [
    transfer.merchant_name,
    formatMoney(transfer.amount, transfer.currency),
    stateTexts().transfer[transfer.status],
  ].join(' · '),
  href: `/console/transfers/${encodeURIComponent(transfer.transaction_id)}`,
})

const merchantEntry = (merchant: Merchant): Entry => ({
  key: merchant.merchant_code,
  label: merchant.name,
  note: merchant.merchant_code,
  href: `/console/merchants/${encodeURIComponent(merchant.merchant_code)}`,
})

type Found = { payments: Payment[]; transfers: Transfer[]; merchants: Merchant[] }

/** Searches once the user has stopped typing. A search that fails shows nothing: the pages and actions still work. */
function useSearch(typed: string): Found | undefined {
  const [found, setFound] = useState<{ typed: string; of: Found }>()
  useEffect(() => {
    if (typed.length < minTyped) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      const [payments, transfers, merchants] = await Promise.all([
        itemsOf(listPayments({ q: typed, limit: maxShown }, abort.signal)),
        itemsOf(listTransfers({ q: typed, limit: maxShown }, abort.signal)),
        itemsOf(listMerchants({ search: typed, limit: maxShown }, abort.signal)),
      ])
      if (!abort.signal.aborted) setFound({ typed, of: { payments, transfers, merchants } })
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [typed])
  return found?.typed === typed ? found.of : undefined
}

const itemsOf = <Item,>(list: Promise<Paged<Item>>): Promise<Item[]> =>
  list.then(
    ({ items }) => items,
    () => [],
  )
