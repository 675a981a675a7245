// The receipt of a card payment for its payer.
import type { Language } from '../../kernel/language/language.ts'
import type { Money } from '../../kernel/money.ts'
import type { EmailContent } from '../content.ts'
import type { Writing } from './alert-texts.ts'
import { testSubject, writingFor } from './writing.ts'

export type ReceiptFacts = {
  merchant: string
  amount: Money
  reference: string
  transaction: string
  /** Brand and last four digits; empty if unknown. */
  card: string
  paidAt: Temporal.Instant
}

const texts: Record<Language, (facts: ReceiptFacts, write: Writing) => EmailContent> = {
  fr: ({ merchant, amount, reference, transaction, card, paidAt }, write) => ({
    subject: `Reçu de votre paiement de ${write.amount(amount)} à ${merchant}`,
    paragraphs: [`Vous avez payé ${write.amount(amount)} à ${merchant}. Conservez ce message comme reçu.`],
    facts: [
      ['Marchand', merchant],
      ['Montant', write.amount(amount)],
      ['Date', write.time(paidAt)],
      ['Référence', reference],
      ...(card ? [['Carte', card] as const] : []),
      ['Transaction', transaction],
    ],
    reason: `Vous recevez ce reçu parce que cette adresse e-mail a été donnée lors du paiement. Pour toute question, contactez ${merchant}.`,
  }),
  en: ({ merchant, amount, reference, transaction, card, paidAt }, write) => ({
    subject: `Receipt for your payment of ${write.amount(amount)} to ${merchant}`,
    paragraphs: [`You paid ${write.amount(amount)} to ${merchant}. Keep this message as your receipt.`],
    facts: [
      ['Merchant', merchant],
      ['Amount', write.amount(amount)],
      ['Date', write.time(paidAt)],
      ['Reference', reference],
      ...(card ? [['Card', card] as const] : []),
      ['Transaction', transaction],
    ],
    reason: `You receive this receipt because this email address was given with the payment. For questions, contact ${merchant}.`,
  }),
}

/** Writes the receipt in the payer's language, with the time of the merchant. */
export function receiptContent(
  facts: ReceiptFacts,
  reader: { language: Language; timeZone: string; isTest: boolean },
): EmailContent {
  const content = texts[reader.language](facts, writingFor(reader))
  return { ...content, subject: testSubject(content.subject, reader) }
}
