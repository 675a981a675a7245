// Why a checkout stopped. Pages show sentences of their own, by the code.

export type ErrorCode =
  /** A field is empty or incorrect: `fields` lists which. */
  | 'card_invalid'
  /** The card has to be typed again. */
  | 'card_again'
  /** Another `pay()` is running. */
  | 'busy'
  /** The payer closed the bank's page; nothing was charged. */
  | 'challenge_closed'
  /** The shop's server was not reached. */
  | 'network'
  /** The checkout has ended without a payment: `mount()` begins another one. */
  | 'expired'
  /** The shop's server does not know the order, or not for this browser. */
  | 'order_unknown'
  | 'order_paid'
  /** Likuta refused the request: the log of the shop's server says why. */
  | 'refused'
  /** Likuta or the gateway is out of reach for a moment. */
  | 'unavailable'
  /** The card fields did not load. */
  | 'load_error'

const knownCodes = ['card_again', 'expired', 'order_unknown', 'order_paid', 'refused', 'unavailable']

export class CheckoutError extends Error {
  override name = 'CheckoutError'
  code: ErrorCode
  fields: string[]

  constructor(code: ErrorCode, fields: string[] = []) {
    super(code)
    this.code = code
    this.fields = fields
  }
}

/** The code in a response of the shop's server; `refused` for anything else. */
export function codeIn(body: unknown): ErrorCode {
  const code = (body as { code?: string } | null)?.code ?? ''
  return knownCodes.includes(code) ? (code as ErrorCode) : 'refused'
}
