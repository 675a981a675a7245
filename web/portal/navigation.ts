// The portal's menu and the tabs of a phone: at most nine areas, in the order of how the merchant sells, and their pages one step below.
import type { Navigation, NavigationLink } from '../ui/frame/places.tsx'
import type { Tab } from '../ui/frame/tabs.tsx'
import { catalogue, language } from '../ui/language/language.ts'
import { may, type Right } from './access/session.ts'
import type { SalesChannel } from './preferences.ts'

/** The pictograms of the areas: strokes of 24 by 24, drawn by `Drawing` and hidden from screen readers. */
const icons = {
  home: 'M4 11 12 4l8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z',
  payments: 'M5 6h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM3 10h18M7 14h3',
  links:
    'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.700-5.700l-1.500 1.500M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700l1.500-1.500',
  till: 'M7 3h10a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM9 7h6M9 12h.01M12 12h.01M15 12h.01M9 16h.01M12 16h.01M15 16h.01',
  transfers: 'M4 8h15m-4-4 4 4-4 4M20 16H5m4-4-4 4 4 4',
  batches: 'm12 4 9 4-9 4-9-4zM3 12l9 4 9-4M3 16l9 4 9-4',
  wallet: 'M4 7h15a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zm0 0V6a1 1 0 0 1 1-1h11M16 13h.01',
  balance: 'm4 9 8-5 8 5zM6 9v8M10 9v8M14 9v8M18 9v8M4 20h16M5 17h14',
  developers: 'm8 7-5 5 5 5M16 7l5 5-5 5M14 5l-4 14',
  test: 'M9 3h6M10 3v6L5 18a2 2 0 0 0 2 3h10a2 2 0 0 0 2-3l-5-9V3M8 15h8',
  settings:
    'M4 7h8M18 7h2M4 17h2M12 17h8M15 4a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM9 14a3 3 0 1 1 0 6 3 3 0 0 1 0-6z',
  account: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4 20c1-3 4-5 8-5s7 2 8 5',
} as const

export const portalTexts = catalogue({
  fr: {
    app: 'Espace marchand',
    session: 'Votre compte',
    home: 'Accueil',
    payments: 'Paiements',
    allPayments: 'Tous les paiements',
    toCheck: 'À vérifier',
    moneyArea: 'Solde et versements',
    balance: 'Solde',
    payouts: 'Versements',
    approvals: 'Approbations',
    statements: 'Relevés',
    disputes: 'Litiges',
    links: 'Liens de paiement',
    linksArea: 'Liens',
    groups: 'Listes de payeurs',
    till: 'Caisse',
    transfers: 'Transferts',
    allTransfers: 'Tous les transferts',
    batches: 'Lots de transferts',
    refundBatches: 'Lots de remboursements',
    walletArea: 'Portefeuille et clôtures',
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
    settings: 'Paramètres',
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
    payments: 'Payments',
    allPayments: 'All payments',
    toCheck: 'To check',
    moneyArea: 'Balance and payouts',
    balance: 'Balance',
    payouts: 'Payouts',
    approvals: 'Approvals',
    statements: 'Statements',
    disputes: 'Disputes',
    links: 'Payment links',
    linksArea: 'Links',
    groups: 'Payer lists',
    till: 'Till',
    transfers: 'Transfers',
    allTransfers: 'All transfers',
    batches: 'Batches',
    refundBatches: 'Refund batches',
    walletArea: 'Wallet and settlements',
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
    settings: 'Settings',
    shop: 'My shop',
    team: 'Team',
    account: 'Account',
    signOut: 'Sign out',
    times: (zone: string) => `Times and days are your shop’s: ${zone}.`,
  },
})

/** How much waits on the pages that show it in the menu. */
export type Waiting = {
  /** Disputes that need a response. */
  disputes?: number
  /** Requests that the user may approve. */
  approvals?: number
  /** Webhooks of the last seven days that were given up. */
  webhooks?: number
}

/** A link to a page, where the user may see it. */
const link = (name: string, label: string, right: Right, count = 0): NavigationLink[] =>
  may(right) ? [{ href: `/portal${name}`, label, count }] : []

/** An area opens at its first page. One with a single page is that page, one without pages is left out. */
function area(drawing: string, label: string, ...pages: NavigationLink[]): NavigationLink[] {
  const [first] = pages
  if (!first) return []
  return pages.length === 1 ? [{ ...first, drawing }] : [{ href: first.href, label, drawing, pages }]
}

/** The pages of the menu by what they are about, where the user may see them. */
function pagesOf({ disputes, approvals }: Waiting) {
  const t = portalTexts()
  return {
    payments: [
      ...link('/payments', t.allPayments, 'payments'),
      ...link('/to-check', t.toCheck, 'payments'),
      ...link('/disputes', t.disputes, 'payments', disputes),
      ...link('/refund-batches', t.refundBatches, 'payments'),
    ],
    links: [...link('/links', t.links, 'links'), ...link('/groups', t.groups, 'links')],
    till: link('/till', t.till, 'sell'),
    balance: [
      ...link('/balance', t.balance, 'money'),
      ...link('/payouts', t.payouts, 'money'),
      ...link('/approvals', t.approvals, 'approve', approvals),
      ...link('/statements', t.statements, 'money'),
    ],
    batches: link('/batches', t.batches, 'payments'),
    wallet: [...link('/wallet', t.wallet, 'money'), ...link('/settlements', t.settlements, 'money')],
  }
}

