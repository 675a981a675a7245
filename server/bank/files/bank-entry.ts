// What a bank file says, whatever its format.
import type { PayoutCurrency } from '../../remittance/operators/operator.ts'

/** A statement of one account. */
export type BankStatement = {
  /** Letters and digits only, as our settings name the account. */
  account: string
  currency: PayoutCurrency
  /** Identifies the statement at the bank. */
  statementId: string
  /** The booked balances, in minor units: negative if the account is overdrawn. A CSV file has none. */
  balances?: { opening: bigint; closing: bigint }
  entries: readonly BankEntry[]
}

export type BankEntry = {
  /** Identifies the entry within its statement. */
  entry: string
  bookedOn: Temporal.PlainDate
  /** In minor units: positive for money that came in. */
  amountMinor: bigint
  /** The bank says that it takes back an earlier payment. */
  isReturn: boolean
  /** The id that we gave the payment, without hyphens. */
  endToEndId: string | null
  /** The bank's own id of the booking. */
  bankReference: string | null
  text: string
}

/** A file that cannot be read. The message says where and why, for the person who uploaded it. */
export class UnreadableFile extends Error {}

/** An amount as our own are written: "0012.50" is "12.50", and "0.50" stays. */
export function withoutLeadingZeros(text: string): string {
  let from = 0
  while (text[from] === '0' && /^\d$/.test(text[from + 1] ?? '')) from += 1
  return text.slice(from)
}

const ownId = /(?<![0-9a-f])[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}(?![0-9a-f])/i

/** An id of ours anywhere in a text, with or without its hyphens: 32 hexadecimal digits. */
export function idIn(text: string): string | null {
  return ownId.exec(text)?.[0].replaceAll('-', '').toLowerCase() ?? null
}

/** @throws UnreadableFile */
export function dayOf(text: string, where: string): Temporal.PlainDate {
  try {
    return Temporal.PlainDate.from(text)
  } catch {
    throw new UnreadableFile(`${where}: ${JSON.stringify(text.slice(0, 40))} is not a date`)
  }
}

/** @throws UnreadableFile */
export function currencyOf(text: string, where: string): PayoutCurrency {
  if (text === 'USD' || text === 'CDF') return text
  throw new UnreadableFile(`${where}: ${JSON.stringify(text.slice(0, 40))} is not USD or CDF`)
}
