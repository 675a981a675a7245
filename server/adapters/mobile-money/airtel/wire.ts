// Schemas of the parts of Airtel Africa Open API replies that we use; malformed members are read as absent.
import { z } from 'zod'
import { part } from '../../reply.ts'
import { fact } from '../call.ts'

/** Contains the product name and our own id, so it is longer than the ids of other operators. */
const airtelId = z
  .string()
  .regex(/^[\w.+-]{1,128}$/)
  .optional()
  .catch(undefined)

const status = part({
  response_code: fact,
  success: z.boolean().optional().catch(undefined),
  message: fact,
})

export const transactionBody = part({
  data: part({ transaction: part({ id: fact, airtel_money_id: airtelId, status: fact, message: fact }) }),
  status,
  /** Error format of the router in front of the product. */
  status_code: fact,
  /** Error format of the token check. */
  error: fact,
})
export type TransactionBody = z.output<typeof transactionBody>

export const userBody = part({
  data: part({
    first_name: fact,
    last_name: fact,
    msisdn: fact,
    is_barred: z.boolean().optional().catch(undefined),
    registration: part({ status: fact }),
  }),
  status,
})

export const balanceBody = part({ status })

export const encryptionKeyBody = part({
  data: part({
    key: z
      .string()
      .regex(/^[A-Za-z0-9+/]{64,2048}={0,2}$/)
      .optional()
      .catch(undefined),
  }),
})

const callbackTransaction = part({
  id: fact,
  message: fact,
  status_code: fact,
  airtel_money_id: airtelId,
})
export type CallbackTransaction = z.output<typeof callbackTransaction>

export const callbackBody = part({ transaction: callbackTransaction, hash: fact })

/** The 9 digits without country code, by which this API identifies wallets. */
export function nationalNumber(msisdn: string): string {
  return msisdn.replace(/^243/, '')
}

/** Callbacks of payments and disbursements look alike and go to one URL, so the id that we choose says what it is. */
export function collectionIdOf(reference: string): string {
  return `C${reference.replaceAll('-', '').toLowerCase()}`
}

const collectionId = /^C([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

/** Our reference of the collection with this id; undefined when it is none. */
export function referenceOfCollection(id: string | undefined): string | undefined {
  return collectionId
    .exec(id ?? '')
    ?.slice(1)
    .join('-')
}
