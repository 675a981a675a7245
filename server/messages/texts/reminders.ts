// Reminders of the due dates of a payment link, which its payers asked for.
import { type Language, longDay } from '../../kernel/language.ts'
import type { Money } from '../../kernel/money.ts'
import type { EmailContent } from '../content.ts'
import { mailedReference, testSubject, writingFor } from './writing.ts'

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
      'Si ce montant a été payé entre-temps, ne tenez pas compte de ce message.',
    ],
    labels: ['Marchand', 'Référence', 'Échéance', 'À payer pour cette date', 'Reste à payer au total'],
    pay: 'Payer',
    reason: `Vous recevez ce rappel parce que cette adresse e-mail a été donnée lors d’un paiement à ${merchant}, avec une demande de rappel. Pour toute question, contactez ${merchant}.`,
  }),
  en: ({ merchant, missing, day, isOverdue }) => ({
    subject: isOverdue
      ? `Overdue: ${missing} still due to ${merchant}`
      : `Reminder: pay ${missing} to ${merchant} by ${day}`,
    paragraphs: [
      isOverdue
        ? `The payment due by ${day} is overdue: ${missing} is still due to ${merchant}.`
        : `${missing} is still due to ${merchant} by ${day}.`,
      'If this amount has been paid in the meantime, please ignore this message.',
    ],
    labels: ['Merchant', 'Reference', 'Due date', 'Due for this date', 'Total left to pay'],
    pay: 'Pay',
    reason: `You receive this reminder because this email address was given with a payment to ${merchant}, and reminders were asked for. For questions, contact ${merchant}.`,
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
  const values = [facts.merchant, mailedReference(facts.reference), facts.day, facts.missing, facts.remaining]
  return {
    ...content,
    subject: testSubject(content.subject, reader),
    facts: labels.map((label, i) => [label, values[i] ?? ''] as const).filter(([, value]) => value !== ''),
    action: { label: pay, path: `${facts.path}?lang=${language}` },
  }
}
