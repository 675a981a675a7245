// What a visitor sees of a payment link that takes no payment: whose it is, what it was for, and whom to ask.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { formatMoney, money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { brandOf } from '../checkout/frame/merchant-brand.ts'
import { isVisit, showProblem, wantsJson } from '../checkout/page-reply.ts'
import { ownReceipt } from './own-payment.ts'
import type { OpenLinkRow } from './queries.ts'

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
  const receipt = isVisit(request) ? await ownReceipt(needs, request, link.id) : undefined
  if (receipt) return reply.redirect(receipt, 303)
  return showProblem(request, reply, error, {
    fromLink: true,
    locale: link.locale,
    brand: await brandOf(needs.db, link),
    link: {
      description: link.description,
      reference: link.merchant_reference,
      amount: formatMoney(money(link.amount_minor, link.currency)),
      currency: link.currency,
      sandbox: link.environment === 'sandbox',
    },
  })
}
