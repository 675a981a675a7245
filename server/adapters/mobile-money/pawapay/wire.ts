// What pawaPay says, as far as we use it, and how our references become its ids.
import { z } from 'zod'
import { list, part } from '../../reply.ts'
import type { PawapayConnection } from '../operator-settings.ts'
import { fact, id } from '../shape.ts'

export type Product = PawapayConnection['product']

/** What a payment's id is called. */
export const idMember = { payouts: 'payoutId', remittances: 'remittanceId' } as const

/**
 * pawaPay takes UUIDs of version 4 only, and ours are of another: the same one under that version. Metadata carries
 * the reference itself, by which a callback is led back.
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

/** The answer to a new payment, or an error. */
export const initiation = part({ payoutId: uuid, remittanceId: uuid, status: fact, failureReason })

/** A payment as in callbacks and under `data` of the status. */
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

export const paymentStatus = part({ status: fact, data: payment })

export const publicKeys = list(part({ id: fact, key: z.string().max(8_192).optional().catch(undefined) }))
