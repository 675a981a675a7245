// Finds a payment link that somebody visits, and shows why it takes no payment if it does not.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Environment } from '../../kernel/environment.ts'
import { formatMoney, money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { signingProblems } from '../../merchants/problems.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { brandOf } from '../checkout/merchant-brand.ts'
import { isVisit, resultKindOf, showProblem, wantsJson } from '../checkout/page-reply.ts'
import type { ResultKind } from '../checkout/texts.ts'
import { closedToVisit, linkAddress, statusAt, storedLinkCode } from '../transaction/payment-link.ts'
import { cardProblems } from '../transaction/problems.ts'
import { findOpenLink, type OpenLinkRow } from './queries.ts'
import { type LinkVisitor, ownReceipt } from './visitor.ts'

export type OpenLinkNeeds = {
  db: Sql
  clock: Clock
  /** The environments that this deployment has a card gateway for. */
  environments: readonly Environment[]
}

/**
 * Reads a link with the limits of a visitor.
 * @param visitor absent means a new visitor.
 * @throws Problem 404.
 */
export async function requireLink(
  { db, clock }: Pick<OpenLinkNeeds, 'db' | 'clock'>,
  code: string,
  visitor?: LinkVisitor,
): Promise<OpenLinkRow> {
  const seenBy = [visitor?.address ?? null, visitor?.device ?? null]
  const [link] = await db.rows(findOpenLink, [storedLinkCode(code), clock.now(), ...seenBy])
  if (!link) throw new Problem(cardProblems.link_not_found)
  return link
}

/** Returns why a link takes no payment now; undefined when it does. */
export function closedLink(
  { clock, environments }: Pick<OpenLinkNeeds, 'clock' | 'environments'>,
  link: OpenLinkRow,
): Problem | undefined {
  const status = statusAt(link, clock.now())
  if (status !== 'ACTIVE') return closedToVisit(status)
  if (link.merchant_status === 'suspended') return new Problem(cardProblems.merchant_suspended)
  const isServed = environments.includes(link.environment)
  return isServed ? undefined : new Problem(signingProblems.environment_wrong)
}

/** The notice of a problem of a link: one in parts that is fully paid says so. */
export function linkNoticeOf({ kind }: OpenLinkRow, problem: Problem): ResultKind {
  const isPaid = kind === 'parts' && problem.spec === cardProblems.link_exhausted
  return isPaid ? 'link_paid' : resultKindOf(problem)
}

/**
 * Shows a problem of a payment link. Whoever paid by a link that is closed now sees the receipt.
 * @param link undefined if there is no such link
 */
export async function showLinkProblem(
  needs: { db: Sql; secrets: Secrets; baseUrl: string },
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  link: OpenLinkRow | undefined,
): Promise<FastifyReply> {
  const isPage = error instanceof Problem && !wantsJson(request)
  if (!link || !isPage) return showProblem(request, reply, error, { fromLink: true })
  const kind = linkNoticeOf(link, error)
  const isPaid = kind === 'link_paid'
  // The receipt of a link in parts is of all its payments, so nobody is led to that of one.
  const receipt = isVisit(request) && !isPaid ? await ownReceipt(needs, request, link.id) : undefined
  if (receipt) return reply.redirect(receipt, 303)
  return showProblem(request, reply, error, {
    kind,
    ...(isPaid && { receiptUrl: `${linkAddress(needs.baseUrl, link.code)}/receipt` }),
    fromLink: true,
    locale: link.locale,
    brand: await brandOf(needs.db, link),
    link: {
      description: link.description,
      reference: link.merchant_reference,
      amount: link.amount_minor === null ? '' : formatMoney(money(link.amount_minor, link.currency)),
      currency: link.currency,
      sandbox: link.environment === 'sandbox',
    },
  })
}
