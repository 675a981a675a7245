// The roles of a merchant's users, and what each is for.
import { catalogue } from '../../ui/language/language.ts'

export const roleTexts = catalogue({
  fr: {
    owner: { name: 'Propriétaire', what: 'Accès complet, y compris l’équipe et les versements' },
    developer: {
      name: 'Développeur',
      what: 'Clés, webhooks, journal des requêtes, consultation des paiements',
    },
    accountant: { name: 'Comptable', what: 'Solde, relevés, exports, remboursements, demandes de versement' },
    cashier: { name: 'Caissier', what: 'Caisse, liens de paiement, ses propres ventes du jour' },
    viewer: { name: 'Lecteur', what: 'Consultation uniquement' },
  },
  en: {
    owner: { name: 'Owner', what: 'Full access, including the team and payouts' },
    developer: { name: 'Developer', what: 'Keys, webhooks, request log, viewing payments' },
    accountant: { name: 'Accountant', what: 'Balance, statements, exports, refunds, payout requests' },
    cashier: { name: 'Cashier', what: 'Till, payment links, own sales of the day' },
    viewer: { name: 'Viewer', what: 'Viewing only' },
  },
})

export type Role = keyof ReturnType<typeof roleTexts>

/** All roles with what each is for, for a choice. */
export function roleOptions(): [role: Role, words: string][] {
  return Object.entries(roleTexts()).map(([role, { name, what }]) => [role as Role, `${name} — ${what}`])
}
