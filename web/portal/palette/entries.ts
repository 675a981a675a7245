// What the palette offers: actions and pages at once, links once they are loaded, payments and transfers by a search.
import { formatMoney } from '../../ui/display/amount.tsx'
import type { Paged } from '../../ui/display/pager.tsx'
import { pageEntries, settingsFor, sharedActions, useSearch } from '../../ui/palette/entries.ts'
import { fits, fitting } from '../../ui/palette/matches.ts'
import type { Entry, Group } from '../../ui/palette/palette.tsx'
import { paletteTexts as sharedTexts } from '../../ui/palette/texts.ts'
import { queryText } from '../../ui/service/client.ts'
import { useLoad } from '../../ui/service/load.ts'
import { api, hasModes, may, session, signOut } from '../access/session.ts'
import type { Payment, PaymentLink, Transfer } from '../api-types.ts'
import { labelOf } from '../labels.ts'
import { linkAmount } from '../links/part-facts.tsx'
import { navigationOf } from '../navigation.ts'
import { preferences } from '../preferences.ts'
import { ownSettings } from './settings.ts'
import { paletteTexts } from './texts.ts'

const maxLinks = 100
const maxShown = 6

/** The groups that fit what was typed, in the order shown; groups without entries are left out. */
export function useEntries(typed: string): Group[] {
  const t = { ...sharedTexts(), ...paletteTexts() }
  const links = useLoad('palette links', (signal) =>
    api.get<Paged<PaymentLink>>('links', { limit: maxLinks }, signal),
  ).data?.items
  const found = useSearch(typed, search)
  const groups: Group[] = [
    { name: t.actions, entries: fitting(actions(), typed) },
    { name: t.payments, entries: firstOf(found?.payments, paymentEntry, 'payments', t.allPayments, typed) },
    {
      name: t.transfers,
      entries: firstOf(found?.transfers, transferEntry, 'transfers', t.allTransfers, typed),
    },
    {
      name: t.links,
      entries: (typed === '' ? [] : (links ?? []))
        .filter((link) => fits(`${link.merchant_reference} ${link.description} ${link.code}`, typed))
        .slice(0, maxShown)
        .map(linkEntry),
    },
    settingsFor(ownSettings(), typed),
    pageEntries(
      navigationOf(
        { isTest: session.value?.environment === 'sandbox', hasModes: hasModes.value },
        preferences.value?.sells_by,
      ),
      typed,
    ),
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}

const search = async (q: string, signal: AbortSignal) =>
  may('payments')
    ? api.get<{ payments: Payment[]; transfers: Transfer[] }>('search', { q }, signal)
    : undefined

/** The first records found, and where there are more a way to all of them. */
function firstOf<Row>(
  rows: readonly Row[] = [],
  entryOf: (row: Row) => Entry,
  page: 'payments' | 'transfers',
  all: (typed: string) => string,
  typed: string,
): Entry[] {
  const q = typed.trim()
  const first = rows.slice(0, maxShown).map(entryOf)
  if (rows.length <= maxShown) return first
  return [...first, { key: `all ${page}`, label: all(q), href: `/portal/${page}${queryText({ q })}` }]
}

/** How people ask for it, in French and in English. */
const linkWords = 'nouveau lien partager whatsapp sms qr facture vendre new link share invoice sell'
const tillWords = 'caisse vente vendre encaisser magasin till sale sell charge shop'

function actions(): Entry[] {
  const t = paletteTexts()
  const isTest = session.value?.environment === 'sandbox'
  return [
    ...(may('sell')
      ? [
          { key: 'new link', label: t.newLink, words: linkWords, href: '/portal/links/new' },
          { key: 'till', label: t.till, words: tillWords, href: '/portal/till' },
        ]
      : []),
    ...(isTest && may('sandbox')
      ? [
          {
            key: 'test',
            label: t.test,
            words: 'essayer essai carte transfert test try card transfer',
            href: '/portal/try',
          },
        ]
      : []),
    ...sharedActions(signOut),
  ]
}

const paymentEntry = (payment: Payment): Entry => ({
  key: payment.transaction_uuid,
  label: payment.merchant_reference,
  note: `${formatMoney(payment.amount, payment.currency)} · ${labelOf('payment', payment.status)}`,
  href: `/portal/payments/${encodeURIComponent(payment.transaction_uuid)}`,
})

const transferEntry = (transfer: Transfer): Entry => ({
  key: transfer.transaction_id,
  label: transfer.reference,
  note: `${formatMoney(transfer.amount, transfer.currency)} · ${labelOf('transfer', transfer.status)}`,
  href: `/portal/transfers/${encodeURIComponent(transfer.transaction_id)}`,
})

const linkEntry = (link: PaymentLink): Entry => ({
  key: link.code,
  label: link.description || link.merchant_reference,
  note: `${linkAmount(link)} · ${labelOf('link', link.status)}`,
  href: `/portal/links/${link.code}`,
})
