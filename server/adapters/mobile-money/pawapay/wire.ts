// Schemas of the parts of pawaPay's replies that we use, and the mapping of our references to its ids.
import { z } from 'zod'
import type { OperatorCode } from '../../../kernel/operators.ts'
import { list, part } from '../../reply.ts'
import { fact, id } from '../call.ts'
import type { PawapayConnection } from '../operator-settings.ts'

export type Product = PawapayConnection['product']

/** The member that holds a payment's id. */
export const idMember = { payouts: 'payoutId', remittances: 'remittanceId' } as const

/**
 * pawaPay accepts UUIDs of version 4 only, and ours have another version, so we send the same UUID with the version
 * changed. The metadata contains the original reference, by which a callback is matched.
 */
export function paymentIdOf(reference: string): string {
  return `${reference.slice(0, 14)}4${reference.slice(15)}`.toLowerCase()
}

const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/)
  .optional()
  .catch(undefined)

const failureReason = part({ failureCode: fact, failureMessage: fact })

/** The reply to a new payment, or an error. */
export const initiation = part({ payoutId: uuid, remittanceId: uuid, status: fact, failureReason })

/** A payment as in callbacks and in `data` of the status reply. */
export const payment = part({
  payoutId: uuid,
  remittanceId: uuid,
  status: fact,
  amount: fact,
  currency: fact,
  recipient: part({ accountDetails: part({ phoneNumber: fact, provider: fact }) }),
  clientReferenceId: fact,
  providerTransactionId: id,
  failureReason,
  metadata: part({ reference: uuid }),
})
export type Payment = z.output<typeof payment>

/** The reply to a new deposit or refund, or an error. */
export const collectionInitiation = part({ depositId: uuid, refundId: uuid, status: fact, failureReason })

/** A deposit, or with `refundId` its refund, as in callbacks and in `data` of the status reply. */
export const collectionBody = part({
  depositId: uuid,
  refundId: uuid,
  status: fact,
  amount: fact,
  currency: fact,
  payer: part({ accountDetails: part({ phoneNumber: fact, provider: fact }) }),
  providerTransactionId: id,
  failureReason,
  metadata: part({ reference: uuid }),
})
export type CollectionBody = z.output<typeof collectionBody>

export const collectionStatus = part({ status: fact, data: collectionBody })

const texts = list(part({ text: fact }))
/** The configuration of deposits, of which only what decides about them is read. */
export const depositConfiguration = part({
  countries: list(
    part({
      country: fact,
      providers: list(
        part({
          provider: fact,
          currencies: list(
            part({
              currency: fact,
              operationTypes: part({
                DEPOSIT: part({
                  minAmount: fact,
                  maxAmount: fact,
                  decimalsInAmount: fact,
                  status: fact,
                  pinPromptRevivable: z.boolean().optional().catch(undefined),
                  pinPromptInstructions: part({
                    channels: list(part({ instructions: part({ en: texts, fr: texts }) })),
                  }),
                }),
              }),
            }),
          ),
        }),
      ),
    }),
  ),
})

export const paymentStatus = part({ status: fact, data: payment })

export const publicKeys = list(part({ id: fact, key: z.string().max(8_192).optional().catch(undefined) }))

/** Africell is missing because pawaPay does not reach it. */
const providers: Readonly<Partial<Record<OperatorCode, string>>> = {
  vodacom: 'VODACOM_MPESA_COD',
  airtel: 'AIRTEL_COD',
  orange: 'ORANGE_COD',
}

export function providerOf(operator: OperatorCode): string | undefined {
  return providers[operator]
}
