// The console's menu and the tabs of a phone, with the number of items that wait on each page.
import type { Navigation } from '../ui/frame/places.tsx'
import type { Tab } from '../ui/frame/tabs.tsx'
import { may, type Right } from './frame/rights.ts'
import { session } from './frame/session.ts'
import { frameTexts } from './frame/texts.ts'
import { waiting } from './overview/queues.ts'

export const start = '/console'

/** The right that each page reads with; a page that is not here is for everybody. */
const rightOfPage: Readonly<Record<string, Right>> = {
  holds: 'read_compliance',
  'refund-requests': 'money',
  'payout-approvals': 'money',
  payouts: 'money',
  exceptions: 'read_operations',
  alerts: 'read_compliance',
  cases: 'read_compliance',
  wallets: 'money',
  cells: 'read_operations',
  settlements: 'money',
  reconciliation: 'money',
  'payout-batches': 'money',
  bank: 'money',
  lists: 'read_compliance',
  blacklist: 'read_compliance',
  limits: 'read_compliance',
  regulatory: 'read_compliance',
  retention: 'read_compliance',
  audit: 'audit',
  staff: 'read_staff',
}

/** The part of an address of the console that names the page. */
export const pageOf = (address: string): string => /^\/console\/([\w-]+)/.exec(address)?.[1] ?? ''

/** Whether the admin may open a page of the console, by the part of its address that names it. */
export function mayOpen(page: string): boolean {
  const right = rightOfPage[page]
  return right === undefined || may(right)
}

/** The menu, without the pages that the role lacks. */
export function navigation(): Navigation {
  return allPages()
    .map((group) => ({
      ...group,
      links: group.links.filter(({ href }) => mayOpen(pageOf(href))),
    }))
    .filter(({ links }) => links.length > 0)
}

const to = (name: keyof ReturnType<typeof frameTexts>['pages'], count = 0) => ({
  href: name === 'overview' ? start : `${start}/${name}`,
  label: frameTexts().pages[name],
  count,
})

function allPages(): Navigation {
  const t = frameTexts()
  const { queues, rates, test_inbox } = waiting.value ?? {}
  return [
    { links: [to('overview')] },
    {
      heading: t.groups.work,
      links: [
        to('approvals', queues?.decisions_waiting),
        to('holds', queues?.holds),
        to('refund-requests', queues?.refund_requests_waiting),
        to('payout-approvals', queues?.payouts_waiting),
        to('disputes', (queues?.dispute_exceptions_open ?? 0) + (queues?.disputes_to_file ?? 0)),
        to('alerts', queues?.alerts_open),
        to('cases', queues?.cases_open),
        to('exceptions', queues?.exceptions_open),
        to('stuck-money'),
      ],
    },
    {
      heading: t.groups.money,
      links: [
        to('payments'),
        to('refund-batches'),
        to('transfers'),
        to('payouts'),
        to('wallets', queues?.adjustments_pending),
        to('settlements'),
        to('reconciliation'),
        to('payout-batches'),
        to('bank', queues?.bank_lines_open),
      ],
    },
    {
      heading: t.groups.merchants,
      links: [to('merchants', queues?.go_live_pending), to('deliveries', queues?.dead_webhooks)],
    },
    {
      heading: t.groups.compliance,
      links: [to('lists'), to('blacklist'), to('limits'), to('regulatory'), to('retention')],
    },
    {
      heading: t.groups.service,
      links: [
        to('rates', rates?.quarantined),
        to('operators', queues?.collections_stuck),
        to('cells'),
        to('audit'),
        to('staff'),
        ...(session.value?.me.user ? [to('account')] : []),
        ...(test_inbox ? [{ href: test_inbox, label: t.inbox, beside: true as const }] : []),
        { href: '/docs/admin', label: t.reference, beside: true },
      ],
    },
  ]
}

/** Strokes of 24 by 24. */
const drawings = {
  home: 'M4 11 12 4l8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z',
  holds: 'M12 3 5 6v5.500c0 4.300 2.900 7.600 7 9.500 4.100-1.900 7-5.200 7-9.500V6zM10 9.500v5M14 9.500v5',
  payments: 'M3 6h18v12H3zM3 10h18M7 15h3',
  transfers: 'M4 8h14m-4-4 4 4-4 4M20 16H6m4-4-4 4 4 4',
} as const

/** The tabs at the bottom of a phone's screen, beside the menu. */
export function tabs(): Tab[] {
  const t = frameTexts().tabs
  return [
    { href: start, label: t.home, drawing: drawings.home },
    {
      href: `${start}/holds`,
      label: t.holds,
      drawing: drawings.holds,
      count: waiting.value?.queues.holds,
    },
    { href: `${start}/payments`, label: t.payments, drawing: drawings.payments },
    { href: `${start}/transfers`, label: t.transfers, drawing: drawings.transfers },
  ].filter(({ href }) => mayOpen(pageOf(href)))
}
