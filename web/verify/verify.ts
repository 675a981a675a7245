// Decides what a receipt is worth: first by its signature, without a network, then by what the service says today.
import { keyOf } from './keys.ts'
import { isGenuine } from './signature.ts'
import type { Content, Input, QuoteContent, State, Token } from './token.ts'
import { zoneOf } from './zone.ts'

/** What the page shows of a receipt. */
export type Facts = {
  code: string
  merchant: string
  amount: string
  currency: string
  reference: string
  paidAt: Date
  state: State
  asOf: Date
  /** The time zone to show times in: "Africa/Lubumbashi", "+05:30" */
  zone: string
  /** Set when the service was asked. */
  returnedAmount?: string
  returnedAt?: Date
  recipient?: { operator: string; numberEnd: string }
  /** Of a payment link: its payments, oldest first. */
  parts?: { amount: string; paidAt: Date; code: string }[]
  isTest: boolean
}

/** What the page shows of a quote. */
export type QuoteFacts = Omit<QuoteContent, 'k' | 'p' | 't' | 'e'> & {
  madeAt: Date
  expiresAt: Date
  isTest: boolean
}

export type Verdict =
  /** Genuine. `today` says whether the service confirmed its state now. */
  | { kind: 'genuine'; facts: Facts; today: 'confirmed' | 'offline' | 'asking' }
  /** A price that was promised. Nothing was paid. */
  | { kind: 'quote'; facts: QuoteFacts }
  /** The signature is wrong, or the service has never issued this receipt. */
  | { kind: 'forged' }
  /** Not a receipt at all. */
  | { kind: 'unreadable' }
  /** Typed like a code, with too few or too many characters, or with some that no code has. */
  | { kind: 'no_code' }
  /** Signed with a key this device does not have, and there is no network to fetch it. */
  | { kind: 'no_key' }
  | { kind: 'code_unknown' }
  /** A code can only be looked up online. */
  | { kind: 'code_offline' }

/** @param show is called at once with what the signature proves, while the service is asked. */
export async function verify(
  input: Exclude<Input, 'empty'>,
  show: (verdict: Verdict) => void,
): Promise<Verdict> {
  if (input === 'unreadable' || input === 'no_code') return { kind: input }
  if ('code' in input) return byCode(input.code)
  const proven = await bySignature(input.token)
  if (proven.kind !== 'genuine') return proven
  show(proven)
  return confirmed(proven.facts)
}

async function bySignature(token: Token): Promise<Verdict> {
  const { content } = token
  const key = await keyOf(content.k)
  if (key === 'unreachable') return { kind: 'no_key' }
  if (key === 'unknown') return { kind: 'forged' }
  // guard: verified-receipt
  if (!(await isGenuine(token, key.x))) return { kind: 'forged' }
  // guard: test-receipt
  const isTest = key.environment !== 'production'
  // guard: quote-is-no-receipt
  if ('p' in content) return { kind: 'quote', facts: { ...quoteFactsOf(content), isTest } }
  return { kind: 'genuine', facts: { ...factsOf(content), isTest }, today: 'asking' }
}

function factsOf({ c, m, a, u, r, t, s, i, z }: Content): Omit<Facts, 'isTest'> {
  return {
    code: c,
    merchant: m,
    amount: a,
    currency: u,
    reference: r,
    paidAt: new Date(t * 1_000),
    state: s,
    asOf: new Date(i * 1_000),
    zone: zoneOf(z),
  }
}

function quoteFactsOf({ k: _, p: _kind, t, e, ...stated }: QuoteContent): Omit<QuoteFacts, 'isTest'> {
  return { ...stated, madeAt: new Date(t * 1_000), expiresAt: new Date(e * 1_000) }
}

/** The receipt with its state today. */
async function confirmed(facts: Facts): Promise<Verdict> {
  const now = await stateToday(facts.code)
  if (now === 'offline') return { kind: 'genuine', facts, today: 'offline' }
  // A signature that is right for a receipt that was never issued, or for another amount, means that a key has leaked.
  // guard: issued-receipt
  if (now === 'unknown' || now.amount !== facts.amount || now.currency !== facts.currency)
    return { kind: 'forged' }
  return { kind: 'genuine', facts: { ...now, isTest: facts.isTest }, today: 'confirmed' }
}

async function byCode(code: string): Promise<Verdict> {
  const now = await stateToday(code)
  if (now === 'offline') return { kind: 'code_offline' }
  return now === 'unknown' ? { kind: 'code_unknown' } : { kind: 'genuine', facts: now, today: 'confirmed' }
}

const longestWaitMs = 15_000

async function stateToday(code: string): Promise<Facts | 'unknown' | 'offline'> {
  try {
    const response = await fetch(`/api/v1/receipts/${encodeURIComponent(code)}`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(longestWaitMs),
    })
    if (response.status === 404) return 'unknown'
    if (!response.ok) return 'offline'
    const { data } = (await response.json()) as { data: Today }
    return {
      code: data.code,
      merchant: data.merchant,
      amount: data.amount,
      currency: data.currency,
      reference: data.reference,
      paidAt: new Date(data.paid_at),
      state: data.state,
      asOf: new Date(data.as_of),
      isTest: data.environment !== 'production',
      zone: data.time_zone,
      ...(data.returned_amount !== null && { returnedAmount: data.returned_amount }),
      ...(data.returned_at !== null && { returnedAt: new Date(data.returned_at) }),
      ...(data.parts && {
        parts: data.parts.map(({ amount, paid_at, code }) => ({ amount, paidAt: new Date(paid_at), code })),
      }),
      ...(data.recipient && {
        recipient: { operator: data.recipient.operator, numberEnd: data.recipient.number_end },
      }),
    }
  } catch {
    return 'offline'
  }
}

/** The response of `/api/v1/receipts/{code}`. */
type Today = {
  code: string
  environment: string
  state: State
  merchant: string
  amount: string
  currency: string
  reference: string
  paid_at: string
  returned_amount: string | null
  returned_at: string | null
  time_zone: string
  recipient: { operator: string; number_end: string } | null
  parts: { amount: string; paid_at: string; code: string }[] | null
  as_of: string
}
