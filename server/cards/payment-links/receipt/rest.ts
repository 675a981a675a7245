// What is left to pay by a link in parts, under the receipt of one part, with the way back to the link.
import { html } from 'ghtml'
import { amountText, type Language, longDay } from '../../../kernel/language.ts'
import { formatMoney, money } from '../../../kernel/money.ts'
import { filled } from '../../phone-checkout/texts.ts'
import { linkAddress, statusAt } from '../../transaction/payment-link.ts'
import { amountTextsOf } from '../amount-texts.ts'
import { dueNow, isPaidOff, remainingOf } from '../parts.ts'
import type { LinkRow } from '../queries.ts'

/** The rows of a receipt about what is left, and the address of the link. */
export type Rest = { rows: [name: string, value: string][]; url: string; label: string }

type PartlyPaid = Pick<
  LinkRow,
  'code' | 'kind' | 'status' | 'expires_at' | 'currency' | 'amount_minor' | 'paid_minor' | 'schedule'
> & { time_zone: string }

/** Undefined for any other link, and where nothing can be paid. */
export function restOf(
  link: PartlyPaid,
  { now, baseUrl, language }: { now: Temporal.Instant; baseUrl: string; language: Language },
): Rest | undefined {
  const isOpen = link.kind === 'parts' && statusAt(link, now) === 'ACTIVE'
  // guard: rest-of-open-link
  if (!isOpen || isPaidOff(link)) return undefined
  const texts = amountTextsOf(language)
  const shown = (minor: bigint) =>
    amountText(formatMoney(money(minor, link.currency)), link.currency, language)
  const rows: Rest['rows'] = [[texts.remaining, shown(remainingOf(link) ?? 0n)]]
  const due = dueNow(link, now)
  if (due) {
    const values = { amount: shown(due.minor), day: longDay(Temporal.PlainDate.from(due.due_on), language) }
    rows.push(
      due.isLate ? [texts.overdue, filled(texts.lateRow, values)] : [texts.due, filled(texts.dueRow, values)],
    )
  }
  return { rows, url: `${linkAddress(baseUrl, link.code)}?lang=${language}`, label: texts.payMore }
}

export const payMoreMarkup = (rest: Rest | undefined): string =>
  rest ? html`<a class="main" href="${rest.url}">${rest.label}</a>` : ''
