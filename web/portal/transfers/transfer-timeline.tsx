import type { Tone } from '../../ui/display/badge.tsx'
import { eventDetail } from '../../ui/display/event-detail.ts'
import { Timeline } from '../../ui/display/timeline.tsx'
import { catalogue } from '../../ui/language/language.ts'
import type { TransferDetail } from '../api-types.ts'
import { known } from '../labels.ts'

const labels = catalogue({
  fr: {
    'inbound.accepted': 'Transfert accepté',
    'screening.ok': 'Contrôle de conformité réussi',
    'screening.hold': 'Retenu pour contrôle',
    'limit.hold': 'Retenu\u00a0: plafond dépassé',
    'compliance.released': 'Libéré après contrôle',
    'compliance.rejected': 'Rejeté après contrôle',
    'fx.converted': 'Converti en USD',
    'wallet.reserved': 'Montant réservé sur votre portefeuille',
    'wallet.confirmed': 'Portefeuille débité',
    'wallet.released': 'Montant restitué à votre portefeuille',
    'wallet.reversed': 'Montant recrédité sur votre portefeuille',
    'switch.dispatched': 'Envoyé à l’opérateur',
    'telco.callback': 'Réponse de l’opérateur',
    'telco.inquiry': 'Opérateur interrogé',
    'telco.conflict': 'Réponses contradictoires de l’opérateur, en cours d’examen par nos équipes',
    'merchant.callback.sent': 'Webhook reçu par votre serveur',
    'merchant.callback.failed': 'Webhook non reçu par votre serveur',
    'settlement.closed': 'Inclus dans une clôture quotidienne',
  },
  en: {
    'inbound.accepted': 'Transfer accepted',
    'screening.ok': 'Compliance check passed',
    'screening.hold': 'Held for review',
    'limit.hold': 'Held: above a limit',
    'compliance.released': 'Released after review',
    'compliance.rejected': 'Rejected after review',
    'fx.converted': 'Converted to USD',
    'wallet.reserved': 'Amount reserved in your wallet',
    'wallet.confirmed': 'Wallet debited',
    'wallet.released': 'Amount returned to your wallet',
    'wallet.reversed': 'Amount credited back to your wallet',
    'switch.dispatched': 'Sent to the operator',
    'telco.callback': 'Operator replied',
    'telco.inquiry': 'Operator queried',
    'telco.conflict': 'Contradictory replies from the operator, under review by our team',
    'merchant.callback.sent': 'Webhook received by your server',
    'merchant.callback.failed': 'Webhook not received by your server',
    'settlement.closed': 'Included in a daily settlement',
  },
})

const tones: Readonly<Record<string, Tone>> = {
  'screening.hold': 'wait',
  'limit.hold': 'wait',
  'compliance.rejected': 'bad',
  'wallet.confirmed': 'good',
  // Money that comes back is no error.
  'wallet.released': 'plain',
  'wallet.reversed': 'good',
  'telco.conflict': 'bad',
  'merchant.callback.sent': 'good',
  'merchant.callback.failed': 'bad',
}

export function TransferTimeline({ events }: { events: TransferDetail['timeline'] }) {
  const t = labels()
  const moments = events.map(({ at, kind, detail }) => ({
    at,
    title: known(t, kind),
    detail: eventDetail(detail),
    tone: tones[kind] ?? ('plain' as const),
  }))
  return <Timeline moments={moments} look="list" />
}
