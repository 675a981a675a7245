import { catalogue } from '../../ui/language/language.ts'
import { known } from '../labels.ts'

const labels = catalogue({
  fr: {
    TOPUP: 'Approvision\u00adnement',
    RESERVE: 'Réservation',
    RELEASE: 'Réservation libérée',
    DEBIT: 'Transfert débité',
    FEE: 'Frais',
    REVERSAL: 'Transfert repris',
    ADJUSTMENT: 'Ajustement',
  },
  en: {
    TOPUP: 'Top-up',
    RESERVE: 'Reservation',
    RELEASE: 'Reservation released',
    DEBIT: 'Transfer debited',
    FEE: 'Fee',
    REVERSAL: 'Transfer reversed',
    ADJUSTMENT: 'Adjustment',
  },
})

/** The label of a kind of wallet line; a kind without a label is returned as it is. */
export const lineLabel = (kind: string) => known(labels(), kind)
