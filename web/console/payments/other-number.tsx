// Money that the paying number did not take back: the dialog that offers another number of the same person.
import { formatMoney } from '../../ui/display/amount.tsx'
import { Card } from '../../ui/display/facts.tsx'
import { Table } from '../../ui/display/table.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Faults } from '../../ui/forms/form.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { ActButton } from '../frame/act-button.tsx'
import { Decision } from '../parts/decision.tsx'
import { Money } from '../parts/money.tsx'
import { decisionTexts } from '../texts.ts'
import { type AdminPaymentDetail, offerNumber } from './payment.ts'

/** What is to be paid to another number: a refund, or the money of a collection that came too late. */
export type Refused = { collection: string; refund?: number; amount: string; currency: string }

const texts = catalogue({
  fr: {
    offer: 'Autre numéro',
    title: 'Envoyer l’argent à un autre numéro',
    explanation:
      'L’opérateur n’a pas pu rendre cet argent au numéro qui a payé. Le portefeuille doit être au nom du payeur\u202f; un autre administrateur doit approuver votre demande.',
    number: 'Numéro du payeur',
    name: 'Nom du payeur',
    nameHint: 'Seulement si ni l’opérateur ni le paiement ne le donnent.',
    action: (amount: string) => `Demander l’envoi de ${amount}`,
    returns: 'Argent arrivé trop tard et pas encore rendu',
    refusals: 'Refus',
    amount: 'Montant',
    collection: 'Demande au téléphone',
    actions: 'Actions',
    numberMissing: 'Saisissez le numéro.',
    faults: {
      number: {
        'The wallet belongs to somebody else than the payer': 'Ce portefeuille n’est pas au nom du payeur.',
        'No wallet at the operator': 'Ce numéro n’a pas de portefeuille chez l’opérateur.',
        'Number not allowed': 'Ce numéro est bloqué.',
      },
      name: {
        'The name of the payer is unknown: enter it':
          'Le nom du payeur n’est plus connu\u00a0: saisissez-le.',
      },
    },
    known: {
      'Operator unavailable': 'L’opérateur ne répond pas. Réessayez plus tard.',
      'Only money that was refused can go to another number': 'Cet argent a été rendu entre-temps.',
    },
  },
  en: {
    offer: 'Other number',
    title: 'Send the money to another number',
    explanation:
      'The operator could not return this money to the number that paid. The wallet must be in the payer’s name, and another admin must approve your request.',
    number: 'Payer’s number',
    name: 'Payer’s name',
    nameHint: 'Only if neither the operator nor the payment has it.',
    action: (amount: string) => `Request to send ${amount}`,
    returns: 'Late money that was not given back yet',
    refusals: 'Refusals',
    amount: 'Amount',
    collection: 'Request on the phone',
    actions: 'Actions',
    numberMissing: 'Enter the number.',
    faults: {
      number: {
        'The wallet belongs to somebody else than the payer': 'This wallet isn’t in the payer’s name.',
        'No wallet at the operator': 'This number has no wallet at the operator.',
        'Number not allowed': 'This number is blocked.',
      },
      name: {
        'The name of the payer is unknown: enter it': 'The payer’s name is no longer known: enter it.',
      },
    },
    known: {
      'Operator unavailable': 'The operator doesn’t reply. Try again later.',
      'Only money that was refused can go to another number': 'This money was given back meanwhile.',
    },
  },
})

export function OtherNumberButton({ offer }: { offer: () => void }) {
  return (
    <ActButton right="request_refunds" small data-item onClick={offer}>
      {texts().offer}…
    </ActButton>
  )
}

/** Late money of a payment that the paying number refuses. */
export function RefusedReturns({
  payment,
  offer,
}: {
  payment: AdminPaymentDetail
  offer: (refused: Refused) => void
}) {
  const t = texts()
  if (payment.refused_returns.length === 0) return null
  return (
    <Card title={t.returns}>
      <Table
        caption={t.returns}
        rows={payment.refused_returns}
        keyOf={({ collection_id }) => collection_id}
        columns={[
          { heading: t.collection, cell: ({ collection_id }) => collection_id },
          {
            heading: t.amount,
            numeric: true,
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
          { heading: t.refusals, numeric: true, cell: ({ refusals }) => refusals },
          {
            heading: t.actions,
            onCard: 'foot',
            cell: ({ collection_id: collection, amount, currency }) => (
              <OtherNumberButton offer={() => offer({ collection, amount, currency })} />
            ),
          },
        ]}
      />
    </Card>
  )
}

/** A refusal that is shown beside the field it is about. */
function faultOfField(error: Error): Faults | undefined {
  const fields = Object.entries(texts().faults).flatMap(([field, known]: [string, Known]) => {
    const text = known[error.message]
    return text === undefined ? [] : [[field, text]]
  })
  return fields.length > 0 ? new Faults(Object.fromEntries(fields)) : undefined
}

type Known = Readonly<Record<string, string>>

export function OtherNumberDecision({
  refused,
  done,
  close,
}: {
  refused: Refused
  done: () => void
  close: () => void
}) {
  const t = texts()
  const { collection, refund, amount, currency } = refused
  return (
    <Decision
      title={t.title}
      explanation={t.explanation}
      action={t.action(formatMoney(amount, currency))}
      onceFor={`other number ${collection} ${refund ?? ''}`}
      decide={async ({ number = '', name = '', reason = '' }, key) => {
        if (number === '') throw new Faults({ number: t.numberMissing })
        const wanted = {
          ...(refund !== undefined && { refund_id: refund }),
          ...{ number, reason },
          ...(name !== '' && { name }),
        }
        await offerNumber(collection, wanted, key)
          .catch((error) => {
            throw faultOfField(error) ?? error
          })
          .finally(done)
      }}
      done={decisionTexts().waits}
      known={t.known}
      close={close}
    >
      <Field name="number" label={t.number} type="tel" autocomplete="off" required />
      <Field name="name" label={t.name} hint={t.nameHint} autocomplete="off" />
    </Decision>
  )
}
