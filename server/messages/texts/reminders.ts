// Reminders of the due dates of a payment link, which its payers asked for.
import { type Language, longDay } from '../../kernel/language.ts'
import type { Money } from '../../kernel/money.ts'
import type { EmailContent } from '../content.ts'
import { testSubject, writingFor } from './writing.ts'

type DueFacts = {
  merchant: string
  reference: string
  /** What is missing of all that is due until the day. */
  missing: Money
  /** All that is left to pay. */
  remaining: Money
  dueOn: Temporal.PlainDate
  /** Whether the day has passed. */
  isOverdue: boolean
  /** The path of the payment link. */
  path: string
}

type Written = Omit<DueFacts, 'missing' | 'remaining' | 'dueOn'> &
  Record<'missing' | 'remaining' | 'day', string>
type Texts = (facts: Written) => Omit<EmailContent, 'facts' | 'action'> & { labels: string[]; pay: string }

const texts: Record<Language, Texts> = {
  fr: ({ merchant, missing, day, isOverdue }) => ({
    subject: isOverdue
      ? `Échéance dépassée\u00a0: ${missing} à payer à ${merchant}`
      : `Rappel\u00a0: ${missing} à payer à ${merchant} au plus tard le ${day}`,
    paragraphs: [
      isOverdue
        ? `L’échéance du ${day} est passée. Il reste ${missing} à payer à ${merchant} pour cette date.`
        : `Il reste ${missing} à payer à ${merchant} au plus tard le ${day}.`,
      'Si quelqu’un a payé entre-temps, ce message est sans objet.',
    ],
    labels: ['Marchand', 'Référence', 'Échéance', 'À payer pour cette date', 'Reste à payer en tout'],
    pay: 'Payer',
    reason: `Vous recevez ce rappel parce que vous l’avez demandé lors d’un paiement à ${merchant}. Pour toute question, contactez ${merchant}.`,
  }),
  en: ({ merchant, missing, day, isOverdue }) => ({
    subject: isOverdue
      ? `Overdue: ${missing} to pay to ${merchant}`
      : `Reminder: ${missing} to pay to ${merchant} by ${day}`,
    paragraphs: [
      isOverdue
        ? `The due date of ${day} has passed. ${missing} is left to pay to ${merchant} for this date.`
        : `${missing} is left to pay to ${merchant} by ${day}.`,
      'If somebody has paid in the meantime, please ignore this message.',
    ],
    labels: ['Merchant', 'Reference', 'Due date', 'To pay for this date', 'Left to pay in all'],
    pay: 'Pay',
    reason: `You receive this reminder because you asked for it with a payment to ${merchant}. For questions, contact ${merchant}.`,
  }),
}

/** @param reader.timeZone of the merchant */
export function dueReminder(
  { missing, remaining, dueOn, ...rest }: DueFacts,
  reader: { language: Language; timeZone: string; isTest: boolean },
): EmailContent {
  const { language } = reader
  const write = writingFor(reader)
  const facts = {
    ...rest,
    ...{ missing: write.amount(missing), remaining: write.amount(remaining), day: longDay(dueOn, language) },
  }
  const { labels, pay, ...content } = texts[language](facts)
  const values = [facts.merchant, facts.reference, facts.day, facts.missing, facts.remaining]
  return {
    ...content,
    subject: testSubject(content.subject, reader),
    facts: labels.map((label, i) => [label, values[i] ?? ''] as const),
    action: { label: pay, path: `${facts.path}?lang=${language}` },
  }
}
