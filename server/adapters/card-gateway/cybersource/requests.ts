// Parts of request bodies that several calls share.
import type { BillTo } from '../../../cards/gateway/gateway.ts'
import { formatMoney, type Money } from '../../../kernel/money.ts'

/** The merchant's own transaction id of a request, by which a lost reply is undone. */
export function transactionIdOf(reference: string): string {
  return reference.replaceAll('-', '')
}

export function amountDetails(amount: Money) {
  return { totalAmount: formatMoney(amount), currency: amount.currency }
}

// Longer texts are a 400; lengths of the REST API reference, orderInformation.billTo.
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
    phoneNumber: payer.phone,
  }
}

/** By whole characters, so that no surrogate is left alone. */
function cut(text: string, length: number): string {
  return [...text].slice(0, length).join('')
}
