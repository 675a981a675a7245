// What an API key may be used for: the names of its scopes, and the choice for a new key.
import { catalogue } from '../../ui/language/language.ts'
import { may } from '../access/session.ts'
import type { Me } from '../api-types.ts'

export type KeyScope = NonNullable<Me['api_key_scopes']>[number]

const texts = catalogue({
  fr: {
    question: 'La nouvelle clé permettra de',
    ownersOnly: 'Seul un propriétaire peut autoriser les versements et les litiges.',
    scopes: {
      charge: 'Encaisser\u00a0: commandes, liens de paiement, votre propre page de paiement',
      refund: 'Demander des remboursements',
      read: 'Consulter les paiements, le solde et les relevés',
      payouts: 'Demander des versements',
      disputes: 'Répondre aux litiges et les accepter',
    },
  },
  en: {
    question: 'The new key will be able to',
    ownersOnly: 'Only an owner can allow payouts and disputes.',
    scopes: {
      charge: 'Take payments: orders, payment links, your own payment page',
      refund: 'Request refunds',
      read: 'Read payments, the balance and statements',
      payouts: 'Request payouts',
      disputes: 'Respond to disputes and accept them',
    },
  },
})

/** The scopes that the user may give to a key. */
export const offeredScopes = (): KeyScope[] =>
  may('money_keys') ? ['charge', 'refund', 'read', 'payouts', 'disputes'] : ['charge', 'refund', 'read']

/** The scopes of a key, in words. */
export function ScopeList({ scopes }: { scopes: readonly KeyScope[] }) {
  const t = texts()
  return (
    <ul class="plain">
      {scopes.map((scope) => (
        <li key={scope}>{t.scopes[scope]}</li>
      ))}
    </ul>
  )
}

/** Asks what a new key may be used for; at first, what the current one is, as far as the user may give it. */
export function ScopeChoice({ current }: { current: readonly KeyScope[] | null }) {
  const t = texts()
  const offered = offeredScopes()
  return (
    <fieldset>
      <legend>{t.question}</legend>
      {offered.map((scope) => (
        <label class="check" key={scope}>
          <input type="checkbox" name={scope} defaultChecked={current?.includes(scope) ?? true} />
          <span>{t.scopes[scope]}</span>
        </label>
      ))}
      {!may('money_keys') && <p class="small-print">{t.ownersOnly}</p>}
    </fieldset>
  )
}
