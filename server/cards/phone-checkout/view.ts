// The view model of the payment page for mobile money, and the data passed to its script.
import type { OperatorCode } from '../../kernel/operators.ts'
import type { CheckoutView } from '../checkout/view.ts'
import type { OperatorChoice } from './operator-choices.ts'
import type { PhoneProgress } from './phone-progress.ts'
import type { PhoneTexts } from './texts.ts'

/** The part of the page that is shown first; the script shows the others. */
export type Panel = 'choose' | 'number-form' | 'declined-panel' | 'prompt' | 'checking' | 'moment'

export type PhoneView = Pick<
  CheckoutView,
  | 'transactionUuid'
  | 'sig'
  | 'language'
  | 'nonce'
  | 'merchantName'
  | 'brand'
  | 'reference'
  | 'amount'
  | 'currency'
  | 'sandbox'
  | 'payerName'
  | 'link'
  | 'shopUrl'
  | 'now'
> & {
  progress: PhoneProgress
  choices: readonly OperatorChoice[]
  /** Whether a card can be used as well. */
  offersCard: boolean
  /**
   * Where the payer begins a payment by card instead: the form of a link asked for no address, because mobile money was chosen, and a card
   * needs one.
   */
  cardFormUrl?: string | undefined
  /** Whether there is more than the number to choose. */
  canChoose: boolean
  /** What the payer chose so far: an operator, or `phone` for the operator of the number. */
  method?: OperatorCode | 'phone' | undefined
  /** As it was typed, where it has to be corrected. */
  typed?: string
  /** What is wrong with it. */
  fault?: string
  /** The operator has to be chosen, or confirmed. */
  asksOperator?: boolean
  /** The merchant's name as the phone shows it. */
  promptName: string
}

/** The JSON block of the page. */
export type PhonePageData = {
  /** `/api/v1/payment/{uuid}`; every call adds the signature. */
  path: string
  sig: string
  now: string
  progress: PhoneProgress
  operators: readonly {
    code: OperatorCode
    isOpen: boolean
    prefixes: readonly string[]
    debit: string
  }[]
  texts: PhoneTexts['script'] &
    Pick<PhoneTexts['faults'], 'missing' | 'wrong'> &
    Pick<PhoneTexts['prompt'], 'timeLeft' | 'spoken'>
}
