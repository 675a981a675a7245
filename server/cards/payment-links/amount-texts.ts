// The texts about amounts on the page of a payment link that is paid in parts or with an amount of the payer's choice.
import type { Language } from '../../kernel/language.ts'
import type { AmountFault } from './parts.ts'

type AmountTexts = {
  remaining: string
  total: string
  paid: string
  due: string
  overdue: string
  dueRow: string
  lateRow: string
  dueBy: string
  lateSince: string
  openLabel: string
  amount: string
  question: string
  all: string
  other: string
  from: string
  between: string
  history: string
  /** Beside a box to tick. */
  remindMe: string
  running: string
  /** Under the receipt of a part. */
  payMore: string
  /** In place of the form, while nothing can be paid: what follows `running`. */
  waitForRunning: string
  /** Beside what is left, while another part is being paid. */
  allNow: string
  faults: Record<AmountFault, string>
}

const english: AmountTexts = {
  remaining: 'Left to pay',
  total: 'Total',
  paid: 'Paid so far',
  due: 'Next payment due',
  overdue: 'Payment overdue',
  dueRow: '{amount} by {day}',
  lateRow: '{amount} since {day}',
  dueBy: 'Due by {day}',
  lateSince: 'Overdue since {day}',
  openLabel: 'Amount of your choice',
  amount: 'Amount',
  question: 'How much do you want to pay now?',
  all: 'All that is left',
  other: 'Another amount',
  from: '{min} or more',
  between: 'from {min} to {max}',
  history: 'Payments made',
  remindMe: 'Remind me by email when the next payments are due',
  payMore: 'Make another payment',
  running: 'A payment of {amount} is in progress.',
  waitForRunning: 'If it fails, its amount can be paid here: open this link again in a moment.',
  allNow: 'All that can be paid now',
  faults: {
    missing: 'Enter an amount.',
    wrong: 'Enter the amount in digits, for example 25.50.',
    low: 'Pay at least {min}.',
    high: 'Pay {max} at most.',
    rest: 'Too little would be left for another payment. Pay all that is left, or a smaller amount.',
    taken: 'You can pay {room} at most now. Choose another amount.',
  },
}

const french: AmountTexts = {
  remaining: 'Reste à payer',
  total: 'Total',
  paid: 'Déjà payé',
  due: 'Prochaine échéance',
  overdue: 'Échéance dépassée',
  dueRow: '{amount} au plus tard le {day}',
  lateRow: '{amount} depuis le {day}',
  dueBy: 'À payer au plus tard le {day}',
  lateSince: 'En retard depuis le {day}',
  openLabel: 'Montant de votre choix',
  amount: 'Montant',
  question: 'Combien souhaitez-vous payer maintenant\u202f?',
  all: 'Tout le reste',
  other: 'Un autre montant',
  from: '{min} ou plus',
  between: 'de {min} à {max}',
  history: 'Paiements effectués',
  remindMe: 'Me rappeler les prochaines échéances par e-mail',
  payMore: 'Faire un autre paiement',
  running: 'Un paiement de {amount} est en cours.',
  waitForRunning:
    'S’il n’aboutit pas, son montant pourra être payé ici\u00a0: rouvrez ce lien dans un instant.',
  allNow: 'Tout ce qui peut être payé maintenant',
  faults: {
    missing: 'Saisissez un montant.',
    wrong: 'Saisissez le montant en chiffres, par exemple 25,50.',
    low: 'Payez au moins {min}.',
    high: 'Payez au plus {max}.',
    rest: 'Le reste serait trop petit pour un autre paiement. Payez tout le reste, ou un montant plus petit.',
    taken: 'Vous pouvez payer au plus {room} pour le moment. Choisissez un autre montant.',
  },
}

export const amountTextsOf = (language: Language): AmountTexts => ({ fr: french, en: english })[language]
