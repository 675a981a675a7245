// A fee invoice: what it states, and what follows from it. A negative total is a credit note: more fees were given back in the
// month than taken.
import type { Currency } from '../../kernel/money.ts'
import type { MovementType } from '../schemas.ts'

export type Issuer = { name: string; address: string; rccm: string; nif: string }
type Recipient = { name: string; merchant_code: string }
/** The fees of one type of movement. Amounts are text in JSON, since numbers there are not exact. */
export type InvoiceLine = { type: MovementType; count: number; fee_minor: string }

export type InvoiceRow = {
  number: string
  environment: 'sandbox' | 'production'
  currency: Currency
  month: string
  issued_at: Temporal.Instant
  issuer: Issuer
  recipient: Recipient
  lines: InvoiceLine[]
  vat_bp: number
  total_minor: bigint
  vat_minor: bigint
}

/** "FAC-2026-000042"; test invoices have a series of their own, "TEST-2026-000042". */
export function invoiceNumber(environment: string, year: number, sequence: number): string {
  const prefix = environment === 'production' ? 'FAC' : 'TEST'
  return `${prefix}-${year}-${String(sequence).padStart(6, '0')}`
}

/** The VAT that a total includes, rounded half away from zero to the minor unit. @param basisPoints of the VAT. */
export function vatIncluded(total: bigint, basisPoints: number): bigint {
  const size = total < 0n ? -total : total
  const divisor = BigInt(10_000 + basisPoints)
  const vat = (2n * size * BigInt(basisPoints) + divisor) / (2n * divisor)
  return total < 0n ? -vat : vat
}
