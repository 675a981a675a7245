// How a payment was made, as it is read. Only merchants with mobile money see it: for the others all payments are made by card.
import { z } from 'zod'
import { type OperatorCode, operatorCodes, operators } from '../../kernel/operators.ts'
import { type PaymentMethod, paymentMethods } from '../../kernel/payment-method.ts'
import { commonStatement, type Sql } from '../../platform/database/database.ts'

export type PaidWith = {
  payment_method: PaymentMethod | null
  payer_operator: OperatorCode | null
  payer_number_end: string | null
  /** Whether the merchant offers mobile money now. */
  offers_mobile_money: boolean
}

/** SQL: the columns of a payment `t`. */
export const paidWithColumns = `t.payment_method, t.payer_operator, t.payer_number_end,
  (select 'mobile_money' = any(offering.payment_methods) from merchant offering where offering.id = t.merchant_id) as offers_mobile_money`

const findOffer = commonStatement<{ offers: boolean }>(
  'find_whether_mobile_money_is_offered',
  `select 'mobile_money' = any(payment_methods) as offers from merchant where id = $1`,
)

export async function offersMobileMoney(sql: Sql, merchantId: bigint): Promise<boolean> {
  return (await sql.rows(findOffer, [merchantId]))[0]?.offers ?? false
}

/**
 * SQL: the words that a payment from a wallet is searched by, as people type them: "M-Pesa", "mpesa", "orange money"; null for a card.
 * @param table that of the payment.
 */
export const walletWords = (table: string) =>
  `case ${table}.payer_operator ${operatorCodes.map((code) => `when '${code}' then '${wordsOf(code)}'`).join(' ')} end`

function wordsOf(code: OperatorCode): string {
  const { name, wallet } = operators[code]
  const plain = wallet.replace('\u2011', '-')
  return [...new Set([name, plain, plain.replace('-', ''), 'Mobile Money'])].join(' ')
}

/** A number as everybody but its owner reads it. @param end its last three digits. */
export const maskedNumber = (end: string) => `*********${end}`

export function paidWith(payment: PaidWith) {
  const { payment_method, payer_operator: operator, payer_number_end: end } = payment
  // guard: method-of-card-merchants
  if (!payment.offers_mobile_money && payment_method !== 'mobile_money') return {}
  return { payment_method, operator, customer_number: end === null ? null : maskedNumber(end) }
}

/** The fields of `paidWith`. */
export const paidWithFields = {
  payment_method: z.enum(paymentMethods).nullable().optional().meta({
    description:
      'How the payment was made; null while nobody has paid. This and the next two fields are there only for merchants with mobile money.',
  }),
  operator: z
    .enum(operatorCodes)
    .nullable()
    .optional()
    .meta({ description: 'The operator of the wallet that paid; null for a card.' }),
  customer_number: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'The number that paid, masked but for its last three digits; null for a card.' }),
}
