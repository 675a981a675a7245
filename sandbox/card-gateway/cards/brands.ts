// Card brands by prefix. Shared with the browser library, so this file has no imports.

export type Brand = {
  network: string
  name: string
  brandedName: string
  cybsCardType: string
  prefix: RegExp
  /** Possible beginnings of a number that is still being typed. */
  partial: RegExp
  lengths: readonly number[]
  spaces: readonly number[]
  securityCode: { name: string; length: number }
}

export const brands: readonly Brand[] = [
  {
    network: 'AMEX',
    name: 'amex',
    brandedName: 'American Express',
    cybsCardType: '003',
    prefix: /^3[47]/,
    partial: /^3([47]|$)/,
    lengths: [15],
    spaces: [4, 10],
    securityCode: { name: 'CID', length: 4 },
  },
  {
    network: 'DINERSCLUB',
    name: 'dinersclub',
    brandedName: 'Diners Club',
    cybsCardType: '005',
    prefix: /^(30[0-5]|36|38)/,
    partial: /^3($|0($|[0-5])|[68])/,
    lengths: [14, 16],
    spaces: [4, 10],
    securityCode: { name: 'CVV', length: 3 },
  },
  {
    network: 'JCB',
    name: 'jcb',
    brandedName: 'JCB',
    cybsCardType: '007',
    prefix: /^35(2[89]|[3-8])/,
    partial: /^3($|5($|2($|[89])|[3-8]))/,
    lengths: [16],
    spaces: [4, 8, 12],
    securityCode: { name: 'CVV', length: 3 },
  },
  {
    network: 'VISA',
    name: 'visa',
    brandedName: 'Visa',
    cybsCardType: '001',
    prefix: /^4/,
    partial: /^4/,
    lengths: [13, 16, 19],
    spaces: [4, 8, 12, 16],
    securityCode: { name: 'CVV', length: 3 },
  },
  {
    network: 'MASTERCARD',
    name: 'mastercard',
    brandedName: 'Mastercard',
    cybsCardType: '002',
    prefix: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    partial: /^(5($|[1-5])|2($|2($|2($|[1-9])|[3-9])|[3-6]|7($|[01]|2($|0))))/,
    lengths: [16],
    spaces: [4, 8, 12],
    securityCode: { name: 'CVC', length: 3 },
  },
  {
    network: 'DISCOVER',
    name: 'discover',
    brandedName: 'Discover',
    cybsCardType: '004',
    prefix: /^(6011|64[4-9]|65)/,
    partial: /^6($|0($|1($|1))|4($|[4-9])|5)/,
    lengths: [16, 19],
    spaces: [4, 8, 12, 16],
    securityCode: { name: 'CID', length: 3 },
  },
  {
    network: 'CUP',
    name: 'cup',
    brandedName: 'China UnionPay',
    cybsCardType: '062',
    prefix: /^62/,
    partial: /^6($|2)/,
    lengths: [16, 17, 18, 19],
    spaces: [4, 8, 12, 16],
    securityCode: { name: 'CVN', length: 3 },
  },
  {
    network: 'MAESTRO',
    name: 'maestro',
    brandedName: 'Maestro',
    cybsCardType: '042',
    prefix: /^(50|5[6-9]|6[0-9])/,
    partial: /^(5($|[06-9])|6)/,
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
    spaces: [4, 8, 12, 16],
    securityCode: { name: 'CVC', length: 3 },
  },
]

export function brandOf(number: string): Brand | null {
  return brands.find((brand) => brand.prefix.test(number)) ?? null
}

export function passesLuhn(number: string): boolean {
  let sum = 0
  for (let index = 0; index < number.length; index += 1) {
    const digit = Number(number[number.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return number.length > 0 && sum % 10 === 0
}

export function isCompleteNumber(number: string): boolean {
  const brand = brandOf(number)
  return brand?.lengths.includes(number.length) === true && passesLuhn(number)
}
