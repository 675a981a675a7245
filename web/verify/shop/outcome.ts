// What a seller should do with a receipt: from its verdict and from whether the goods were handed over.
import { clockIn, type Language, textsIn, visible } from '../texts.ts'
import type { Facts, Verdict } from '../verify.ts'
import type { Marking } from './hand-overs.ts'
import { shopTexts } from './shop-texts.ts'

/** `good`: hand over. `bad`: do not. `wait`: think, because something is not known. */
export type Tone = 'good' | 'wait' | 'bad'

export type Outcome = {
  tone: Tone
  title: string
  /** The amount that is still paid; absent where nothing is. */
  amount?: string
  /** "2 minutes ago · not handed over yet" */
  when?: string
  text?: string
  canMark: boolean
}

type Known = {
  verdict: Verdict
  /** Undefined while the service is asked. */
  marking: Marking | undefined
  now: Date
  language: Language
}

/** Decides what the screen says. */
export function outcomeOf(known: Known): Outcome {
  const { verdict, language } = known
  const texts = textsIn(language)
  if (verdict.kind !== 'genuine') {
    const isBad = ['forged', 'unreadable', 'quote'].includes(verdict.kind)
    return { tone: isBad ? 'bad' : 'wait', ...texts[verdict.kind], canMark: false }
  }
  const { facts } = verdict
  const shop = shopTexts(language)
  if (facts.state === 'successful' || facts.state === 'reversed')
    return { tone: 'wait', title: texts.verdicts[facts.state], text: shop.transfer, canMark: false }
  if (facts.state !== 'paid' && facts.state !== 'partially_refunded')
    return {
      tone: 'bad',
      title: texts.verdicts[facts.state],
      text: lostText(facts, language),
      canMark: false,
    }
  return paidOutcome(facts, known)
}

/** Why nothing is to be handed over, as the receipt itself or the service says it. */
function lostText({ state }: Facts, language: Language): string {
  const shop = shopTexts(language)
  return state === 'disputed' ? shop.disputed : state === 'voided' ? shop.voided : shop.returned
}

/**
 * The receipt is of a payment whose money is, at least in part, still there.
 * Whoever cannot ask the service must not take a test, or the receipt of another shop, for money of theirs.
 */
function paidOutcome(facts: Facts, { marking, now, language }: Known): Outcome {
  const shop = shopTexts(language)
  const isTestUnasked =
    facts.isTest &&
    (marking === undefined || ['offline', 'signed_out', 'not_allowed'].includes(marking.state))
  // guard: unasked-test-receipt
  if (isTestUnasked) return { tone: 'bad', title: shop.test, text: shop.isTest, canMark: false }
  const paidTo = filled(shop.paidTo, { name: visible(facts.merchant) })
  const isPart = facts.state === 'partially_refunded'
  const ago = agoText(facts.paidAt, now, language)
  const amount = keptAmount(facts)
  const paid = {
    title: isPart ? shop.partly : shop.paid,
    ...(amount !== undefined && { amount }),
    when: ago,
    canMark: false,
  }
  const nothing = { tone: 'bad', canMark: false } as const
  switch (marking?.state) {
    case undefined:
      return { ...paid, tone: 'wait', text: shop.checking }
    case 'waiting':
      return {
        ...paid,
        ...(facts.isTest && {
          title: shop.test,
          text: isPart ? `${shop.partly}. ${shop.isTest}` : shop.isTest,
        }),
        tone: isPart || facts.isTest ? 'wait' : 'good',
        when: `${ago} · ${shop.waiting}`,
        canMark: true,
      }
    case 'handed_over':
      return handedOver(facts, marking, { paid, now, language })
    case 'offline':
      return offline(facts, marking, { paid, now, language })
    case 'foreign':
      if (facts.isTest) return { ...nothing, title: shop.test, text: shop.isTest }
      return {
        ...nothing,
        title: shop.foreign,
        text: filled(shop.notFromHere, { name: visible(facts.merchant) }),
      }
    case 'refused':
      return { ...nothing, title: shop.lost, text: shop.refused }
    case 'not_allowed':
      return { ...paid, tone: 'wait', text: `${paidTo} ${shop.notAllowed}` }
    case 'signed_out':
      return { ...paid, tone: 'wait', text: `${paidTo} ${shop.unknownMarks}` }
  }
}

type Around = { paid: Omit<Outcome, 'tone'>; now: Date; language: Language }

function handedOver(
  facts: Facts,
  { at, by, isOurs }: Extract<Marking, { state: 'handed_over' }>,
  { paid, now, language }: Around,
): Outcome {
  const shop = shopTexts(language)
  const values = { time: momentText(at, facts.zone, { now, language }), name: visible(by) }
  const text = filled(isOurs ? shop.markedBy : shop.markedBefore, values)
  if (!isOurs) return { tone: 'bad', canMark: false, title: shop.handedOverBefore, text }
  if (facts.isTest) return { ...paid, tone: 'wait', title: shop.test, text: `${text} ${shop.isTest}` }
  return { ...paid, tone: 'good', title: shop.handedOver, text }
}

function offline(
  facts: Facts,
  { markedAt, isOurs }: Extract<Marking, { state: 'offline' }>,
  { paid, now, language }: Around,
): Outcome {
  const shop = shopTexts(language)
  const paidTo = filled(shop.paidTo, { name: visible(facts.merchant) })
  if (markedAt === undefined)
    return { ...paid, tone: 'wait', text: `${paidTo} ${shop.offline}`, canMark: true }
  if (isOurs) return { ...paid, tone: 'wait', title: shop.handedOver, text: shop.keptHere }
  const text = filled(shop.markedHere, { time: momentText(markedAt, facts.zone, { now, language }) })
  return { tone: 'bad', canMark: false, title: shop.handedOverBefore, text }
}

/** What is still paid; undefined where only the service knows it, and cannot be asked. */
function keptAmount({ state, amount, returnedAmount }: Facts): string | undefined {
  if (returnedAmount !== undefined) return (Number(amount) - Number(returnedAmount)).toFixed(2)
  return state === 'partially_refunded' ? undefined : amount
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** "il y a 2 minutes" */
function agoText(time: Date, now: Date, language: Language): string {
  const seconds = Math.max(0, (now.getTime() - time.getTime()) / 1_000)
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? []
  if (!unit) return shopTexts(language).justNow
  return new Intl.RelativeTimeFormat(language).format(-Math.floor(seconds / size), unit)
}

type Reader = { now: Date; language: Language }

/** "à 14:02" today, otherwise with the day. */
export function momentText(time: Date, zone: string, { now, language }: Reader): string {
  const shop = shopTexts(language)
  const [day, today] = [time, now].map((one) => clockIn(language, one, zone).slice(0, -5))
  const text = clockIn(language, time, zone)
  return day === today ? filled(shop.at, { time: text.slice(-5) }) : filled(shop.on, { time: text })
}

/** Puts values into a text. */
export function filled(text: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((all, [name, value]) => all.replace(`{${name}}`, () => value), text)
}
