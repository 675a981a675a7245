// What the Airtel Africa Open API answers, as far as we use it; what is misshapen is absent.
import { z } from 'zod'
import { part } from '../../reply.ts'
import { fact } from '../shape.ts'

/** It has the name of the product and our own id in it, so it is longer than other operators' ids. */
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
  /** The form of the router before the product. */
  status_code: fact,
  /** The form of the token check. */
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

export const callbackBody = part({
  transaction: part({ id: fact, message: fact, status_code: fact, airtel_money_id: airtelId }),
  hash: fact,
})
