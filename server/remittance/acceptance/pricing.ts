// Prices transfers by the rates of the moment, and applies the cap of the sandbox to what they are worth in dollars.
import type { Environment } from '../../kernel/environment.ts'
import { formatMoney, money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { type FeeSchedule, type Quote, quote } from '../exchange-rates/quote.ts'
import { convert, isFresh, type RateTable } from '../exchange-rates/rate-table.ts'
import type { SenderCurrency } from '../transfer/formats.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import { type InboundRequest, refusal } from './request.ts'

const sandboxCapCents = 100n

/** Whether a transfer exceeds the cap: compares the exact value, before it is rounded down to the cent. */
export const exceedsCap = (
  environment: Environment,
  { amount, isRoundedDown }: Pick<Quote, 'amount' | 'isRoundedDown'>,
): boolean =>
  environment === 'sandbox' && (amount > sandboxCapCents || (amount === sandboxCapCents && isRoundedDown))

/**
 * The cap check for a held transfer, which is quoted only at its release.
 * @throws Problem when it exceeds the sandbox cap.
 */
export function assertWithinCap(environment: Environment, made: Quote): void {
  if (exceedsCap(environment, made)) throw new Problem(remittanceProblems.sandbox_cap)
}

/** Whether a sandbox transfer exceeds the cap, which applies to the converted amount in dollars. */
export function isOverCap(
  merchant: Merchant,
  sent: { amount: bigint; currency: SenderCurrency },
  rateTable: RateTable | undefined,
): boolean {
  const made = quote(sent, rateTable, merchant)
  return made !== undefined && exceedsCap(merchant.environment, made)
}

/**
 * The amount that limits count, in US cents. The last rates serve even when they are too old to convert money: a held transfer,
 * which is not converted yet, must count.
 */
export function limitAmount(
  { amount: hundredths, currency }: InboundRequest,
  rateTable: RateTable | undefined,
): bigint | undefined {
  if (currency !== 'USD' && !rateTable?.rates.has(currency)) return undefined
  return convert({ hundredths, currency, rateTable })
}

/**
 * Quotes a transfer by fresh rates.
 * @throws Problem when the rates are stale or the amount converts to less than a cent.
 */
export function freshQuote(
  { clock }: { clock: Clock },
  sent: { amount: bigint; currency: SenderCurrency },
  rateTable: RateTable | undefined,
  fees: FeeSchedule,
): Quote {
  const usable = rateTable && isFresh(rateTable, clock.now()) ? rateTable : undefined
  const made = quote(sent, usable, fees)
  if (!made) throw new Problem(remittanceProblems.rate_stale)
  if (made.amount > 0n) return made
  const least = formatMoney(money(1n, 'USD'))
  throw refusal([{ field: 'amount', problem: 'amount', message: `Converts to less than ${least} USD` }])
}
