// The words of our documents in French and English.
import type { Language } from '../kernel/language.ts'
import type { MovementType } from './schemas.ts'

type Texts = {
  types: Record<MovementType, string>
  test: string
  amount: string
  fees: string
  statement: {
    title: string
    merchant: string
    code: string
    period: string
    currency: string
    made: string
    provisional: (through: string) => string
    opening: string
    closing: string
    change: string
    lines: string
    none: string
    type: string
    count: string
    fee: string
    net: string
    date: string
    reference: string
    balance: string
    note: string
  }
  invoice: {
    title: string
    creditNote: string
    issuer: string
    recipient: string
    code: string
    number: string
    issued: string
    month: string
    currency: string
    line: string
    count: string
    net: string
    vat: (percent: string) => string
    total: string
    paid: string
    credited: string
  }
}

export const documentTexts: Record<Language, Texts> = {
  fr: {
    types: {
      charge: 'Paiement',
      refund: 'Remboursement',
      void: 'Annulé avant règlement',
      fee: 'Frais',
      dispute: 'Litige',
      dispute_reversal: 'Litige gagné',
      payout: 'Versement',
      payout_return: 'Versement renvoyé',
      adjustment: 'Ajustement',
    },
    test: 'TEST\u00a0: aucun argent réel',
    amount: 'Montant',
    fees: 'Frais',
    statement: {
      title: 'Relevé de compte',
      merchant: 'Marchand',
      code: 'Code marchand',
      period: 'Période',
      currency: 'Devise',
      made: 'Établi le',
      provisional: (through) =>
        `Relevé provisoire, arrêté au ${through} UTC\u00a0: d’autres opérations peuvent s’ajouter.`,
      opening: 'Solde d’ouverture',
      closing: 'Solde de clôture',
      change: 'Variation',
      lines: 'Opérations',
      none: 'Aucune opération pendant cette période.',
      type: 'Opération',
      count: 'Nombre',
      fee: 'Frais',
      net: 'Net',
      date: 'Date (UTC)',
      reference: 'Référence',
      balance: 'Solde',
      note: 'Le solde réunit ce qui est en attente, disponible et réservé. Les jours sont des jours UTC.',
    },
    invoice: {
      title: 'Facture de frais',
      creditNote: 'Avoir sur frais',
      issuer: 'Émetteur',
      recipient: 'Client',
      code: 'Code marchand',
      number: 'Numéro',
      issued: 'Date',
      month: 'Mois',
      currency: 'Devise',
      line: 'Frais sur',
      count: 'Opérations',
      net: 'Total hors TVA',
      vat: (percent) => `TVA (${percent}\u00a0%)`,
      total: 'Total TTC',
      paid: 'Déjà payée\u00a0: les frais ont été déduits de votre solde. Rien n’est à régler.',
      credited: 'Ces frais vous ont déjà été restitués sur votre solde.',
    },
  },
  en: {
    types: {
      charge: 'Payment',
      refund: 'Refund',
      void: 'Voided payment',
      fee: 'Fee',
      dispute: 'Dispute',
      dispute_reversal: 'Dispute won',
      payout: 'Payout',
      payout_return: 'Payout returned',
      adjustment: 'Adjustment',
    },
    test: 'TEST: no real money',
    amount: 'Amount',
    fees: 'Fees',
    statement: {
      title: 'Account statement',
      merchant: 'Merchant',
      code: 'Merchant code',
      period: 'Period',
      currency: 'Currency',
      made: 'Created',
      provisional: (through) => `Provisional, up to ${through} UTC: transactions can still be added.`,
      opening: 'Opening balance',
      closing: 'Closing balance',
      change: 'Change',
      lines: 'Transactions',
      none: 'No transactions in this period.',
      type: 'Transaction',
      count: 'Number',
      fee: 'Fee',
      net: 'Net',
      date: 'Date (UTC)',
      reference: 'Reference',
      balance: 'Balance',
      note: 'The balance includes what is pending, available and reserved. Days are UTC days.',
    },
    invoice: {
      title: 'Fee invoice',
      creditNote: 'Fee credit note',
      issuer: 'Issued by',
      recipient: 'Customer',
      code: 'Merchant code',
      number: 'Number',
      issued: 'Date',
      month: 'Month',
      currency: 'Currency',
      line: 'Fees on',
      count: 'Transactions',
      net: 'Total excluding VAT',
      vat: (percent) => `VAT (${percent}%)`,
      total: 'Total including VAT',
      paid: 'Already paid: the fees were deducted from your balance. Nothing is due.',
      credited: 'These fees have already been returned to your balance.',
    },
  },
}
