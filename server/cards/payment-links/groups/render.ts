// How far the links of a group are paid, as the portal reads it.
import { formatMoney, money } from '../../../kernel/money.ts'
import { utcSecond } from '../../../platform/time/clock.ts'
import { linkAddress, statusAt } from '../../transaction/payment-link.ts'
import type { LinkNeeds } from '../manage-links.ts'
import { missingUntil, nextDueOf, remainingOf } from '../parts.ts'
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
    due_so_far: shown(dueSoFar(link)),
    days_overdue: due && link.state === 'LATE' ? daysBetween(due.due_on, link.today) : 0,
    next_due: due && { due_on: due.due_on, amount: formatMoney(money(due.minor, link.currency)) },
    last_paid_at: link.last_paid_at && utcSecond(link.last_paid_at),
  }
}

/** What is missing of all that is due until today; null where nothing can be due. */
function dueSoFar(link: MemberRow): bigint | null {
  if (link.kind !== 'parts' || link.state === 'CANCELLED') return null
  const missing = missingUntil(link, link.today)
  return missing > 0n && nextDueOf(link) ? missing : 0n
}

const daysBetween = (from: string, to: string) => Temporal.PlainDate.from(from).until(to).total('days')
