// Fictitious issuers for the BIN data in replies. A BIN always belongs to the same bank.

import type { CardFacts } from '../books/books.ts'
import { brands } from './brands.ts'

const banks = [
  { name: 'BANQUE FLEUVE (SANDBOX)', country: 'CD' },
  { name: 'KIVU SAVINGS BANK (SANDBOX)', country: 'CD' },
  { name: 'BANQUE DU PLATEAU (SANDBOX)', country: 'CD' },
  { name: 'RIVER UNION BANK (SANDBOX)', country: 'CG' },
] as const

const products: Record<string, string> = {
  '001': 'Visa Classic',
  '002': 'Mastercard Standard',
  '003': 'American Express Green',
}

export type BinFacts = {
  issuer: string
  binCountry: string
  scheme: string
  accountType: string
  brandName: string
  fundingSource: 'CREDIT' | 'DEBIT'
}

export function binFacts(card: Pick<CardFacts, 'bin' | 'type'>): BinFacts {
  const bank = banks[Number(card.bin) % banks.length]!
  const brandName = brandNameOf(card.type)
  const fundingSource = card.type === '003' || Number(card.bin) % 2 === 0 ? 'CREDIT' : 'DEBIT'
  return {
    issuer: bank.name,
    binCountry: bank.country,
    scheme: `${brandName.toUpperCase()} ${fundingSource}`,
    accountType: products[card.type] ?? brandName,
    brandName: brandName.toUpperCase(),
    fundingSource,
  }
}

export function brandNameOf(cardType: string): string {
  return brands.find((brand) => brand.cybsCardType === cardType)?.brandedName ?? 'Card'
}
