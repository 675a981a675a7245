/** Digits with country code, grouped as they are said here: "+243 81 000 0001". Others as they came. */
export function formatPhone(digits: string): string {
  const [, operator, first, last] = /^\+?243(\d{2})(\d{3})(\d{4})$/.exec(digits) ?? []
  return operator ? `+243 ${operator} ${first} ${last}`.replaceAll(' ', '\u00a0') : digits
}