/** What moves money, arranged by how the merchant sells: what it uses every day is an area of its own. */
function businessAreas(channel: SalesChannel | null | undefined, waiting: Waiting): NavigationLink[] {
  const t = portalTexts()
  const { payments, links, till, balance, batches, wallet } = pagesOf(waiting)
  const money = area(icons.balance, t.moneyArea, ...balance)
  const transfers = may('payments')
    ? area(
        icons.transfers,
        t.transfers,
        ...link('/transfers', t.allTransfers, 'payments'),
        ...batches,
        ...wallet,
      )
    : []
  // A cashier sells, and reads nothing else.
  if (!may('payments'))
    return [...area(icons.till, t.till, ...till), ...area(icons.links, t.linksArea, ...links)]
  if (channel === 'transfer')
    return [
      ...area(icons.transfers, t.transfers, ...link('/transfers', t.transfers, 'payments')),
      ...area(icons.batches, t.batches, ...batches),
      ...area(icons.wallet, t.walletArea, ...wallet),
      ...area(icons.payments, t.payments, ...payments, ...links, ...till),
      ...money,
    ]
  if (channel === 'site')
    return [
      ...area(icons.payments, t.payments, ...payments),
      ...area(icons.links, t.linksArea, ...links, ...till),
      ...money,
      ...transfers,
    ]
  const collecting = [
    ...area(icons.payments, t.payments, ...payments),
    ...area(icons.links, t.linksArea, ...links),
    ...area(icons.till, t.till, ...till),
  ]
  return channel === 'link'
    ? [...collecting, ...money, ...transfers]
    : [...collecting, ...transfers, ...money]
}

/**
 * At most nine areas, whatever the merchant and the role.
 * @param profile.hasModes whether it has gone live, and has a test profile beside
 * @param channel how the merchant sells; null if it has not said, undefined until that is known
 */
export function navigationOf(
  { isTest, hasModes }: { isTest: boolean; hasModes: boolean },
  channel: SalesChannel | null | undefined,
  waiting: Waiting = {},
): Navigation {
  const t = portalTexts()
  const settings = [
    ...link('/shop', t.shop, 'configure'),
    ...link('/team', t.team, 'team'),
    ...link('/account', t.account, 'account'),
  ]
  return [
    {
      links: [
        ...area(icons.home, t.home, ...link('', t.home, 'account')),
        ...businessAreas(channel, waiting),
      ],
    },
    {
      links: [
        ...(isTest
          ? area(
              icons.test,
              t.test,
              ...link('/try', t.try, 'sandbox'),
              ...(hasModes ? [] : link('/go-live', t.goLive, 'configure')),
            )
          : []),
        ...area(icons.developers, t.developers, ...developerPages(isTest, waiting)),
        ...area(settings.length > 1 ? icons.settings : icons.account, t.settings, ...settings),
      ],
    },
  ]
}

/** What an integration needs; nothing for users who have no part in it. */
function developerPages(isTest: boolean, { webhooks }: Waiting): NavigationLink[] {
  const t = portalTexts()
  if (!may('integration')) return []
  return [
    ...link('/keys', t.keys, 'keys'),
    ...link('/callback', t.callback, 'integration', webhooks),
    ...(isTest ? link('/events', t.events, 'integration') : []),
    ...link('/signature', t.signature, 'keys'),
    ...link('/requests', t.requests, 'integration'),
    { href: `/guides/${language.value}`, label: t.guides, beside: true },
    { href: '/docs', label: t.reference, beside: true },
  ]
}

/** The areas of the tabs at the bottom of a phone's screen, by how the merchant sells; the menu beside them has all. */
const tabPages = {
  link: ['', '/payments', '/links', '/till'],
  site: ['', '/payments', '/links'],
  transfer: ['', '/transfers', '/wallet'],
  any: ['', '/payments', '/transfers'],
  cashier: ['', '/till', '/links'],
} as const

/** The first areas of the menu that a thumb reaches without opening it. */
export function tabsOf(menu: Navigation, channel: SalesChannel | null | undefined): Tab[] {
  const t = portalTexts()
  const areas = menu.flatMap(({ links }) => links)
  const pages: readonly string[] = tabPages[may('payments') ? (channel ?? 'any') : 'cashier']
  return pages.flatMap((page) => {
    const area = areas.find(({ href }) => href === `/portal${page}`)
    if (!area?.drawing) return []
    const { href, label, drawing, pages = [] } = area
    const count = area.count || pages.reduce((sum, { count = 0 }) => sum + count, 0)
    return [
      {
        href,
        label: label === t.walletArea ? t.wallet : label,
        drawing,
        count,
        ...(area.pages && { pages }),
      },
    ]
  })
}
