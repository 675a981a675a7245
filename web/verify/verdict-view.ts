// Shows a verdict: what the receipt is worth in colour and words, then its facts in large type.
import { element, mark } from '../ui/frame/dom.ts'
import { amountIn, clockIn, type Language, recipientText, type Texts, timeIn, visible } from './texts.ts'
import type { Facts, QuoteFacts, Verdict } from './verify.ts'
import { zoneOf } from './zone.ts'

type Tone = 'good' | 'bad' | 'test' | 'wait'

const marks: Record<Tone, string> = {
  good: 'M14 25l7 7 13-15',
  bad: 'M16 16l16 16M32 16L16 32',
  test: 'M24 13v14M24 33.5v.5',
  wait: 'M24 13v14M24 33.5v.5',
}
/** Money that went back is no forgery, though no goods are owed for it either. */
const returnedMark = 'M21 14l-7 7 7 7M14 21h13a7 7 0 0 1 0 14h-5'

export type Shown = { language: Language; texts: Texts; askAgain: () => void }

/** Renders the verdict; its heading can take the focus. */
export function verdictView(verdict: Verdict, shown: Shown): HTMLElement {
  if (verdict.kind === 'genuine') return genuine(verdict, shown)
  if (verdict.kind === 'quote') return quoteView(verdict.facts, shown)
  const { title, text } = shown.texts[verdict.kind]
  // An unknown code is more often a slip of the finger than a forgery.
  const tone = verdict.kind === 'forged' || verdict.kind === 'unreadable' ? 'bad' : 'wait'
  return element('section', { class: `verdict ${tone}` }, band(tone, title), element('p', {}, text))
}

/** What was promised: a price until a time, and no payment. */
function quoteView(facts: QuoteFacts, { language, texts }: Shown): HTMLElement {
  const { quote } = texts
  const isExpired = facts.expiresAt.getTime() <= Date.now()
  const time = (at: Date) => clockIn(language, at, zoneOf(undefined), 'long')
  const pairs = [
    [quote.pays, amountIn(language, facts.a, facts.u)],
    [quote.receives, amountIn(language, facts.b, 'USD')],
    [quote.fee, amountIn(language, facts.f, 'USD')],
    [quote.rate, `1 USD = ${facts.x} ${facts.u}`],
    [quote.madeAt, time(facts.madeAt)],
    [quote.expiresAt, time(facts.expiresAt)],
    [quote.id, facts.q],
  ] as const
  return element(
    'section',
    { class: 'verdict wait' },
    band('wait', quote.title),
    facts.isTest ? element('p', { class: 'note' }, quote.test) : undefined,
    element('p', { class: 'note' }, isExpired ? quote.expired : quote.text),
    element('p', { class: 'merchant' }, visible(facts.m)),
    list(pairs),
  )
}

function list(pairs: readonly (readonly [string, string])[]): HTMLElement {
  return element(
    'dl',
    {},
    ...pairs.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))),
  )
}

function band(tone: Tone, title: string, drawing = marks[tone]): HTMLElement {
  return element('header', {}, mark(drawing), element('h1', { tabindex: '-1' }, title))
}

