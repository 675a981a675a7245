// How far something is that was asked of a gateway or an operator.
import { catalogue } from '../../ui/language/language.ts'

const texts = catalogue({
  fr: {
    intent: 'à envoyer',
    sent: 'envoyé',
    unknown: 'sans réponse',
    undoing: 'en reprise',
    confirmed: 'confirmé',
    declined: 'refusé',
    undone: 'repris',
  },
  en: {
    intent: 'to be sent',
    sent: 'sent',
    unknown: 'no answer',
    undoing: 'being undone',
    confirmed: 'confirmed',
    declined: 'declined',
    undone: 'undone',
  },
})

/** A state without words is shown as it is called. */
export function operationState(state: string): string {
  const label: Readonly<Record<string, string>> = texts()
  return label[state] ?? state
}
