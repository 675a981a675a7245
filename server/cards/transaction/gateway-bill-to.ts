import type { BillTo } from '../gateway/gateway.ts'
import type { TransactionRow } from './queries.ts'

/** The payer as the gateway wants it, from the stored transaction. */
export function billToOf(t: TransactionRow): BillTo {
  return {
    forename: t.bill_to_forename,
    surname: t.bill_to_surname,
    email: t.bill_to_email,
    phone: t.bill_to_phone,
    addressLine1: t.bill_to_address_line1,
    city: t.bill_to_address_city,
    country: t.bill_to_address_country,
    ...(t.bill_to_address_state && { state: t.bill_to_address_state }),
    ...(t.bill_to_address_postal_code && { postalCode: t.bill_to_address_postal_code }),
  }
}
