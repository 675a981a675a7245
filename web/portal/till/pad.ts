// The amount on the till's pad, as it is typed key by key.

export type Key = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '00' | '.' | 'erase'

export const keys: readonly Key[] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', 'erase']

const maxDigits = 9

/** The amount after one more key, as a decimal: "12", "12.", "12.5". Keys that make no amount are ignored. */
export function pressed(typed: string, key: Key): string {
  if (key === 'erase') return typed.slice(0, -1)
  if (key === '.') return typed.includes('.') ? typed : `${typed || '0'}.`
  const [whole = '', decimals] = typed.split('.')
  if (decimals !== undefined) return decimals.length + key.length > 2 ? typed : typed + key
  if (whole.length + key.length > maxDigits) return typed
  return `${whole}${key}`.replace(/^0+/, '') || '0'
}

/** The key of a keyboard, if it is one of the pad. */
export function keyOf(name: string): Key | undefined {
  if (name === 'Backspace') return 'erase'
  if (name === ',' || name === '.') return '.'
  return /^\d$/.test(name) ? (name as Key) : undefined
}
