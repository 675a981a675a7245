// The fields of a link by its kind: one amount, a total that is paid in parts, or an amount that the payer chooses.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { currencies } from '../../ui/display/constants.generated.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Field, Select } from '../../ui/forms/field.tsx'
import { catalogue, formatNumber } from '../../ui/language/language.ts'

const partTexts = catalogue({
  fr: {
    kind: 'Montant du lien',
    kinds: { single: 'Fixe', parts: 'En plusieurs fois', open: 'Libre' },
    kindHints: {
      single: 'Chaque client paie ce montant en une fois.',
      parts:
        'Un total payé en plusieurs fois, par une ou plusieurs personnes\u00a0: minerval, parcelle, achat groupé.',
      open: 'Le payeur choisit le montant\u00a0: dons, pourboires.',
    },
    currency: 'Devise',
    total: 'Total à payer',
    minimumPart: 'Montant minimal d’un paiement',
    minimumPartHint: 'Le dernier paiement peut être plus petit.',
    payerLabel: 'Pour qui (facultatif)',
    payerLabelHint: 'Un élève, un client. Les payeurs ne le voient pas.',
    schedule: 'Échéances (facultatives)',
    scheduleHint: 'Elles rappellent ce qui est dû. Rien n’est refusé après une date.',
    dueOn: (number: number) => `Échéance ${formatNumber(number)}`,
    dueAmount: (number: number) => `Montant ${formatNumber(number)}`,
    add: 'Ajouter une échéance',
    minimum: 'Montant minimal',
    maximum: 'Montant maximal (facultatif)',
    partsLast: 'Le lien expire dans deux ans.',
    openLasts: 'Le lien expire dans 7 jours.',
  },
  en: {
    kind: 'Amount of the link',
    kinds: { single: 'Fixed', parts: 'In parts', open: 'Open' },
    kindHints: {
      single: 'Each customer pays this amount at once.',
      parts:
        'A total that is paid in parts, by one person or several: school fees, a plot, a group purchase.',
      open: 'The payer chooses the amount: gifts, tips.',
    },
    currency: 'Currency',
    total: 'Total to pay',
    minimumPart: 'Minimum of one payment',
    minimumPartHint: 'The last payment may be smaller.',
    payerLabel: 'For whom (optional)',
    payerLabelHint: 'A pupil, a customer. Payers don’t see it.',
    schedule: 'Due dates (optional)',
    scheduleHint: 'They remind of what is due. Nothing is refused after a date.',
    dueOn: (number: number) => `Due date ${formatNumber(number)}`,
    dueAmount: (number: number) => `Amount ${formatNumber(number)}`,
    add: 'Add a due date',
    minimum: 'Minimum amount',
    maximum: 'Maximum amount (optional)',
    partsLast: 'The link expires in two years.',
    openLasts: 'The link expires in 7 days.',
  },
})

type Kind = 'single' | 'parts' | 'open'
const kinds: readonly Kind[] = ['single', 'parts', 'open']

/**
 * Which amounts the link takes.
 * @param amount the fields of a fixed amount
 * @param uses how often a fixed amount may be paid
 * @param children the fields of every kind
 */
export function KindFields({
  amount,
  uses,
  children,
}: {
  amount: ComponentChildren
  uses: ComponentChildren
  children: ComponentChildren
}) {
  const t = partTexts()
  const [kind, setKind] = useState<Kind>('single')
  return (
    <>
      <fieldset class="uses">
        <legend>{t.kind}</legend>
        <input type="hidden" name="kind" value={kind} />
        <div class="choice small">
          {kinds.map((each) => (
            <button key={each} type="button" aria-pressed={each === kind} onClick={() => setKind(each)}>
              {t.kinds[each]}
            </button>
          ))}
        </div>
        <p class="small-print">{t.kindHints[kind]}</p>
      </fieldset>
      {kind === 'single' && amount}
      {kind === 'parts' && <PartsFields />}
      {kind === 'open' && <OpenFields />}
      {children}
      {kind === 'single' && uses}
    </>
  )
}

function CurrencyField() {
  const options = currencies.map((code) => [code, code] as const)
  return <Select name="currency" label={partTexts().currency} options={options} />
}

const decimal = { inputMode: 'decimal', autocomplete: 'off' } as const

function PartsFields() {
  const t = partTexts()
  return (
    <>
      <div class="pair amount-pair">
        <Field name="total" label={t.total} {...decimal} required />
        <CurrencyField />
      </div>
      <Field name="minimum_part" label={t.minimumPart} hint={t.minimumPartHint} {...decimal} required />
      <Field
        name="payer_label"
        label={t.payerLabel}
        hint={t.payerLabelHint}
        autocomplete="off"
        maxLength={120}
      />
      <ScheduleFields />
      <p class="small-print">{t.partsLast}</p>
    </>
  )
}

function OpenFields() {
  const t = partTexts()
  return (
    <>
      <div class="pair amount-pair">
        <Field name="minimum" label={t.minimum} {...decimal} required />
        <CurrencyField />
      </div>
      <Field name="maximum" label={t.maximum} {...decimal} />
      <p class="small-print">{t.openLasts}</p>
    </>
  )
}

/** More are made with a file or by the API. */
const maxDues = 12

function ScheduleFields() {
  const t = partTexts()
  const [count, setCount] = useState(1)
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  return (
    <fieldset class="uses">
      <legend>{t.schedule}</legend>
      <p class="small-print">{t.scheduleHint}</p>
      {numbers.map((number) => (
        <div key={number} class="pair">
          <Field name={`due_on_${number}`} type="date" label={t.dueOn(number)} />
          <Field name={`due_amount_${number}`} label={t.dueAmount(number)} {...decimal} />
        </div>
      ))}
      {count < maxDues && (
        <Button small appearance="quiet" onClick={() => setCount(count + 1)}>
          {t.add}
        </Button>
      )}
    </fieldset>
  )
}
