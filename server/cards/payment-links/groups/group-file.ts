// The file of a group: a line for each link, with what has been paid.
import type { FastifyReply } from 'fastify'
import { formatMoney, money } from '../../../kernel/money.ts'
import { Problem } from '../../../kernel/problem.ts'
import { csvFile, type Line, openDownloads } from '../../../platform/http/downloads.ts'
import { utcSecond } from '../../../platform/time/clock.ts'
import { linkAddress, statusAt } from '../../transaction/payment-link.ts'
import { cardProblems as problems } from '../../transaction/problems.ts'
import type { LinkNeeds } from '../manage-links.ts'
import type { LinkOwner } from '../new-link.ts'
import { nextDueOf, remainingOf } from '../parts.ts'
import { groupAfter, type LinkRow } from '../queries.ts'
import { groupName } from '../schemas.ts'

const headings: Line = [
  ...['merchant_reference', 'payer_label', 'code', 'url', 'status', 'currency', 'total', 'paid', 'remaining'],
  ...['next_due_on', 'next_due_amount', 'last_paid_at'],
]

const send = openDownloads()

/** @throws Problem 404 for a group without links */
export async function sendGroup(needs: LinkNeeds, reply: FastifyReply, owner: LinkOwner, named: string) {
  const group = groupName(named)
  const [some] = await needs.db.rows(groupAfter, [owner.id, owner.environment, group, 0n])
  if (!some) throw new Problem(problems.link_not_found)
  return send(reply, owner.id, {
    type: 'text/csv; charset=utf-8',
    filename: fileNameOf(group),
    pieces: csvFile(headings, linksOfGroup(needs, owner, group), (link) => lineOf(needs, link)),
  })
}

export const fileNameOf = (group: string) => `${group.normalize('NFD').replace(/[^A-Za-z0-9._-]+/g, '-')}.csv`

type Listed = LinkRow & { last_paid_at: Temporal.Instant | null }

async function* linksOfGroup({ db }: LinkNeeds, owner: LinkOwner, group: string): AsyncGenerator<Listed[]> {
  for (let after = 0n; ; ) {
    const rows = await db.rows(groupAfter, [owner.id, owner.environment, group, after])
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.id
  }
}

function lineOf({ clock, baseUrl }: LinkNeeds, link: Listed): Line {
  const shown = (minor: bigint | null) => (minor === null ? null : formatMoney(money(minor, link.currency)))
  const due = nextDueOf(link)
  // A link with a fixed amount says how often it was paid, and no sum.
  const [paid, remaining] = link.kind === 'single' ? [null, null] : [link.paid_minor, remainingOf(link)]
  return [
    ...[link.merchant_reference, link.payer_label, link.code, linkAddress(baseUrl, link.code)],
    ...[statusAt(link, clock.now()), link.currency, shown(link.amount_minor), shown(paid), shown(remaining)],
    ...[due?.due_on ?? null, due ? shown(due.minor) : null],
    link.last_paid_at && utcSecond(link.last_paid_at),
  ]
}
