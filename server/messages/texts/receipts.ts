// The receipt of a card payment for its payer, and the messages about a refund or a void of it.
import type { Language } from '../../kernel/language.ts'
import type { Money } from '../../kernel/money.ts'
import type { EmailContent } from '../content.ts'
import type { Writing } from './alert-texts.ts'
import { gsm7Text, mailedReference, testSubject, writingFor } from './writing.ts'

type PaymentFacts = {
  merchant: string
  amount: Money
  reference: string
  transaction: string
  /** Brand and last four digits; empty if unknown. */
  card: string
}

type ReceiptFacts = PaymentFacts & {
  paidAt: Temporal.Instant
  /** The code and the token of the signed receipt, if it could be signed. */
  code?: string
  receipt?: string
}

type RefundFacts = PaymentFacts & {
  /** What has been refunded of the payment, with this refund. */
  total: Money
  paid: Money
  refundedAt: Temporal.Instant
}

type VoidFacts = PaymentFacts & { voidedAt: Temporal.Instant }

/** The facts of one kind of message stand between the merchant and the reference, `last` after the transaction. */
type Text = Pick<EmailContent, 'subject' | 'paragraphs' | 'action'> & {
  facts: Readonly<Record<string, string>>
  last?: Readonly<Record<string, string>>
  /** What the reader has received. */
  what: string
}
type Reader = { language: Language; timeZone: string; isTest: boolean }

const shared = {
  fr: {
    labels: { merchant: 'Marchand', reference: 'Référence', card: 'Carte', transaction: 'Transaction' },
    reason: (what: string, merchant: string) =>
      `Vous recevez ${what} parce que cette adresse e-mail a été donnée lors du paiement. Pour toute question, contactez ${merchant}.`,
  },
  en: {
    labels: { merchant: 'Merchant', reference: 'Reference', card: 'Card', transaction: 'Transaction' },
    reason: (what: string, merchant: string) =>
      `You receive ${what} because this email address was given with the payment. For questions, contact ${merchant}.`,
  },
}

/** Writes a message in the payer's language, with the time of the merchant. */
function writer<Facts extends PaymentFacts>(
  texts: Record<Language, (facts: Facts, write: Writing) => Text>,
): (facts: Facts, reader: Reader) => EmailContent {
  return (facts, reader) => {
    const { facts: own, last, what, ...content } = texts[reader.language](facts, writingFor(reader))
    const { labels, reason } = shared[reader.language]
    const { merchant, reference, card, transaction } = facts
    const shown = {
      ...{ [labels.merchant]: merchant, ...own, [labels.reference]: mailedReference(reference) },
      ...(card && { [labels.card]: card }),
      ...{ [labels.transaction]: transaction, ...last },
    }
    return {
      ...content,
      subject: testSubject(content.subject, reader),
      facts: Object.entries(shown).filter(([, value]) => value !== ''),
      reason: reason(what, merchant),
    }
  }
}

/** As the receipt itself shows it: in two groups of five. */
const readable = (code: string) => `${code.slice(0, 5)}\u00a0${code.slice(5)}`

export const receiptContent = writer<ReceiptFacts>({
  fr: ({ merchant, amount, paidAt, code, receipt }, write) => ({
    subject: `Reçu de votre paiement de ${write.amount(amount)} à ${merchant}`,
    paragraphs: [`Vous avez payé ${write.amount(amount)} à ${merchant}. Conservez ce message comme reçu.`],
    facts: { Montant: write.amount(amount), Date: write.time(paidAt) },
    ...(code && { last: { 'Code du reçu': readable(code) } }),
    ...(receipt && { action: { label: 'Vérifier ce reçu', path: `/verify#${receipt}` } }),
    what: 'ce reçu',
  }),
  en: ({ merchant, amount, paidAt, code, receipt }, write) => ({
    subject: `Receipt for your payment of ${write.amount(amount)} to ${merchant}`,
    paragraphs: [`You paid ${write.amount(amount)} to ${merchant}. Keep this message as your receipt.`],
    facts: { Amount: write.amount(amount), Date: write.time(paidAt) },
    ...(code && { last: { 'Receipt code': readable(code) } }),
    ...(receipt && { action: { label: 'Verify this receipt', path: `/verify#${receipt}` } }),
    what: 'this receipt',
  }),
})

export const refundContent = writer<RefundFacts>({
  fr: ({ merchant, amount, card, total, paid, refundedAt }, write) => ({
    subject: `Remboursement de ${write.amount(amount)} par ${merchant}`,
    paragraphs: [
      `${merchant} vous a remboursé ${write.amount(amount)}.`,
      card
        ? 'Le montant revient sur la carte du paiement. Selon votre banque, il peut n’apparaître qu’après quelques jours.'
        : 'Le montant revient au numéro qui a payé.',
    ],
    facts: {
      'Montant remboursé': write.amount(amount),
      ...(total.minor > amount.minor && { 'Remboursé au total': write.amount(total) }),
      'Montant du paiement': write.amount(paid),
      Date: write.time(refundedAt),
    },
    what: 'ce message',
  }),
  en: ({ merchant, amount, card, total, paid, refundedAt }, write) => ({
    subject: `Refund of ${write.amount(amount)} from ${merchant}`,
    paragraphs: [
      `${merchant} has refunded ${write.amount(amount)} to you.`,
      card
        ? 'The amount goes back to the card of the payment. Depending on your bank, it may take a few days to appear.'
        : 'The amount goes back to the number that paid.',
    ],
    facts: {
      'Refunded amount': write.amount(amount),
      ...(total.minor > amount.minor && { 'Refunded in total': write.amount(total) }),
      'Amount of the payment': write.amount(paid),
      Time: write.time(refundedAt),
    },
    what: 'this message',
  }),
})

export const voidContent = writer<VoidFacts>({
  fr: ({ merchant, amount, voidedAt }, write) => ({
    subject: `Annulation de votre paiement de ${write.amount(amount)} à ${merchant}`,
    paragraphs: [
      `${merchant} a annulé votre paiement de ${write.amount(amount)}. Le reçu que vous avez reçu n’est plus valable.`,
      'Ce montant n’est pas prélevé. Selon votre banque, il peut rester affiché quelques jours parmi les opérations en attente.',
    ],
    facts: { 'Montant annulé': write.amount(amount), Date: write.time(voidedAt) },
    what: 'ce message',
  }),
  en: ({ merchant, amount, voidedAt }, write) => ({
    subject: `Your payment of ${write.amount(amount)} to ${merchant} was cancelled`,
    paragraphs: [
      `${merchant} has cancelled your payment of ${write.amount(amount)}. The receipt you got is no longer valid.`,
      'The amount is not taken from your card. Depending on your bank, it may stay among the pending operations for a few days.',
    ],
    facts: { 'Cancelled amount': write.amount(amount), Time: write.time(voidedAt) },
    what: 'this message',
  }),
})

/** One SMS to a payer whose mobile-money payment came too late. */
export function returnedMoneyText(
  { merchant, amount }: { merchant: string; amount: Money },
  language: Language,
): string {
  const sum = writingFor({ language, timeZone: 'UTC' }).amount(amount)
  const text =
    language === 'fr'
      ? `${sum} ont été remboursés sur ce numéro : le paiement à ${merchant} est arrivé trop tard.`
      : `${sum} was returned to this number: the payment to ${merchant} came too late.`
  return gsm7Text(text)
}
