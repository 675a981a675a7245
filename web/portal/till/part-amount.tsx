// The amount that the cashier proposes: what is due, all that is left, or another one.
import { useState } from 'preact/hooks'
import { formatMoney } from '../../ui/display/amount.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { amountOf } from '../../ui/forms/typed-amount.ts'
import { isOnline } from '../../ui/service/online.ts'
import type { TillPart } from '../api-types.ts'
import { TillMessage } from './message.tsx'
import { partTexts } from './part-texts.ts'
import { tillTexts } from './texts.ts'

type Proposed = (amount: string) => void

export function PartAmount({ part, take, back }: { part: TillPart; take: Proposed; back: () => void }) {
  const t = partTexts()
  const { available, remaining, currency, group, merchant_reference, payer_label } = part
  const running = Number(remaining) - Number(available)
  return (
    <div class="till">
      <div class="till-amount">
        <h2>{payer_label ?? merchant_reference}</h2>
        <p class="soft">{[payer_label !== null && merchant_reference, group].filter(Boolean).join(' · ')}</p>
        <p>{t.remaining}</p>
        <output>{formatMoney(remaining, currency)}</output>
        {running > 0 && <p class="hint">{t.running(formatMoney(running.toFixed(2), currency))}</p>}
      </div>
      <TillMessage text={isOnline.value ? undefined : tillTexts().offline} />
      {Number(available) > 0 && (
        <fieldset class="till-choices" disabled={!isOnline.value}>
          <legend>{t.question}</legend>
          {choicesOf(part).map(({ amount, label }) => (
            <button key={label} type="button" onClick={() => take(amount)}>
              <strong>{formatMoney(amount, currency)}</strong>
              <small>{label}</small>
            </button>
          ))}
          <OtherAmount part={part} take={take} />
        </fieldset>
      )}
      <div class="actions centre">
        <Button small appearance="quiet" onClick={back}>
          {t.back}
        </Button>
      </div>
    </div>
  )
}

/** All that is due so far, the first day that is not paid, and all that is left, where each can be paid now and differs. */
function choicesOf({ available, minimum_part, due_so_far, next_due: next, remaining }: TillPart) {
  const t = partTexts()
  const isPart = (amount: string) =>
    Number(amount) >= Number(minimum_part) && Number(amount) < Number(available)
  const choices = [
    { amount: due_so_far, label: t.dueSoFar },
    ...(next && next.amount !== due_so_far
      ? [{ amount: next.amount, label: t.dueOn(formatTime(next.due_on, 'day')) }]
      : []),
  ].filter(({ amount }) => isPart(amount))
  return [...choices, { amount: available, label: available === remaining ? t.all : t.allNow }]
}

function OtherAmount({ part, take }: { part: TillPart; take: Proposed }) {
  const t = partTexts()
  const { currency, minimum_part, available } = part
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const propose = () => {
    const amount = amountOf(typed)
    const why = faultOf(part, amount)
    setFault(why)
    if (why === undefined && amount !== undefined) take(amount.toFixed(2))
  }
  const min = Math.min(Number(minimum_part), Number(available))
  return (
    <form
      class="till-other field"
      onSubmit={(event) => {
        event.preventDefault()
        propose()
      }}
    >
      <label for="till-other">
        {t.other} ({currency})
      </label>
      <input
        id="till-other"
        inputMode="decimal"
        autocomplete="off"
        maxLength={20}
        value={typed}
        aria-describedby="till-other-hint"
        aria-invalid={fault !== undefined}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <p class={fault === undefined ? 'hint' : 'fault'} id="till-other-hint">
        {fault ?? t.otherHint(formatMoney(min.toFixed(2), currency))}
      </p>
      <Button type="submit">{t.take}</Button>
    </form>
  )
}

/** Why the link does not take an amount now. The payer's page refuses the few that would leave too little. */
function faultOf({ available, minimum_part, currency }: TillPart, amount: number | undefined) {
  const t = partTexts()
  if (amount === undefined) return t.wrong
  if (amount > Number(available)) return t.high(formatMoney(available, currency))
  if (amount < Number(minimum_part) && amount !== Number(available))
    return t.low(formatMoney(minimum_part, currency))
  return undefined
}
