import { catalogue, plural } from '../language/language.ts'

export const webhookTexts = catalogue({
  fr: {
    /** What each event reports, where its outcome is not known. */
    events: {
      PAYMENT: 'Résultat d’un paiement',
      PAYMENT_CANCELLATION: 'Paiement abandonné par le client',
      REFUND: 'Remboursement',
      VOID: 'Paiement annulé avant règlement',
      DISPUTE: 'Litige',
      COLLECTION_RETURNED: 'Argent reçu trop tard et rendu',
      PAYOUT: 'Versement',
      BATCH: 'Lot de transferts terminé',
      REMITTANCE: 'Résultat d’un transfert',
      TEST: 'Événement de test',
    },
    payment: { SUCCESS: 'Paiement réussi', FAILED: 'Paiement échoué' },
    transfer: (state: string) => `Transfert ${state}`,
    failures: (count: number) => plural(count, { one: `${count} échec`, other: `${count} échecs` }),
    /** @param time a day and a time, or a time of today */
    next: (time: string) => `prochain essai\u00a0: ${time}`,
  },
  en: {
    events: {
      PAYMENT: 'Payment outcome',
      PAYMENT_CANCELLATION: 'Payment cancelled by the customer',
      REFUND: 'Refund',
      VOID: 'Charge voided',
      DISPUTE: 'Dispute',
      COLLECTION_RETURNED: 'Late money returned',
      PAYOUT: 'Payout',
      BATCH: 'Batch of transfers done',
      REMITTANCE: 'Transfer outcome',
      TEST: 'Test event',
    },
    payment: { SUCCESS: 'Payment succeeded', FAILED: 'Payment failed' },
    transfer: (state: string) => `Transfer ${state}`,
    failures: (count: number) => plural(count, { one: `${count} failure`, other: `${count} failures` }),
    next: (time: string) => `next attempt: ${time}`,
  },
})
