// Shows a payer that money came too late or twice, at the address of the payment.
import type { FastifyReply } from 'fastify'
import { randomSecret } from '../../kernel/id.ts'
import { returnLink } from '../checkout/checkout-addresses.ts'
import { brandOf } from '../checkout/merchant-brand.ts'
import { languageOf, noticePolicy } from '../checkout/page-frame.ts'
import { sendPage } from '../checkout/page-reply.ts'
import { textsOf } from '../checkout/texts.ts'
import type { PricedTransaction } from '../transaction/queries.ts'
import type { PhoneNeeds } from './ask-payer.ts'
import { lateMoneyOf, latePage } from './late-money.ts'
import type { PhoneRequest } from './show-phone.ts'
import { phoneTextsOf } from './texts.ts'

const unpaid: readonly string[] = ['FAILED', 'CANCELLED', 'EXPIRED']

/** @param backUrl the merchant's page, if there is one. @returns undefined where no such money is known. */
export async function showLateMoney(
  needs: PhoneNeeds,
  request: PhoneRequest,
  reply: FastifyReply,
  { transaction, backUrl }: { transaction: PricedTransaction; backUrl: string | null | undefined },
): Promise<FastifyReply | undefined> {
  const { status, payment_method, merchant_payment_methods: methods } = transaction
  const mayHaveSome = methods.includes('mobile_money') || payment_method === 'mobile_money'
  if (status === 'PENDING' || !mayHaveSome) return undefined
  const money = await lateMoneyOf(needs.db, transaction)
  if (!money) return undefined
  const isPaid = !unpaid.includes(status)
  const language = languageOf(request, transaction.link_locale)
  const href = isPaid ? returnLink(needs, transaction) : backUrl
  const text = isPaid ? phoneTextsOf(language).late.receipt : textsOf(language).back
  const nonce = randomSecret()
  return sendPage(
    reply,
    noticePolicy(nonce),
    latePage({
      ...{ language, nonce, isPaid, money },
      sig: request.query.sig ?? '',
      brand: await brandOf(needs.db, transaction),
      sandbox: transaction.environment === 'sandbox',
      reference: transaction.merchant_reference,
      transactionUuid: transaction.transaction_uuid,
      ...(href && { next: { href, text } }),
    }),
  )
}