function genuine(verdict: Extract<Verdict, { kind: 'genuine' }>, shown: Shown): HTMLElement {
  const { facts, today } = verdict
  const { language, texts } = shown
  const stands = facts.state === 'paid' || facts.state === 'successful'
  const isPart = facts.state === 'partially_refunded'
  const isDisputed = facts.state === 'disputed'
  const isGone = !stands && !isPart && !isDisputed
  // Part of the money is there: that is no forgery, and no reason to hand over everything.
  const tone = facts.isTest && stands ? 'test' : stands ? 'good' : isPart ? 'wait' : 'bad'
  const advice = texts.advice[facts.state]
  const title = tone === 'test' ? texts.test.title : texts.verdicts[facts.state]
  const kind = facts.state === 'successful' || facts.state === 'reversed' ? 'transfer' : 'payment'
  return element(
    'section',
    { class: `verdict ${tone}${isGone ? ' gone' : ''}` },
    band(tone, title, stands ? undefined : isDisputed ? marks.wait : returnedMark),
    facts.isTest ? element('p', { class: 'note' }, texts.test.text) : undefined,
    element('p', { class: 'amount' }, ...amountOf(facts, shown)),
    advice ? element('p', { class: 'note' }, advice) : undefined,
    element('p', { class: 'merchant' }, visible(facts.merchant)),
    element(
      'p',
      { class: 'when' },
      texts.paidOn[kind].replace('{time}', clockIn(language, facts.paidAt, facts.zone, 'long')),
    ),
    returnedText(facts, shown),
    element('p', { class: 'state' }, stateText(facts, shown)),
    todayView(today, shown),
    rows(facts, shown),
    stands && !facts.isTest ? element('p', { class: 'compare' }, texts.compare) : undefined,
  )
}

/** When the money went back, which is what somebody who looks at a refunded receipt wants to know. */
function returnedText(
  { state, returnedAt, zone }: Facts,
  { language, texts }: Shown,
): HTMLElement | undefined {
  const text = texts.returnedOn[state]
  if (!text || !returnedAt) return undefined
  return element('p', { class: 'when' }, text.replace('{time}', clockIn(language, returnedAt, zone)))
}

function stateText(facts: Facts, { language, texts }: Shown): string {
  const time = timeIn(language, facts.asOf, facts.zone)
  return `${texts.asOf.replace('{time}', time).replace('{state}', texts.states[facts.state])}.`
}

function todayView(today: 'confirmed' | 'offline' | 'asking', { texts, askAgain }: Shown): HTMLElement {
  const again = element('button', { type: 'button', class: 'quiet', click: askAgain }, texts.askAgain)
  return element(
    'div',
    { class: `today ${today}`, role: 'status' },
    element('p', {}, texts.today[today]),
    today === 'offline' ? again : undefined,
  )
}

/** The large figure is what is still paid. Offline only the whole amount is known, and is called so. */
function amountOf(facts: Facts, { language, texts }: Shown): (Node | string)[] {
  const { state, amount, returnedAmount, currency } = facts
  if (state !== 'partially_refunded') return [amountIn(language, amount, currency)]
  const label = returnedAmount === undefined ? texts.beforeRefund : texts.parts.kept
  const shown = returnedAmount === undefined ? amount : keptOf(amount, returnedAmount)
  return [element('small', {}, label), ' ', amountIn(language, shown, currency)]
}

const keptOf = (amount: string, returned: string) => (Number(amount) - Number(returned)).toFixed(2)

/** What was paid, returned and is still paid. A receipt that was read offline does not know the parts. */
function partsOf({ state, amount, returnedAmount, currency }: Facts, { language, texts: { parts } }: Shown) {
  if (state !== 'partially_refunded' || returnedAmount === undefined) return []
  const kept = keptOf(amount, returnedAmount)
  const amounts = [
    [parts.paid, amount],
    [parts.returned, returnedAmount],
    [parts.kept, kept],
  ] as const
  return amounts.map(([name, value]) => [name, amountIn(language, value, currency)] as const)
}

const spacedCode = (code: string) => `${code.slice(0, 5)}\u00a0${code.slice(5)}`

/** The facts, and the payments of a link with the codes of their own receipts. */
function rows(facts: Facts, shown: Shown): HTMLElement {
  const { reference, code, recipient } = facts
  const { texts } = shown
  const pairs = [
    ...partsOf(facts, shown),
    ...(recipient ? [[texts.recipient, recipientText(recipient)] as const] : []),
    [texts.reference, visible(reference)],
    [texts.code, spacedCode(code)],
    ...(facts.parts ?? []).map(
      (part) =>
        [
          clockIn(shown.language, part.paidAt, facts.zone),
          `${amountIn(shown.language, part.amount, facts.currency)} · ${spacedCode(part.code)}`,
        ] as const,
    ),
  ] as const
  return list(pairs)
}
