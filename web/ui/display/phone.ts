/**
 * A phone number with its country code, grouped as it is read aloud in the DRC: "+243 81 000 0001". A number of another
 * country is not grouped: "+32470123456".
 * @param number digits, with or without the leading plus
 */
export function formatPhone(number: string): string {
  const [, operator, first, last] = /^\+?243(\d{2})(\d{3})(\d{4})$/.exec(number) ?? []
  if (operator) return `+243 ${operator} ${first} ${last}`.replaceAll(' ', '\u00a0')
  return /^\d+$/.test(number) ? `+${number}` : number
}
