// The portal's menu and the tabs of a phone. What the merchant uses comes first; the rest is folded.
import type { Navigation, NavigationLink } from '../ui/frame/shell.tsx'
import type { Tab } from '../ui/frame/tabs.tsx'
import { catalogue, language } from '../ui/language/language.ts'
import { may, type Right } from './access/session.ts'
import type { SalesChannel } from './preferences.ts'

export const portalTexts = catalogue({
  fr: {
    app: 'Espace marchand',
    session: 'Votre compte',
    home: 'Accueil',
    collections: 'Encaissements',
    payments: 'Paiements',
    toCheck: 'À vérifier',
    balance: 'Solde',
    payouts: 'Versements',
    approvals: 'Approbations',
    statements: 'Relevés',
    disputes: 'Litiges',
    links: 'Liens de paiement',
    linksTab: 'Liens',
    groups: 'Listes de payeurs',
    till: 'Caisse',
    money: 'Transferts d’argent',
    transfers: 'Transferts',
    batches: 'Lots de transferts',
    refundBatches: 'Lots de remboursements',
    wallet: 'Portefeuille',
    settlements: 'Clôtures quotidiennes',
    developers: 'Développeurs',
    keys: 'Clés et accès',
    callback: 'Webhooks',
    events: 'Récepteur de test',
    signature: 'Vérifier une signature',
    guides: 'Guides ↗',
    reference: 'Référence de l’API ↗',
    requests: 'Journal des requêtes',
    test: 'Compte de test',
    try: 'Essayer',
    goLive: 'Passer en production',
    shop: 'Ma boutique',
    team: 'Équipe',
    account: 'Compte',
    signOut: 'Se déconnecter',
    times: (zone: string) => `Heures et jours de votre boutique\u00a0: ${zone}.`,
  },
  en: {
    app: 'Merchant portal',
    session: 'Your account',
    home: 'Home',
    collections: 'Payments',
    payments: 'Payments',
    toCheck: 'To check',
    balance: 'Balance',
    payouts: 'Payouts',
    approvals: 'Approvals',
    statements: 'Statements',
    disputes: 'Disputes',
    links: 'Payment links',
    linksTab: 'Links',
    groups: 'Payer lists',
    till: 'Till',
    money: 'Money transfers',
    transfers: 'Transfers',
    batches: 'Batches',
    refundBatches: 'Refund batches',
    wallet: 'Wallet',
    settlements: 'Daily settlements',
    developers: 'Developers',
    keys: 'Keys and access',
    callback: 'Webhooks',
    events: 'Test receiver',
    signature: 'Check a signature',
    guides: 'Guides ↗',
    reference: 'API reference ↗',
    requests: 'Request log',
    test: 'Test account',
    try: 'Try it out',
    goLive: 'Go live',
    shop: 'My shop',
    team: 'Team',
    account: 'Account',
    signOut: 'Sign out',
    times: (zone: string) => `Times and days are your shop’s: ${zone}.`,
  },
})

/** A link to a page, where the user may see it. */
const link = (name: string, label: string, right: Right): NavigationLink[] =>
  may(right) ? [{ href: `/portal${name}`, label }] : []

/**
 * @param channel how the merchant sells; null if it has not said, undefined until that is known
 * @param waiting how many disputes wait for the merchant's response, and approvals for the user's decision
 */
