// Settings of fee invoices: who issues them, and the VAT that fees include.

import { z } from 'zod'
import { jsonOf } from './forms.ts'

const line = z.string().trim().min(1).max(200)

const issuer = z.strictObject({
  name: line,
  /** One line, or several separated by line feeds. */
  address: line,
  /** Number in the trade register. */
  rccm: line,
  /** Tax number. */
  nif: line,
})

export const invoiceIssuer = jsonOf(issuer)

/** In hundredths of a percent. */
export const vatPercent = z
  .string()
  .regex(/^\d{1,2}(\.\d{1,2})?$/, 'a percentage below 100 with up to two decimals')
  .transform((text) => {
    const [whole = '', places = ''] = text.split('.')
    return Number(whole + places.padEnd(2, '0'))
  })

/** Rows of the table of settings. */
export const invoiceVariables = {
  INVOICE_ISSUER: [
    invoiceIssuer.optional(),
    'Who issues the monthly fee invoices: JSON with `name`, `address`, `rccm` and `nif`. Unset: invoices of a test issuer in sandbox, none in production',
  ],
  INVOICE_VAT_PERCENT: [
    vatPercent.default(0),
    'VAT that fees include, in percent with up to two decimals, as fee invoices state it',
  ],
} as const
