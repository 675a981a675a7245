// Account numbers of banks: IBANs of ISO 13616, and the numbers of banks in DR Congo, which has no IBAN. Both end in check digits that
// are computed modulo 97.

/** Lengths of the IBANs of each country, from the IBAN registry. */
const ibanLengths: Readonly<Record<string, number>> = Object.fromEntries(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18
   FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21
   LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24
   SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

/** A bank account as payment orders name it: letters and digits without spaces. */
export type BankAccount = { kind: 'iban' | 'domestic'; number: string }

/** Whether an account number that was read is an IBAN. */
export const isIbanNumber = (number: string): boolean => /^[A-Z]/.test(number)

/** Reads an IBAN or a Congolese account number as people write it; undefined if its length or check digits are wrong. */
export function readBankAccount(text: string): BankAccount | undefined {
  const number = text.replace(/[\s.-]/g, '').toUpperCase()
  if (isIbanNumber(number)) return isIban(number) ? { kind: 'iban', number } : undefined
  return isCongolese(number) ? { kind: 'domestic', number } : undefined
}

function isIban(number: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(number)) return false
  // guard: iban-length
  if (number.length !== ibanLengths[number.slice(0, 2)]) return false
  const moved = number.slice(4) + number.slice(0, 4)
  const digits = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  // guard: iban-check-digits
  return BigInt(digits) % 97n === 1n
}

/** Five digits of the bank, five of the branch, eleven of the account and a key of two, which makes the number divisible by 97. */
function isCongolese(number: string): boolean {
  // guard: account-check-digits
  return /^\d{23}$/.test(number) && BigInt(number) % 97n === 0n
}

/** Bank, country, place and an optional branch, after ISO 9362. */
const bicForm = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/

/** Reads a BIC of 8 or 11 characters; undefined if it has another form. */
export function readBic(text: string): string | undefined {
  const bic = text.replaceAll(' ', '').toUpperCase()
  return bicForm.test(bic) ? bic : undefined
}

const paymentText = /^[A-Za-z0-9/?:().,'+ -]*$/

/** Letters as payment orders write them: without accents and ligatures. */
function unaccented(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[œŒ]/g, (letter) => (letter === 'œ' ? 'oe' : 'OE'))
    .replace(/[’‘]/g, "'")
    .replaceAll('&', '+')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Any text in the characters that payment orders may contain; others become dots. */
export function paymentTextOf(text: string): string {
  return unaccented(text).replace(/[^A-Za-z0-9?:().,'+ -]/g, '.')
}

/**
 * A name in the characters that all banks accept in payment orders, with accents removed; undefined if other characters are left,
 * or the name begins like a code.
 */
export function readHolder(text: string): string | undefined {
  const plain = unaccented(text)
  return paymentText.test(plain) && !/^[/:-]|\/\/|\/$/.test(plain) && plain !== '' ? plain : undefined
}
