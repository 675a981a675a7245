// The field of requests that names ways to pay.
import { z } from 'zod'
import { paymentMethods } from '../../kernel/payment-method.ts'

/** At least one, in the order of the kernel's list, each once. */
export const paymentMethodsField = () =>
  z
    .array(z.enum(paymentMethods))
    .min(1)
    .transform((named) => paymentMethods.filter((method) => named.includes(method)))
