// What a limit rule measures, in words: "$2,500.00", "11 different senders".
import { formatMoney } from '../../ui/display/amount.tsx'
import { formatNumber, plural } from '../../ui/language/language.ts'
import { isMoney, type Rule } from './draft.ts'
import { limitTexts } from './texts.ts'

/** @param value dollars, or a number of what the rule counts */
export function limitValue({ subject, measure }: Pick<Rule, 'subject' | 'measure'>, value: number): string {
  if (isMoney(measure)) return formatMoney(value, 'USD')
  const counted = countedTexts(subject, measure)
  if (value === 0) return `${limitTexts().none} ${counted.one}`
  return `${formatNumber(value)} ${plural(value, counted)}`
}

function countedTexts(subject: Rule['subject'], measure: Rule['measure']) {
  const t = limitTexts()
  if (measure === 'name_changes') return t.nameChanges
  if (measure === 'counterparties') return subject === 'document' ? t.differentNumbers : t.differentSenders
  return t.transfers
}
