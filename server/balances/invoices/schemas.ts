// Shapes of fee invoices, the same for signed requests, signed-in merchants and admins.

import { z } from 'zod'
import { sortedCurrencies } from '../../kernel/money.ts'
import { dataResponse, dayText, pageResponse, twoPlaces, utcStamp } from '../../platform/http/api.ts'
import { pageFields } from '../../platform/http/list-query.ts'
import { movementTypes } from '../schemas.ts'
import { documentLanguage } from '../statements/schemas.ts'

export const invoicesQuery = z.object({ currency: z.enum(sortedCurrencies).optional(), ...pageFields })
export const invoiceQuery = z.object({
  format: z.enum(['json', 'pdf']).default('json'),
  lang: documentLanguage,
})
export const invoicePath = { number: z.string().meta({ examples: ['FAC-2026-000042'] }) }

const summary = z
  .object({
    number: z.string(),
    kind: z.enum(['invoice', 'credit_note']).meta({
      description:
        'A credit note if more fees were returned in the month than taken; its amounts are negative.',
    }),
    period: z.string().meta({ description: 'The month of the fees.' }),
    currency: z.string(),
    net: twoPlaces,
    vat: twoPlaces,
    total: twoPlaces.meta({ description: 'The fees of the month, which include the VAT.' }),
    issued_on: dayText,
  })
  .meta({ id: 'FeeInvoiceSummary' })

const invoice = summary
  .extend({
    vat_percent: twoPlaces,
    issued_at: utcStamp,
    issuer: z.object({ name: z.string(), address: z.string(), rccm: z.string(), nif: z.string() }),
    recipient: z.object({ name: z.string(), merchant_code: z.string() }),
    lines: z.array(z.object({ type: z.enum(movementTypes), transactions: z.int(), fee: twoPlaces })),
  })
  .meta({ id: 'FeeInvoice' })

const exampleSummary = {
  number: 'FAC-2026-000042',
  kind: 'invoice',
  period: '2026-11',
  currency: 'USD',
  net: '30.17',
  vat: '4.83',
  total: '35.00',
  issued_on: '2026-12-01',
} as const

export const invoicesResponse = pageResponse('FeeInvoicesResponse', summary, exampleSummary)

export const invoiceResponse = dataResponse('FeeInvoiceResponse', invoice, {
  ...exampleSummary,
  vat_percent: '16.00',
  issued_at: '2026-12-01T01:00:05Z',
  issuer: {
    name: 'Exemple Paiements SARL',
    address: '12, avenue du Port, Gombe, Kinshasa',
    rccm: 'CD/KNG/RCCM/24-B-00001',
    nif: 'A2400001B',
  },
  recipient: { name: 'Boutique Lac Kivu', merchant_code: 'LKT-7K2M-9QXA' },
  lines: [{ type: 'charge', transactions: 40, fee: '35.00' }],
})
