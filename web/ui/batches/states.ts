// The words of the states of batches and of their rows.
import { catalogue } from '../language/language.ts'
import type { BatchRow, BatchSummary } from './place.ts'
import { type Kind, ownStatesOf } from './words.ts'

const states = catalogue({
  fr: {
    batch: {
      CHECKING: 'Vérification',
      CHECKED: 'À confirmer',
      CONFIRMED: 'Confirmé',
      RUNNING: 'Envoi en cours',
      PAUSED: 'En pause',
      DONE: 'Terminé',
      CANCELLED: 'Annulé',
    },
    batchRow: {
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
  },
  en: {
    batch: {
      CHECKING: 'Checking',
      CHECKED: 'To confirm',
      CONFIRMED: 'Confirmed',
      RUNNING: 'Sending',
      PAUSED: 'Paused',
      DONE: 'Done',
      CANCELLED: 'Cancelled',
    },
    batchRow: {
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
  },
})

export const batchStates = () => states().batch
export const batchState = (state: BatchSummary['state']): string => states().batch[state]
export const rowState = (kind: Kind, state: BatchRow['state']): string =>
  ownStatesOf(kind)[state] ?? states().batchRow[state]
export const rowStates = (kind: Kind): [BatchRow['state'], string][] =>
  Object.entries({ ...states().batchRow, ...ownStatesOf(kind) }) as [BatchRow['state'], string][]
