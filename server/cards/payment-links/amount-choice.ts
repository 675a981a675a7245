// How the page of a payment link shows its amounts: one price, an amount of the payer's choice, or a total that is paid in parts, with
// what was paid and what is due next. Nobody sees who paid.

import { html } from 'ghtml'
import { amountText, type Language, longDay } from '../../kernel/language.ts'
import { formatMoney, money } from '../../kernel/money.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { amountMarkup } from '../checkout/page.ts'
import { textsOf } from '../checkout/texts.ts'
import { filled } from '../phone-checkout/texts.ts'
import { minAmounts } from '../transaction/amount.ts'
import { amountTextsOf } from './amount-texts.ts'
import { type AmountFault, dueNow, otherPart, remainingOf, roomOf, type TypedAmount } from './parts.ts'
import type { LinkRow, OpenLinkRow } from './queries.ts'

/** A payment by a link: what of it was not given back, and on which day of the merchant it was made. */
type PaidPart = { minor: bigint; paid_on: string }

const maxShown = 24

const findParts = statement<PaidPart>(
  'find_paid_parts_of_link',
  `select t.amount_minor - t.refunded_minor as minor, (t.finalised_at at time zone m.time_zone)::date::text as paid_on
     from card_transaction t join merchant m on m.id = t.merchant_id
    where t.payment_link_id = $1 and t.status in ('SUCCESS', 'PARTIALLY_REFUNDED')
    order by t.finalised_at desc, t.id desc limit ${maxShown}`,
)

/** What the page shows of a link's amounts. */
export type AmountView = {
  link: OpenLinkRow
  now: Temporal.Instant
  language: Language
  paidParts: readonly PaidPart[]
  typed: TypedAmount
  fault: AmountFault | undefined
}

/** The last payments by a link in parts, newest first. */
export async function paidPartsOf(sql: Sql, { id, kind }: LinkRow): Promise<PaidPart[]> {
  return kind === 'parts' ? sql.rows(findParts, [id]) : []
}

const shown = ({ currency }: LinkRow, minor: bigint, language: Language) =>
  amountText(formatMoney(money(minor, currency)), currency, language)

/** The amount that stands for a link in titles and pictures; undefined where the payer chooses it. */
export function leadingAmount(link: LinkRow, language: Language): string | undefined {
  const minor = remainingOf(link)
  if (minor === null) return undefined
  return shown(link, link.kind === 'single' ? (link.amount_minor ?? 0n) : minor, language)
}

/** The label above that amount, or the text in place of it. */
export function amountLabel({ kind }: LinkRow, language: Language): string {
  const { remaining, openLabel } = amountTextsOf(language)
  return { single: textsOf(language).toPay, open: openLabel, parts: remaining }[kind]
}

/** The amounts at the top of the page. */
export function amountSummary(view: AmountView): string {
  const { link, language, paidParts } = view
  const amount = leadingAmount(link, language) ?? rangeText(link, language)
  const leadMarkup = html`<p class="amount"><span>${amountLabel(link, language)}</span>!${amountMarkup(amount)}</p>`
  if (link.kind !== 'parts') return leadMarkup
  const texts = amountTextsOf(language)
  const rows = [
    [texts.total, shown(link, link.amount_minor ?? 0n, language)],
    ...(link.paid_minor > 0n ? [[texts.paid, shown(link, link.paid_minor, language)]] : []),
    ...dueRow(view),
  ].map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)
  const paidRows = paidParts.map(
    ({ minor, paid_on }) =>
      html`<div><dt>${dayOf(paid_on, language)}</dt><dd>${shown(link, minor, language)}</dd></div>`,
  )
  return html`!${leadMarkup}!${progressMarkup(link, texts.paid)}<dl>!${rows}</dl>!${paidRows.length > 0 ? html`<details><summary>${texts.history}</summary><dl>!${paidRows}</dl></details>` : ''}`
}

const dayOf = (day: string, language: Language) => longDay(Temporal.PlainDate.from(day), language)

/** What is due next, and whether its day has passed. */
function dueRow({ link, now, language }: AmountView): string[][] {
  const due = dueNow(link, now)
  if (!due) return []
  const texts = amountTextsOf(language)
  const values = { amount: shown(link, due.minor, language), day: dayOf(due.due_on, language) }
  return [[due.isLate ? texts.overdue : texts.due, filled(due.isLate ? texts.lateRow : texts.dueRow, values)]]
}

