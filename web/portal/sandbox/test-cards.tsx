import { Card } from '../../ui/display/facts.tsx'
import { CopyButton } from '../../ui/forms/button.tsx'
import { catalogue } from '../../ui/language/language.ts'

const texts = catalogue({
  fr: {
    title: 'Cartes de test',
    advice: 'Utilisez une date d’expiration future et trois chiffres au choix.',
    accepted: 'Acceptée immédiatement',
    challenged: 'La banque demande un code\u00a0: 1234',
    declined: 'Refusée par la banque',
    funds: 'Solde insuffisant',
    expired: 'Carte expirée',
    failed: 'Authentification échouée',
    disputed: 'Acceptée, puis contestée une seconde plus tard',
    silent: 'Débitée, mais réponse perdue\u00a0: résultat connu en quelques secondes',
  },
  en: {
    title: 'Test cards',
    advice: 'Use any future expiry date and any three digits.',
    accepted: 'Approved immediately',
    challenged: 'The bank asks for a code: 1234',
    declined: 'Declined by the bank',
    funds: 'Insufficient funds',
    expired: 'Card expired',
    failed: 'Authentication fails',
    disputed: 'Approved, then disputed a second later',
    silent: 'Charged, but the reply is lost: outcome known within seconds',
  },
})

const cards = [
  ['4242424242424242', 'accepted'],
  ['4000000000003220', 'challenged'],
  ['4000000000000002', 'declined'],
  ['4000000000009995', 'funds'],
  ['4000000000000069', 'expired'],
  ['4000000000003063', 'failed'],
  ['4000000000002685', 'disputed'],
  ['4000000000000259', 'silent'],
] as const

export function TestCards() {
  const t = texts()
  return (
    <Card title={t.title}>
      <p class="soft">{t.advice}</p>
      <ul class="rows">
        {cards.map(([number, meaning]) => {
          const grouped = number.replace(/(.{4})(?=.)/g, '$1 ')
          return (
            <li key={number}>
              <div>
                <span class="code">{grouped}</span>
                <p class="small-print">{t[meaning]}</p>
              </div>
              <CopyButton text={number} what={grouped} />
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
