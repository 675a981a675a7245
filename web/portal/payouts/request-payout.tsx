// The dialog that requests a payout: first what is wanted, then what it costs, to be confirmed.
import { useState } from 'preact/hooks'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Facts } from '../../ui/display/facts.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Field, Select } from '../../ui/forms/field.tsx'
import { Faults, Form, type Values } from '../../ui/forms/form.tsx'
import { amountOf } from '../../ui/forms/typed-amount.ts'
import { Notice } from '../../ui/frame/notice.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { sumText, targetLine, targetName, targetText } from '../../ui/payouts/payout-facts.tsx'
import { payoutTexts } from '../../ui/payouts/texts.ts'
import { api, may } from '../access/session.ts'
import type { Payout, PayoutDestination, PayoutTerms } from '../api-types.ts'
import { newReference } from '../links/create-link.ts'
import type { PayoutMeans } from './means.ts'
import { requestTexts } from './texts.ts'

type Terms = PayoutTerms['terms'][number]
type Wanted = { amount: number; terms: Terms; destination: PayoutDestination; reference: string }

export function RequestPayout({
  means,
  done,
  close,
}: {
  means: PayoutMeans
  done: () => void
  close: () => void
}) {
  const t = requestTexts()
  const [typed, setTyped] = useState<Values>({})
  const [wanted, setWanted] = useState<Wanted>()
  return (
    <Dialog title={t.title} close={close}>
      {wanted ? (
        <Confirm
          wanted={wanted}
          back={() => setWanted(undefined)}
          done={() => {
            close()
            done()
          }}
        />
      ) : (
        <Choose
          means={means}
          typed={typed}
          choose={(values) => {
            setTyped(values)
            setWanted(wantedOf(means, values))
          }}
        />
      )}
    </Dialog>
  )
}

/** What the typed values ask for. @throws Faults */
function wantedOf({ terms: all, destinations }: PayoutMeans, values: Values): Wanted {
  const t = requestTexts()
  const terms = all.find(({ currency }) => currency === values.currency) as Terms
  const destination = destinations.find(({ destination_id: id }) => id === values.destination_id)
  if (destination && !destination.usable) throw new Faults({ destination_id: whyUnusable(destination) })
  const { most } = termsOf(terms, destination)
  const amount = amountOf(values.amount ?? '')
  if (most === '0.00') throw new Faults({ amount: t.nothing(terms.currency) })
  if (amount === undefined || amount > Number(most))
    throw new Faults({ amount: t.amountWrong(formatMoney(most, terms.currency)) })
  if (terms.currency === 'CDF' && destination?.type !== 'bank' && !Number.isInteger(amount))
    throw new Faults({ amount: t.wholeFrancs })
  return {
    amount,
    terms,
    destination: destination as PayoutDestination,
    reference: values.reference || newReference(),
  }
}

/** What a payout to the destination costs, and the most that can be paid to it: nothing where no account of ours pays it. */
function termsOf(terms: Terms, destination: PayoutDestination | undefined): { fee: string; most: string } {
  return terms[destination?.type ?? 'wallet'] ?? { fee: '0.00', most: '0.00' }
}

function maxOf({ terms, destinations }: PayoutMeans, currency: string, destinationId: string | undefined) {
  const ofCurrency = terms.find((one) => one.currency === currency)
  const destination = destinations.find(({ destination_id }) => destination_id === destinationId)
  return ofCurrency ? termsOf(ofCurrency, destination).most : '0.00'
}

/** Why a destination cannot be paid now, and since when it will be. */
function whyUnusable({ state, confirmable, usable_from }: PayoutDestination): string {
  const t = requestTexts()
  if (state !== 'waiting') return t.usableFrom(formatTime(usable_from, 'list'))
  return confirmable ? t.confirmable : t.unconfirmed
}

