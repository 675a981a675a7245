// Labels for the states of an operation: a call to the gateway or to an operator.
import { catalogue } from '../../ui/language/language.ts'

const texts = catalogue({
  fr: {
    intent: 'à envoyer',
    sent: 'envoyé',
    unknown: 'résultat inconnu',
    undoing: 'annulation en cours',
    confirmed: 'confirmé',
    declined: 'refusé',
    undone: 'annulé',
  },
  en: {
    intent: 'to be sent',
    sent: 'sent',
    unknown: 'outcome unknown',
    undoing: 'being voided',
    confirmed: 'confirmed',
    declined: 'declined',
    undone: 'voided',
  },
})

/** The label of a state; an unknown state is shown as it is. */
export function operationState(state: string): string {
  const label: Readonly<Record<string, string>> = texts()
  return label[state] ?? state
}