export function navigationOf(
  isTest: boolean,
  channel: SalesChannel | null | undefined,
  { disputes = 0, approvals = 0 }: { disputes?: number; approvals?: number } = {},
): Navigation {
  const t = portalTexts()
  const collections = {
    heading: t.collections,
    links: [
      ...link('/payments', t.payments, 'payments'),
      ...link('/to-check', t.toCheck, 'payments'),
      ...link('/refund-batches', t.refundBatches, 'payments'),
      ...link('/balance', t.balance, 'money'),
      ...link('/payouts', t.payouts, 'money'),
      ...link('/approvals', t.approvals, 'approve').map((one) => ({ ...one, count: approvals })),
      ...link('/statements', t.statements, 'money'),
      ...link('/disputes', t.disputes, 'payments').map((one) => ({ ...one, count: disputes })),
      ...link('/links', t.links, 'links'),
      ...link('/groups', t.groups, 'links'),
      ...link('/till', t.till, 'sell'),
    ],
  }
  const money = {
    heading: t.money,
    links: [
      ...link('/transfers', t.transfers, 'payments'),
      ...link('/batches', t.batches, 'payments'),
      ...link('/wallet', t.wallet, 'money'),
      ...link('/settlements', t.settlements, 'money'),
    ],
  }
  const developers = { heading: t.developers, links: developerLinks(isTest) }
  const folded = { folded: true } as const
  const groups = {
    link: [collections, { ...money, ...folded }, { ...developers, ...folded }],
    site: [collections, developers, { ...money, ...folded }],
    transfer: [money, developers, { ...collections, ...folded }],
    any: [collections, money, developers],
  }[channel ?? 'any']
  // The first thing that whoever sells by link looks for.
  const sellsByLink = channel === 'link'
  const shop = link('/shop', t.shop, 'configure')
  const test = [...link('/try', t.try, 'sandbox'), ...link('/go-live', t.goLive, 'configure')]
  return [
    { links: [...link('', t.home, 'account'), ...(sellsByLink ? shop : [])] },
    ...(isTest ? [{ heading: t.test, links: test }] : []),
    ...groups,
    {
      links: [
        ...(sellsByLink ? [] : shop),
        ...link('/team', t.team, 'team'),
        ...link('/account', t.account, 'account'),
      ],
    },
  ].filter(({ links }) => links.length > 0)
}

/** What an integration needs; nothing for users who have no part in it. */
function developerLinks(isTest: boolean): NavigationLink[] {
  const t = portalTexts()
  if (!may('integration')) return []
  return [
    ...link('/keys', t.keys, 'keys'),
    ...link('/callback', t.callback, 'integration'),
    ...(isTest ? link('/events', t.events, 'integration') : []),
    ...link('/signature', t.signature, 'keys'),
    ...link('/requests', t.requests, 'integration'),
    { href: `/guides/${language.value}`, label: t.guides, beside: true },
    { href: '/docs', label: t.reference, beside: true },
  ]
}

/** Strokes of 24 by 24. */
const drawings = {
  home: 'M4 11 12 4l8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z',
  payments: 'M3 6h18v12H3zM3 10h18M7 15h3',
  links:
    'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.700-5.700l-1.500 1.500M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700l1.500-1.500',
  transfers: 'M4 8h14m-4-4 4 4-4 4M20 16H6m4-4-4 4 4 4',
  till: 'M6 4h12v16H6zM9 8h6M9 12h.01M12 12h.01M15 12h.01M9 16h.01M12 16h.01M15 16h.01',
  wallet: 'M4 7h15a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zm0 0V6a1 1 0 0 1 1-1h11M16 13h.01',
} as const

/** The tabs at the bottom of a phone's screen, beside the menu. */
export function tabsOf(channel: SalesChannel | null | undefined): Tab[] {
  const t = portalTexts()
  const home: Tab = { href: '/portal', label: t.home, drawing: drawings.home }
  const payments: Tab = { href: '/portal/payments', label: t.payments, drawing: drawings.payments }
  const links: Tab = { href: '/portal/links', label: t.linksTab, drawing: drawings.links }
  const transfers: Tab = { href: '/portal/transfers', label: t.transfers, drawing: drawings.transfers }
  const till: Tab = { href: '/portal/till', label: t.till, drawing: drawings.till }
  const wallet: Tab = { href: '/portal/wallet', label: t.wallet, drawing: drawings.wallet }
  if (!may('payments')) return [home, ...(may('sell') ? [till] : []), links]
  if (channel === 'transfer') return may('money') ? [home, transfers, wallet] : [home, transfers]
  if (channel === 'link') return may('sell') ? [home, payments, links, till] : [home, payments, links]
  return channel === 'site' ? [home, payments, links] : [home, payments, transfers]
}
