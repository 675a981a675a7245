// Card numbers built by rule, with their check digits.

/** Documented numbers of protocol 2.1.0 exist with both published Visa prefixes. */
export function bothPrefixes(number: string): string[] {
  return [number, withCheckDigit(`445653${number.slice(6, -1)}`)]
}

function withCheckDigit(digits: string): string {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** A number that contains the legacy reason code of its decline, e.g. 205: 4000000200002058. */
export function numberFor(legacyCode: number): string {
  return withCheckDigit(`400000020000${legacyCode}`)
}