function progressMarkup({ amount_minor, paid_minor }: LinkRow, label: string): string {
  if (paid_minor === 0n || amount_minor === null) return ''
  return html`<progress max="${String(amount_minor)}" value="${String(paid_minor)}" aria-label="${label}"></progress>`
}

function rangeText(link: LinkRow, language: Language): string {
  const { from, between } = amountTextsOf(language)
  const [min, max] = [link.min_minor ?? 0n, link.max_minor]
  const values = { min: shown(link, min, language), max: max === null ? '' : shown(link, max, language) }
  return filled(max === null ? from : between, values)
}

/** What the page says in place of its form while running payments leave too little for another; undefined if there is enough. */
export function closedText({ link, language }: Pick<AmountView, 'link' | 'language'>): string | undefined {
  const texts = amountTextsOf(language)
  // guard: page-of-unpayable-rest
  if (link.kind !== 'parts' || roomOf(link) >= minAmounts[link.currency].minor) return undefined
  const running = filled(texts.running, { amount: shown(link, link.running_minor, language) })
  return `${running} ${texts.waitForRunning}`
}

/** The fields by which the payer chooses an amount; empty for a link with one price. */
export function amountFields(view: AmountView): string {
  const { link, language } = view
  if (link.kind === 'single') return ''
  const texts = amountTextsOf(language)
  const choices = choicesOf(view)
  const chosen = chosenOf(view, choices)
  const radioButtons = choices.map(
    ({ value, choiceLabel }) =>
      html`<label><input type="radio" name="part" value="${value}"!${value === chosen ? ' checked' : ''}><span>!${choiceLabel}</span></label>`,
  )
  return html`<fieldset class="parts"><legend>${texts.question}</legend>
!${link.running_minor > 0n ? html`<p class="hint">${filled(texts.running, { amount: shown(link, link.running_minor, language) })}</p>` : ''}
!${radioButtons}
!${otherAmountField(view, choices.length > 0)}
</fieldset>`
}

/** `choiceLabel` is markup. */
type Choice = { value: string; choiceLabel: string }

/** What is due next and all that remains, where they can be paid now, and any other amount. */
function choicesOf({ link, now, language }: AmountView): Choice[] {
  if (link.kind !== 'parts') return []
  const texts = amountTextsOf(language)
  const room = roomOf(link)
  const due = dueNow(link, now)
  const choice = (minor: bigint, label: string) => ({
    value: formatMoney(money(minor, link.currency)),
    choiceLabel: html`<b>${shown(link, minor, language)}</b><small>${label}</small>`,
  })
  return [
    ...(due && due.minor < room && due.minor >= (link.min_minor ?? 0n)
      ? [
          choice(
            due.minor,
            filled(due.isLate ? texts.lateSince : texts.dueBy, { day: dayOf(due.due_on, language) }),
          ),
        ]
      : []),
    choice(room, link.running_minor > 0n ? texts.allNow : texts.all),
    { value: otherPart, choiceLabel: html`${texts.other}` },
  ]
}

function chosenOf({ typed }: AmountView, choices: readonly Choice[]): string | undefined {
  const known = choices.find(({ value }) => value === typed.part)
  return known?.value ?? (typed.amount ? otherPart : choices[0]?.value)
}

/** The field of any other amount, with its bounds. */
function otherAmountField({ link, language, typed, fault }: AmountView, hasChoices: boolean): string {
  const texts = amountTextsOf(language)
  const min = shown(link, lowest(link), language)
  const values = {
    min,
    max: link.max_minor === null ? '' : shown(link, link.max_minor, language),
    room: shown(link, roomOf(link), language),
  }
  const amountError = fault
    ? html`<p class="error" id="amount-error">${filled(texts.faults[fault], values)}</p>`
    : ''
  const hint = link.kind === 'open' ? rangeText(link, language) : filled(texts.from, { min })
  return html`<div class="field!${hasChoices ? ' other' : ''}"><label class="label" for="amount">${texts.amount} (${link.currency})</label>
<div class="box!${fault ? ' wrong' : ''}"><input id="amount" name="amount" inputmode="decimal" autocomplete="off" maxlength="20" value="${typed.amount ?? ''}" aria-describedby="amount-hint!${fault ? ' amount-error' : ''}"!${fault ? ' aria-invalid="true" autofocus' : ''}></div>
<p class="hint" id="amount-hint">${hint}</p>
!${amountError}</div>`
}

/** The lowest amount that can be paid now: all that is left may be less than the lowest part. */
const lowest = (link: LinkRow): bigint => {
  const min = link.min_minor ?? 0n
  const room = roomOf(link)
  return link.kind === 'parts' && room < min ? room : min
}
