// Reads card facts (brand, last four digits, expiry, issuer) from a token, a payment reply or transaction search.
import type { CardFacts } from '../../cards/gateway/gateway.ts'
import { listed } from '../reply.ts'
import type { Details, PaymentBody } from './wire.ts'

/** Card type codes of the REST API reference, `paymentInformation.card.type`, by the names in `allowed_card_networks`. */
const cardTypes: Readonly<Record<string, string>> = {
  '001': 'VISA',
  '002': 'MASTERCARD',
  '003': 'AMEX',
  '004': 'DISCOVER',
  '005': 'DINERSCLUB',
  '007': 'JCB',
  '036': 'CARTESBANCAIRES',
  '042': 'MAESTRO',
  '062': 'CUP',
}

export const unknownCard: CardFacts = {
  type: '',
  last4: '',
  expiry: '',
  binCountry: '',
  issuer: '',
  scheme: '',
}

/** The name of a card type code; empty for an unknown one. */
export function cardTypeName(code: string | undefined): string {
  return listed(cardTypes, code) ?? ''
}

/** MM-YYYY; empty unless month and year are valid. */
export function expiryOf(month: string | undefined, year: string | undefined): string {
  return /^(0[1-9]|1[0-2])-20\d\d$/.test(`${month}-${year}`) ? `${month}-${year}` : ''
}

/** Last four digits and expiry are taken from the token, because payment replies rarely contain them. */
export function cardOfPayment(body: PaymentBody, token: CardFacts): CardFacts {
  const { card, binCountry, issuer, scheme } = body.paymentInformation
  return {
    type: cardTypeName(card.type ?? body.paymentAccountInformation.card.type) || token.type,
    last4: token.last4 || (card.suffix ?? ''),
    expiry: token.expiry || expiryOf(card.expirationMonth, card.expirationYear),
    binCountry: binCountry ?? '',
    issuer: issuer ?? '',
    scheme: scheme ?? '',
  }
}

export function cardOfDetails({ paymentInformation }: Details): CardFacts {
  const { card, issuerInformation, features } = paymentInformation
  return {
    type: cardTypeName(card.type),
    last4: card.suffix ?? '',
    expiry: expiryOf(card.expirationMonth, card.expirationYear),
    binCountry: issuerInformation.country ?? '',
    issuer: issuerInformation.name ?? '',
    scheme: [card.brandName, features.accountFundingSource].filter(Boolean).join(' '),
  }
}
