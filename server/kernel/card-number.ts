/** 13 to 19 digits by themselves, together or in groups. */
const manyDigits = /(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d-])/g

/** The text with `***` for what may be the number of a card: so many digits, the last of which checks the others. */
export function withoutCardNumbers(text: string): string {
  return text.replaceAll(manyDigits, (digits) => (isChecked(digits.replaceAll(/\D/g, '')) ? '***' : digits))
}

/** By Luhn. */
function isChecked(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const counted = Number(digit) * (i % 2 === 0 ? 1 : 2)
    return total + (counted > 9 ? counted - 9 : counted)
  }, 0)
  return sum % 10 === 0
}
