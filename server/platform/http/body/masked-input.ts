// Echoes the invalid part of a request to the client: truncated, without secrets and card numbers.
import { withoutCardNumbers } from '../../../kernel/card-number.ts'
import { numberText } from './json.ts'

const maxCharacters = 256
const hidden = '***'

/** Name endings of members that are never shown: `merchant_secret`, `X-Admin-Token`, `newPassword`. */
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

/** @param path path of the value in the request. @returns null for an absent value. */
export function echo(value: unknown, path: readonly (string | number)[]): unknown {
  if (value === undefined) return null
  if (path.some((step) => typeof step === 'string' && isSecretName(step))) return hidden
  if (typeof value === 'string') return cut(masked(value))
  const text = beginningOf(value)
  return text.length <= maxCharacters ? withoutSecrets(value) : cut(text)
}

/** Far more than is shown, so that the cost does not grow with the body. */
const scanLimit = 2_048
/** The maximum length of a card number with its separators. */
const longestNumber = 160

/** A card number cut by the end of the scanned text must not be partly shown. */
function masked(text: string): string {
  if (text.length <= scanLimit) return withoutCardNumbers(text)
  return withoutCardNumbers(text.slice(0, scanLimit)).slice(0, -longestNumber)
}

/** A value as JSON without its secrets, up to the scan limit. */
function beginningOf(value: unknown): string {
  let text = ''
  for (const piece of jsonOf(value)) {
    text += piece
    if (text.length > scanLimit) break
  }
  return text
}

function* jsonOf(value: unknown): Generator<string> {
  const digits = numberText(value)
  if (digits !== undefined) yield masked(digits) === digits ? digits : `"${masked(digits)}"`
  else if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) {
      yield i === 0 ? '[' : ','
      yield* jsonOf(item)
    }
    yield value.length === 0 ? '[]' : ']'
  } else if (typeof value === 'object' && value !== null) {
    const names = Object.keys(value)
    for (const [i, name] of names.entries()) {
      yield `${i === 0 ? '{' : ','}${JSON.stringify(masked(name))}:`
      // guard: secrets-in-shortened-input
      yield* isSecretName(name) ? [JSON.stringify(hidden)] : jsonOf((value as Record<string, unknown>)[name])
    }
    yield names.length === 0 ? '{}' : '}'
  } else yield JSON.stringify(typeof value === 'string' ? masked(value) : value)
}

/** Masks a value that is short enough to be shown whole. */
function withoutSecrets(value: unknown): unknown {
  // guard: card-numbers-in-input
  if (typeof value === 'string') return withoutCardNumbers(value)
  const digits = numberText(value)
  if (digits !== undefined) return withoutCardNumbers(digits) === digits ? value : hidden
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  // guard: secrets-in-input
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      withoutCardNumbers(name),
      isSecretName(name) ? hidden : withoutSecrets(member),
    ]),
  )
}

/** Never splits a surrogate pair. */
function cut(text: string): string {
  if (text.length <= maxCharacters) return text
  const isHalf = /[\uD800-\uDBFF]/.test(text[maxCharacters - 1] as string)
  return text.slice(0, isHalf ? maxCharacters - 1 : maxCharacters)
}
