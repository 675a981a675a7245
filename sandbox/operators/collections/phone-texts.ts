// The texts of the phone page.
import type { Language } from '../../page.ts'

export const phoneTexts = {
  fr: {
    title: 'Téléphone de test',
    lead: 'Saisissez un numéro pour voir les demandes de paiement qu’il reçoit. Le code PIN de test est 1234. Un numéro en 24 attend votre réponse 20 secondes.',
    number: 'Numéro de téléphone',
    show: 'Afficher le téléphone',
    none: 'Aucune demande en cours',
    noneLead: 'La page s’actualise toutes les 3 secondes.',
    asks: (merchant: string, amount: string) => `${merchant} vous demande ${amount}.`,
    pin: 'Code PIN',
    pay: 'Payer',
    decline: 'Refuser',
    unknownNumber: 'Ce n’est pas un numéro mobile de la RDC.',
    results: {
      approved: 'Paiement validé.',
      wrong_pin: 'Code PIN incorrect\u00a0: la demande est refusée.',
      cancelled: 'Demande refusée.',
      lapsed: 'La demande n’attend plus de réponse.',
    },
  },
  en: {
    title: 'Test phone',
    lead: 'Enter a number to see the payment requests that it receives. The test PIN is 1234. A number ending in 24 waits 20 seconds for your answer.',
    number: 'Phone number',
    show: 'Show the phone',
    none: 'No request is waiting',
    noneLead: 'The page refreshes every 3 seconds.',
    asks: (merchant: string, amount: string) => `${merchant} asks you for ${amount}.`,
    pin: 'PIN',
    pay: 'Pay',
    decline: 'Decline',
    unknownNumber: 'This is not a mobile number of the DRC.',
    results: {
      approved: 'Payment approved.',
      wrong_pin: 'The PIN is incorrect, so the request is declined.',
      cancelled: 'Request declined.',
      lapsed: 'The request no longer waits for an answer.',
    },
  },
} as const satisfies Record<Language, object>

export type PhoneResult = keyof (typeof phoneTexts)['fr']['results']

export function isPhoneResult(text: string | undefined): text is PhoneResult {
  return text !== undefined && Object.hasOwn(phoneTexts.fr.results, text)
}
