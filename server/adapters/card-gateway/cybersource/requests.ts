// Parts of request bodies shared by several calls.
import type { BillTo } from '../../../cards/gateway/gateway.ts'
import { formatMoney, type Money } from '../../../kernel/money.ts'

/** Our own transaction id of a request, by which a request whose reply was lost can be undone. */
export function transactionIdOf(reference: string): string {
  return reference.replaceAll('-', '')
}

export function amountDetails(amount: Money) {
  return { totalAmount: formatMoney(amount), currency: amount.currency }
}

// The gateway refuses longer texts with 400; lengths from the REST API reference, orderInformation.billTo.
export function billTo(payer: BillTo) {
  return {
    firstName: cut(payer.forename, 60),
    lastName: cut(payer.surname, 60),
    address1: cut(payer.addressLine1, 60),
    locality: cut(payer.city, 50),
    ...(payer.state && { administrativeArea: cut(payer.state, 20) }),
    ...(payer.postalCode && { postalCode: payer.postalCode }),
    country: payer.country,
    email: payer.email,
    ...(payer.phone && { phoneNumber: payer.phone }),
  }
}

/** Cuts by whole characters, so that no surrogate pair is split. */
function cut(text: string, length: number): string {
  return [...text].slice(0, length).join('')
}
