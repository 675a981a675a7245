// What a client is shown of what it sent, to find its fault by: cut, without secrets and without numbers of cards.
import { withoutCardNumbers } from '../kernel/card-number.ts'
import { numberText } from './json.ts'

const mostCharacters = 256
const hidden = '***'

/** Names of what is never shown, whatever stands before them: `merchant_secret`, `X-Admin-Token`, `newPassword`. */
const secretNames = [
  'authorization',
  'card_number',
  'cardnumber',
  'cvc',
  'cvn',
  'cvv',
  'password',
  'secret',
  'security_code',
  'securitycode',
  'signature',
  'token',
]

function isSecretName(name: string): boolean {
  const lower = name.toLowerCase()
  return secretNames.some((secret) => lower.endsWith(secret))
}

/** @param path of the value in what was sent; null for what was not sent at all. */
export function echo(value: unknown, path: readonly (string | number)[]): unknown {
  if (value === undefined) return null
  if (path.some((step) => typeof step === 'string' && isSecretName(step))) return hidden
  const masked = withoutSecrets(value)
  if (typeof masked === 'string') return cut(masked)
  const text = JSON.stringify(masked) as string
  // The number of a card may be spread over several values.
  const safe = withoutCardNumbers(text)
  return safe === text && text.length <= mostCharacters ? masked : cut(safe)
}

function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return withoutCardNumbers(value)
  const digits = numberText(value)
  if (digits !== undefined) return withoutCardNumbers(digits) === digits ? value : hidden
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      withoutCardNumbers(name),
      isSecretName(name) ? hidden : withoutSecrets(member),
    ]),
  )
}

/** Never through a character of two halves. */
function cut(text: string): string {
  if (text.length <= mostCharacters) return text
  const isHalf = /[\uD800-\uDBFF]/.test(text[mostCharacters - 1] as string)
  return text.slice(0, isHalf ? mostCharacters - 1 : mostCharacters)
}
