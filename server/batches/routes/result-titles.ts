// What the columns and the states of a result are called in a file for people, as far as all kinds share them.
import type { Titles } from '../../platform/documents/separated-file.ts'

export const commonTitles: Titles = {
  fr: {
    row: 'Ligne',
    state: 'État',
    fee: 'Frais',
    code: 'Code de l’erreur',
    message: 'Erreur (en anglais)',
    completed_at: 'Terminé le (UTC)',
  },
  en: {
    row: 'Row',
    state: 'Status',
    fee: 'Fees',
    code: 'Error code',
    message: 'Error',
    completed_at: 'Completed (UTC)',
  },
}

export const stateNames: Titles = {
  fr: {
    UNCHECKED: 'Pas encore vérifiée',
    READY: 'Prête',
    FAULTY: 'En erreur',
    WAITING: 'En attente',
    SENT: 'En cours',
    HELD: 'Retenue',
    SUCCESSFUL: 'Payée',
    FAILED: 'Échouée',
    REVERSED: 'Annulée par l’opérateur',
    CANCELLED: 'Annulée',
  },
  en: {
    UNCHECKED: 'Not checked yet',
    READY: 'Ready',
    FAULTY: 'Faulty',
    WAITING: 'Waiting',
    SENT: 'In progress',
    HELD: 'Held',
    SUCCESSFUL: 'Paid',
    FAILED: 'Failed',
    REVERSED: 'Reversed',
    CANCELLED: 'Cancelled',
  },
}
