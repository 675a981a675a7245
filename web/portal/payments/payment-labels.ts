// Labels of what happened to a payment: where it was begun, its moves, authentications and webhooks.
import { webhookTexts } from '../../ui/deliveries/texts.ts'
import { catalogue } from '../../ui/language/language.ts'
import { stateTexts } from '../../ui/language/states.ts'
import { known } from '../labels.ts'

const labels = catalogue({
  fr: {
    origin: { order: 'Commande', microform: 'Champs sur votre site', link: 'Lien de paiement' },
    move: {
      created: 'Commande créée',
      charged: 'Paiement encaissé',
      refused: 'Paiement échoué',
      declined: 'Refusé · le client peut réessayer',
      cancelled: 'Abandonné par le client',
      expired: 'Expiré sans paiement',
    },
    authentication: {
      started: 'Authentification commencée',
      set_up: 'Authentification commencée',
      enrolling: 'Authentification demandée à la banque',
      challenged: 'La banque a demandé un code',
      validating: 'Code envoyé à la banque',
      authenticated: 'Client authentifié',
      used: 'Client authentifié, paiement demandé à la banque',
      failed: 'Authentification échouée',
      abandoned: 'Authentification abandonnée',
    },
  },
  en: {
    origin: { order: 'Order', microform: 'Fields on your site', link: 'Payment link' },
    move: {
      created: 'Order created',
      charged: 'Payment captured',
      refused: 'Payment failed',
      declined: 'Declined · the customer can retry',
      cancelled: 'Cancelled by customer',
      expired: 'Expired without a payment',
    },
    authentication: {
      started: 'Authentication started',
      set_up: 'Authentication started',
      enrolling: 'Authentication requested from the bank',
      challenged: 'The bank asked for a code',
      validating: 'Code sent to the bank',
      authenticated: 'Customer authenticated',
      used: 'Customer authenticated, charge requested',
      failed: 'Authentication failed',
      abandoned: 'Authentication abandoned',
    },
  },
})

/** The labels, with the words of the states for the moves that lead to them. */
function all() {
  const { REFUNDED, PARTIALLY_REFUNDED, VOIDED } = stateTexts().payment
  const own = labels()
  return {
    ...own,
    move: { ...own.move, refunded_in_part: PARTIALLY_REFUNDED, refunded: REFUNDED, voided: VOIDED },
    webhook: { ...webhookTexts().events, VOID: VOIDED },
  }
}

/** The label of a code of a payment's history; a code without a label is returned as it is. */
export const paymentLabel = (kind: keyof ReturnType<typeof all>, name: string) => known(all()[kind], name)
