// Parser for the search language of TSS: `field:value` joined by AND and OR, ranges `[from TO to}`, times relative to NOW.

export type SearchFields = Record<string, string>

export type SearchPredicate = (fields: SearchFields) => boolean

const searchableFields = [
  'id',
  'reconciliationId',
  'merchantId',
  'submitTimeUtc',
  'clientReferenceInformation.code',
  'orderInformation.amountDetails.totalAmount',
  'orderInformation.amountDetails.currency',
  'paymentInformation.card.suffix',
] as const

/** The query as a predicate; null when it cannot be parsed. */
export function parseQuery(query: string, now: number): SearchPredicate | null {
  const tokens = tokenise(query)
  if (!tokens || tokens.length === 0) return null
  const cursor = { tokens, position: 0, now }
  const predicate = parseAny(cursor)
  return cursor.position === tokens.length ? predicate : null
}

const codeField = 'clientReferenceInformation.code:'

/** The merchant reference that every hit must have, if there is exactly one, so that an index can be used. */
export function soleCode(query: string): string | null {
  if (/\bOR\b/.test(query)) return null
  const found = tokenise(query)?.find((token) => token.startsWith(codeField))
  const code = found?.slice(codeField.length).replace(/^"(.*)"$/, '$1')
  return !code || /[*?[{]/.test(code) ? null : code
}

type Cursor = { tokens: string[]; position: number; now: number }

const tokenPattern = /\s*(\(|\)|AND\b|OR\b|[\w.]+:(?:"[^"]*"|[[{][^\]}]*[\]}]|[^\s()]+))/y

function tokenise(query: string): string[] | null {
  const tokens: string[] = []
  const text = query.trim()
  tokenPattern.lastIndex = 0
  while (tokenPattern.lastIndex < text.length) {
    const token = tokenPattern.exec(text)?.[1]
    if (!token) return null
    tokens.push(token)
  }
  return tokens
}

function parseAny(cursor: Cursor): SearchPredicate | null {
  return parseJoined(cursor, 'OR', parseAll, (left, right) => (fields) => left(fields) || right(fields))
}

function parseAll(cursor: Cursor): SearchPredicate | null {
  return parseJoined(cursor, 'AND', parseTerm, (left, right) => (fields) => left(fields) && right(fields))
}

function parseJoined(
  cursor: Cursor,
  operator: 'AND' | 'OR',
  parsePart: (cursor: Cursor) => SearchPredicate | null,
  join: (left: SearchPredicate, right: SearchPredicate) => SearchPredicate,
): SearchPredicate | null {
  let joined = parsePart(cursor)
  while (joined && cursor.tokens[cursor.position] === operator) {
    cursor.position += 1
    const next = parsePart(cursor)
    joined = next && join(joined, next)
  }
  return joined
}

function parseTerm(cursor: Cursor): SearchPredicate | null {
  const token = cursor.tokens[cursor.position] ?? ''
  cursor.position += 1
  if (token === '(') {
    const inner = parseAny(cursor)
    cursor.position += 1
    return cursor.tokens[cursor.position - 1] === ')' ? inner : null
  }
  const [, field = '', value = ''] = /^([\w.]+):(.+)$/.exec(token) ?? []
  if (!(searchableFields as readonly string[]).includes(field)) return null
  return /^[[{]/.test(value) ? rangePredicate(field, value, cursor.now) : valuePredicate(field, value)
}

function valuePredicate(field: string, value: string): SearchPredicate {
  const text = value.replace(/^"|"$/g, '')
  const escaped = text
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  const pattern = new RegExp(`^${escaped}$`, 'i')
  return (fields) => pattern.test(fields[field] ?? '')
}

function rangePredicate(field: string, value: string, now: number): SearchPredicate | null {
  const match = /^([[{])\s*(\S+)\s+TO\s+(\S+)\s*([\]}])$/.exec(value)
  if (!match) return null
  const [, opening, from, to, closing] = match as unknown as [string, string, string, string, string]
  const read = (text: string) => (field === 'submitTimeUtc' ? timeOf(text, now) : Number(text))
  const low = from === '*' ? Number.NEGATIVE_INFINITY : read(from)
  const high = to === '*' ? Number.POSITIVE_INFINITY : read(to)
  if (Number.isNaN(low) || Number.isNaN(high)) return null
  return (fields) => {
    const found = read(fields[field] ?? '')
    const isAbove = opening === '[' ? found >= low : found > low
    return isAbove && (closing === ']' ? found <= high : found < high)
  }
}

const unitMs: Record<string, number> = { SECOND: 1000, MINUTE: 60_000, HOUR: 3_600_000, DAY: 86_400_000 }

/** Accepts ISO 8601, epoch milliseconds, or `NOW/DAY-7DAYS`. */
function timeOf(text: string, now: number): number {
  if (/^[0-9]+$/.test(text)) return Number(text)
  const match = /^NOW(?:\/([A-Z]+?)S?)?(?:([+-][0-9]+)([A-Z]+?)S?)?$/.exec(text)
  if (!match) return Date.parse(text)
  const [, rounding, count, unit] = match
  const start = rounding ? Math.floor(now / (unitMs[rounding] ?? Number.NaN)) * (unitMs[rounding] ?? 1) : now
  return start + (count ? Number(count) * (unitMs[unit ?? ''] ?? Number.NaN) : 0)
}
