// The console's palette finds payments, transfers, merchants, pages and actions.
import { formatMoney } from '../../ui/display/amount.tsx'
import type { Paged } from '../../ui/display/pager.tsx'
import { stateTexts } from '../../ui/language/states.ts'
import { pageEntries, settingsFor, sharedActions, useSearch } from '../../ui/palette/entries.ts'
import { fitting } from '../../ui/palette/matches.ts'
import { type Entry, type Group, type Opened, Palette } from '../../ui/palette/palette.tsx'
import { paletteTexts as sharedTexts } from '../../ui/palette/texts.ts'
import { signOut } from '../frame/session.ts'
import { listMerchants, type Merchant } from '../merchants/merchant.ts'
import { navigation } from '../navigation.ts'
import { listPayments, type Payment } from '../payments/payment.ts'
import { listTransfers, type Transfer } from '../transfers/transfer.ts'
import { ownSettings } from './settings.ts'
import { paletteTexts } from './texts.ts'

const maxShown = '5'

export function ConsolePalette(opened: Opened) {
  return <Palette {...opened} useEntries={useEntries} label={paletteTexts().label} />
}

function useEntries(typed: string): Group[] {
  const t = { ...sharedTexts(), ...paletteTexts() }
  const found = useSearch(typed, search)
  const groups: Group[] = [
    { name: t.payments, entries: (found?.payments ?? []).map(paymentEntry) },
    { name: t.transfers, entries: (found?.transfers ?? []).map(transferEntry) },
    { name: t.merchants, entries: (found?.merchants ?? []).map(merchantEntry) },
    settingsFor(ownSettings(), typed),
    pageEntries(navigation(), typed),
    // Nothing of the console is stored on the device.
    { name: t.actions, entries: fitting(sharedActions(signOut, false), typed) },
  ]
  return groups.filter(({ entries }) => entries.length > 0)
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

async function search(q: string, signal: AbortSignal) {
  const [payments, transfers, merchants] = await Promise.all([
    itemsOf(listPayments({ q, limit: maxShown }, signal)),
    itemsOf(listTransfers({ q, limit: maxShown }, signal)),
    itemsOf(listMerchants({ search: q, limit: maxShown }, signal)),
  ])
  return { payments, transfers, merchants }
}

const itemsOf = <Item,>(list: Promise<Paged<Item>>): Promise<Item[]> =>
  list.then(
    ({ items }) => items,
    () => [],
  )