/** Usable destinations come first; the others say when they will be. */
function optionsOf(destinations: readonly PayoutDestination[]): [string, string][] {
  const t = requestTexts()
  const whenOf = ({ state, usable_from }: PayoutDestination) =>
    state === 'waiting' ? t.toConfirm : t.later(formatTime(usable_from, 'list'))
  return destinations
    .toSorted((a, b) => Number(b.usable) - Number(a.usable))
    .map((one) => [one.destination_id, one.usable ? targetLine(one) : t.option(targetLine(one), whenOf(one))])
}

function Choose({
  means,
  typed,
  choose,
}: {
  means: PayoutMeans
  typed: Values
  choose: (values: Values) => void
}) {
  const t = requestTexts()
  const offered = means.terms.filter(({ available }) => available !== '0.00').toReversed()
  const options = optionsOf(means.destinations)
  const [chosen, setChosen] = useState(typed.currency ?? offered[0]?.currency ?? 'USD')
  const [to, setTo] = useState(typed.destination_id ?? options[0]?.[0])
  const most = maxOf(means, chosen, to)
  const chosenDestination = means.destinations.find(({ destination_id: id }) => id === to)
  const [reference] = useState(() => typed.reference ?? newReference())
  return (
    <Form submit={async (values) => choose(values)} action={t.check}>
      <div class="pair amount-pair">
        <Field
          name="amount"
          label={t.amount}
          hint={t.amountHint(formatMoney(most, chosen))}
          value={typed.amount}
          inputMode="decimal"
          autocomplete="off"
        />
        <Select
          name="currency"
          label={t.currency}
          value={chosen}
          options={offered.map(({ currency }) => [currency, currency] as const)}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      </div>
      <Select
        name="destination_id"
        label={t.destination}
        value={to}
        options={options}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      {chosenDestination?.state === 'waiting' && may('destinations') && <SettingsLink />}
      <Field
        name="reference"
        label={t.reference}
        hint={t.referenceHint}
        value={reference}
        maxLength={64}
        autocomplete="off"
      />
    </Form>
  )
}

function SettingsLink() {
  return (
    <p>
      <ButtonLink small href="/portal/payouts/settings">
        {requestTexts().openSettings}
      </ButtonLink>
    </p>
  )
}

function Confirm({ wanted, back, done }: { wanted: Wanted; back: () => void; done: () => void }) {
  const t = requestTexts()
  const { amount, terms, destination, reference } = wanted
  const { currency, approval_from, second_user_from } = terms
  const reaches = (from: string | null) => from !== null && amount >= Number(from)
  const waits = reaches(approval_from) || reaches(second_user_from)
  const { fee } = termsOf(terms, destination)
  const text = formatMoney(amount, currency)
  const submit = async () => {
    const body = { amount, currency, destination_id: destination.destination_id, reference }
    await api.post<Payout>('payouts', body)
    toast(t.requested(text))
    done()
  }
  const p = payoutTexts()
  const total = sumText({ amount: twoPlaces(amount), fee, currency })
  return (
    <>
      <p>{t.question}</p>
      <Facts
        facts={[
          [p.amount, text],
          [p.fee, formatMoney(fee, currency)],
          [t.total, <strong key="total">{total}</strong>],
          [p.owner, targetName(destination)],
          [p.destination, targetText(destination)],
          [p.reference, reference],
        ]}
      />
      {waits && (
        <Notice>
          {reaches(second_user_from) && <p>{t.userApproval}</p>}
          {reaches(approval_from) && <p>{t.approval}</p>}
        </Notice>
      )}
      <Form
        submit={submit}
        action={(waits ? t.ask : t.confirm)(text)}
        known={{
          'Insufficient available balance': t.insufficient,
          'Payout destination not active': whyUnusable(destination),
          'This payout reference was used with other content': t.used,
          unanswered: t.unanswered,
        }}
        more={<Button onClick={back}>{t.back}</Button>}
      >
        {null}
      </Form>
    </>
  )
}

/** A typed amount has at most two decimals, so this changes no digit. */
function twoPlaces(amount: number): string {
  const [whole = '0', part = ''] = String(amount).split('.')
  return `${whole}.${part.padEnd(2, '0')}`
}
