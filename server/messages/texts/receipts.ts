// The receipt of a card payment for its payer, and the messages about a refund or a void of it.
import type { Language } from '../../kernel/language.ts'
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
  /** The code and the token of the signed receipt, if it could be signed. */
  code?: string
  receipt?: string
}

/** As the receipt itself shows it: in two groups of five. */
const readable = (code: string) => `${code.slice(0, 5)}\u00a0${code.slice(5)}`

const texts: Record<Language, (facts: ReceiptFacts, write: Writing) => EmailContent> = {
  fr: ({ merchant, amount, reference, transaction, card, paidAt, code, receipt }, write) => ({
    subject: `Reçu de votre paiement de ${write.amount(amount)} à ${merchant}`,
    paragraphs: [`Vous avez payé ${write.amount(amount)} à ${merchant}. Conservez ce message comme reçu.`],
    facts: [
      ['Marchand', merchant],
      ['Montant', write.amount(amount)],
      ['Date', write.time(paidAt)],
      ['Référence', reference],
      ...(card ? [['Carte', card] as const] : []),
      ['Transaction', transaction],
      ...(code ? [['Code du reçu', readable(code)] as const] : []),
    ],
    ...(receipt && { action: { label: 'Vérifier ce reçu', path: `/verify#${receipt}` } }),
    reason: `Vous recevez ce reçu parce que cette adresse e-mail a été donnée lors du paiement. Pour toute question, contactez ${merchant}.`,
  }),
  en: ({ merchant, amount, reference, transaction, card, paidAt, code, receipt }, write) => ({
    subject: `Receipt for your payment of ${write.amount(amount)} to ${merchant}`,
    paragraphs: [`You paid ${write.amount(amount)} to ${merchant}. Keep this message as your receipt.`],
    facts: [
      ['Merchant', merchant],
      ['Amount', write.amount(amount)],
      ['Date', write.time(paidAt)],
      ['Reference', reference],
      ...(card ? [['Card', card] as const] : []),
      ['Transaction', transaction],
      ...(code ? [['Receipt code', readable(code)] as const] : []),
    ],
    ...(receipt && { action: { label: 'Verify this receipt', path: `/verify#${receipt}` } }),
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

export type RefundFacts = Omit<ReceiptFacts, 'paidAt' | 'code' | 'receipt'> & {
  /** What has been refunded of the payment, with this refund. */
  total: Money
  paid: Money
  refundedAt: Temporal.Instant
}

const refundTexts: Record<Language, (facts: RefundFacts, write: Writing) => EmailContent> = {
  fr: ({ merchant, amount, total, paid, reference, transaction, card, refundedAt }, write) => ({
    subject: `Remboursement de ${write.amount(amount)} par ${merchant}`,
    paragraphs: [
      `${merchant} vous a remboursé ${write.amount(amount)}.`,
      'Le montant revient sur la carte du paiement. Selon votre banque, il peut n’apparaître qu’après quelques jours.',
    ],
    facts: [
      ['Marchand', merchant],
      ['Montant remboursé', write.amount(amount)],
      ...(total.minor > amount.minor ? [['Remboursé au total', write.amount(total)] as const] : []),
      ['Montant du paiement', write.amount(paid)],
      ['Date', write.time(refundedAt)],
      ['Référence', reference],
      ...(card ? [['Carte', card] as const] : []),
      ['Transaction', transaction],
    ],
    reason: `Vous recevez ce message parce que cette adresse e-mail a été donnée lors du paiement. Pour toute question, contactez ${merchant}.`,
  }),
  en: ({ merchant, amount, total, paid, reference, transaction, card, refundedAt }, write) => ({
    subject: `Refund of ${write.amount(amount)} from ${merchant}`,
    paragraphs: [
      `${merchant} has refunded ${write.amount(amount)} to you.`,
      'The amount goes back to the card of the payment. Depending on your bank, it may take a few days to appear.',
    ],
    facts: [
      ['Merchant', merchant],
      ['Refunded amount', write.amount(amount)],
      ...(total.minor > amount.minor ? [['Refunded in total', write.amount(total)] as const] : []),
      ['Amount of the payment', write.amount(paid)],
      ['Time', write.time(refundedAt)],
      ['Reference', reference],
      ...(card ? [['Card', card] as const] : []),
      ['Transaction', transaction],
    ],
    reason: `You receive this message because this email address was given with the payment. For questions, contact ${merchant}.`,
  }),
}

/** Writes the message about a refund in the payer's language, with the time of the merchant. */
export function refundContent(
  facts: RefundFacts,
  reader: { language: Language; timeZone: string; isTest: boolean },
): EmailContent {
  const content = refundTexts[reader.language](facts, writingFor(reader))
  return { ...content, subject: testSubject(content.subject, reader) }
}

export type VoidFacts = Omit<ReceiptFacts, 'paidAt' | 'code' | 'receipt'> & { voidedAt: Temporal.Instant }

const voidTexts: Record<Language, (facts: VoidFacts, write: Writing) => EmailContent> = {
  fr: ({ merchant, amount, reference, transaction, card, voidedAt }, write) => ({
    subject: `Annulation de votre paiement de ${write.amount(amount)} à ${merchant}`,
    paragraphs: [
      `${merchant} a annulé votre paiement de ${write.amount(amount)}. Le reçu que vous avez reçu n’est plus valable.`,
      'Ce montant n’est pas prélevé. Selon votre banque, il peut rester affiché quelques jours parmi les opérations en attente.',
    ],
    facts: [
      ['Marchand', merchant],
      ['Montant annulé', write.amount(amount)],
      ['Date', write.time(voidedAt)],
      ['Référence', reference],
      ...(card ? [['Carte', card] as const] : []),
      ['Transaction', transaction],
    ],
    reason: `Vous recevez ce message parce que cette adresse e-mail a été donnée lors du paiement. Pour toute question, contactez ${merchant}.`,
  }),
  en: ({ merchant, amount, reference, transaction, card, voidedAt }, write) => ({
    subject: `Your payment of ${write.amount(amount)} to ${merchant} was cancelled`,
    paragraphs: [
      `${merchant} has cancelled your payment of ${write.amount(amount)}. The receipt you got is no longer valid.`,
      'The amount is not taken from your card. Depending on your bank, it may stay among the pending operations for a few days.',
    ],
    facts: [
      ['Merchant', merchant],
      ['Cancelled amount', write.amount(amount)],
      ['Time', write.time(voidedAt)],
      ['Reference', reference],
      ...(card ? [['Card', card] as const] : []),
      ['Transaction', transaction],
    ],
    reason: `You receive this message because this email address was given with the payment. For questions, contact ${merchant}.`,
  }),
}

/** Writes the message about a void in the payer's language, with the time of the merchant. */
export function voidContent(
  facts: VoidFacts,
  reader: { language: Language; timeZone: string; isTest: boolean },
): EmailContent {
  const content = voidTexts[reader.language](facts, writingFor(reader))
  return { ...content, subject: testSubject(content.subject, reader) }
}
