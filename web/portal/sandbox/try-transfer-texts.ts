import { operators } from '../../ui/display/constants.generated.ts'
import { catalogue } from '../../ui/language/language.ts'

/** "Airtel: +243 97…, Orange: +243 84…" @param space before a colon. */
const otherPrefixes = (space: string) =>
  operators
    .slice(1)
    .map(({ name, testPrefix }) => `${name}${space}: +243\u00a0${testPrefix}…`)
    .join(', ')

export const tryTransferTexts = catalogue({
  fr: {
    title: 'Transfert de test',
    intro: 'D’un expéditeur fictif vers un numéro mobile money simulé. 1\u00a0USD au maximum en mode test.',
    balance: 'Portefeuille\u00a0:',
    operator: 'Opérateur',
    amount: 'Montant (USD)',
    amountHint: '1 au maximum',
    amountFault: 'Saisissez un montant, par exemple 1 ou 0,50.',
    number: 'Numéro et résultat simulé',
    submit: 'Faire un transfert de test',
    history: 'Suivi en direct',
    all: 'Voir le transfert',
    numbersTitle: 'Numéros de test',
    numbersIntro: `Numéros ${operators[0].name}. ${otherPrefixes('\u00a0')}`,
    numbers: {
      succeeds: 'Arrive',
      declined: 'Refusé par l’opérateur',
      silent: 'L’opérateur ne répond pas\u00a0: nous le relançons',
      reversed: 'Arrive, puis est repris par l’opérateur',
      noWallet: 'Aucun portefeuille à ce numéro',
      slow: 'L’opérateur répond lentement',
      blacklisted: 'Numéro bloqué',
      disordered: 'Réponses en double et dans le désordre',
    },
    refusals: {
      'RMT-1002': 'Ce montant n’est pas accepté.',
      'RMT-2001': 'Le portefeuille est vide\u00a0: ajoutez d’abord de l’argent de test.',
      'RMT-3001': 'Ce numéro est bloqué\u00a0: c’est le résultat attendu de cet essai.',
      'RMT-4001':
        'L’opérateur n’a pas de portefeuille à ce numéro\u00a0: c’est le résultat attendu de cet essai.',
      'RMT-5001': 'L’opérateur ne répond pas.',
      'RMT-9003': 'En mode test, un transfert est limité à 1\u00a0USD.',
    },
  },
  en: {
    title: 'Test transfer',
    intro: 'From a fictitious sender to a simulated mobile-money number. 1\u00a0USD maximum in test mode.',
    balance: 'Wallet:',
    operator: 'Operator',
    amount: 'Amount (USD)',
    amountHint: '1 maximum',
    amountFault: 'Enter an amount, for example 1 or 0.50.',
    number: 'Number and simulated outcome',
    submit: 'Send a test transfer',
    history: 'Live timeline',
    all: 'View transfer',
    numbersTitle: 'Test numbers',
    numbersIntro: `${operators[0].name} numbers. ${otherPrefixes('')}`,
    numbers: {
      succeeds: 'Delivered',
      declined: 'Declined by the operator',
      silent: 'Operator doesn’t respond: we follow up',
      reversed: 'Delivered, then reversed by the operator',
      noWallet: 'No wallet with this number',
      slow: 'Operator responds slowly',
      blacklisted: 'Blocked number',
      disordered: 'Duplicate replies, out of order',
    },
    refusals: {
      'RMT-1002': 'This amount isn’t accepted.',
      'RMT-2001': 'The wallet is empty: add test money first.',
      'RMT-3001': 'This number is blocked, which is what this test shows.',
      'RMT-4001': 'The operator has no wallet with this number, which is what this test shows.',
      'RMT-5001': 'The operator isn’t responding.',
      'RMT-9003': 'In test mode, a transfer is limited to 1\u00a0USD.',
    },
  },
})
