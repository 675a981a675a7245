// How far the links of a group are paid, as the portal reads it.
import { formatMoney, money } from '../../../kernel/money.ts'
import { utcSecond } from '../../../platform/time/clock.ts'
import { linkAddress, statusAt } from '../../transaction/payment-link.ts'
import type { LinkNeeds } from '../manage-links.ts'
import { nextDueOf, remainingOf } from '../parts.ts'
import type { GroupFigures, MemberRow } from './queries.ts'

export function renderedFigures({ links, paid_links, late_links, sums }: GroupFigures) {
  return {
    ...{ links, paid_links, late_links },
    sums: sums.map(({ currency, total, paid, overdue }) => {
      const shown = (minor: bigint) => formatMoney(money(minor, currency))
      return {
        currency,
        total: shown(BigInt(total)),
        paid: shown(BigInt(paid)),
        remaining: shown(BigInt(total) - BigInt(paid)),
        overdue: shown(BigInt(overdue)),
      }
    }),
  }
}

export function memberOf({ clock, baseUrl }: Pick<LinkNeeds, 'clock' | 'baseUrl'>, link: MemberRow) {
  const shown = (minor: bigint | null) => (minor === null ? null : formatMoney(money(minor, link.currency)))
  const due = nextDueOf(link)
  // A link with a fixed amount says how often it was paid, and no sum.
  const [paid, remaining] = link.kind === 'single' ? [null, null] : [link.paid_minor, remainingOf(link)]
  return {
    code: link.code,
    url: linkAddress(baseUrl, link.code),
    state: link.state,
    status: statusAt(link, clock.now()),
    kind: link.kind,
    merchant_reference: link.merchant_reference,
    payer_label: link.payer_label,
    currency: link.currency,
    total: shown(link.amount_minor),
    paid: shown(paid),
    remaining: shown(remaining),
    next_due: due && { due_on: due.due_on, amount: formatMoney(money(due.minor, link.currency)) },
    last_paid_at: link.last_paid_at && utcSecond(link.last_paid_at),
  }
}
