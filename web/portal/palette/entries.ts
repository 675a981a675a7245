// What the palette offers: actions and pages at once, links once they are loaded, payments and transfers by a search.
import { useEffect, useState } from 'preact/hooks'
import { formatMoney } from '../../ui/display/amount.tsx'
import type { Paged } from '../../ui/display/pager.tsx'
import { chooseLanguage, language } from '../../ui/language/language.ts'
import { fits } from '../../ui/palette/matches.ts'
import type { Entry, Group } from '../../ui/palette/palette.tsx'
import { queryText } from '../../ui/service/client.ts'
import { useLoad } from '../../ui/service/load.ts'
import { api, may, session, signOut } from '../access/session.ts'
import type { Payment, PaymentLink, Transfer } from '../api-types.ts'
import { labelOf } from '../labels.ts'
import { navigationOf } from '../navigation.ts'
import { preferences } from '../preferences.ts'
import { settingEntries } from './settings.ts'
import { paletteTexts } from './texts.ts'

const maxLinks = 100
const maxShown = 6
const pauseMs = 250
const minTyped = 2

/** The groups that fit what was typed, in the order shown; groups without entries are left out. */
export function useEntries(typed: string): Group[] {
  const t = paletteTexts()
  const links = useLoad('palette links', (signal) =>
    api.get<Paged<PaymentLink>>('links', { limit: maxLinks }, signal),
  ).data?.items
  const found = useSearch(typed.trim())
  const groups: Group[] = [
    {
      name: t.actions,
      entries: actions().filter(({ label, words = '' }) => fits(`${label} ${words}`, typed)),
    },
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
    // Only what is looked for: all of them would push the pages out of sight.
    {
      name: t.settings,
      entries:
        typed.trim() === ''
          ? []
          : settingEntries()
              .filter(({ label, words = '' }) => fits(`${label} ${words}`, typed))
              .slice(0, maxShown),
    },
    { name: t.pages, entries: pages().filter(({ label }) => fits(label, typed)) },
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}

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
  const other = language.value === 'fr' ? 'en' : 'fr'
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
    {
      key: 'language',
      label: t.language,
      words: 'langue français anglais language french english',
      lang: other,
      run: () => chooseLanguage(other),
    },
    {
      key: 'sign out',
      label: t.signOut,
      words: 'quitter sortir déconnexion log out logout leave',
      run: signOut,
    },
  ]
}

function pages(): Entry[] {
  const groups = navigationOf(session.value?.environment === 'sandbox', preferences.value?.sells_by)
  return groups
    .flatMap(({ links }) => links)
    .filter(({ beside }) => !beside)
    .map(({ href, label }) => ({ key: href, label, href }))
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
  note: `${formatMoney(link.amount, link.currency)} · ${labelOf('link', link.status)}`,
  href: `/portal/links/${link.code}`,
})

type Found = { payments: Payment[]; transfers: Transfer[] }

/** Searches once the user has stopped typing. Failures show nothing: the pages and actions still work. */
function useSearch(typed: string): Found | undefined {
  const [found, setFound] = useState<{ typed: string; of: Found }>()
  useEffect(() => {
    if (typed.length < minTyped || !may('payments')) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      api.get<Found>('search', { q: typed }, abort.signal).then(
        (of) => setFound({ typed, of }),
        () => {},
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [typed])
  return found?.typed === typed ? found.of : undefined
}
