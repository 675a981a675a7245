// When payouts are made by themselves: per currency how often, from which sum, and where to.
import { useState } from 'preact/hooks'
import { Card } from '../../ui/display/facts.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { Field, Select } from '../../ui/forms/field.tsx'
import { Faults, Form, type Values } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { targetLine } from '../../ui/payouts/payout-facts.tsx'
import { api } from '../access/session.ts'
import { amountOf } from '../amount.ts'
import type { PayoutDestination, PayoutSchedule } from '../api-types.ts'
import { scheduleTexts } from './destinations/destination-texts.ts'

type Props = { destinations: readonly PayoutDestination[]; done: () => void }

export function Schedules({ schedules, ...rest }: Props & { schedules: readonly PayoutSchedule[] }) {
  if (rest.destinations.length === 0) return null
  return (
    <>
      {schedules.toReversed().map((schedule) => (
        <Schedule key={schedule.currency} schedule={schedule} {...rest} />
      ))}
    </>
  )
}

function Schedule({ schedule, destinations, done }: Props & { schedule: PayoutSchedule }) {
  const t = scheduleTexts()
  const { currency, destination_id } = schedule
  const [interval, setInterval] = useState<string>(schedule.interval)
  const save = async ({ minimum = '0', ...values }: Values) => {
    const least = /^0*([.,]0*)?$/.test(minimum) ? 0 : amountOf(minimum)
    if (least === undefined) throw new Faults({ minimum: t.minimumWrong })
    const known = destinations.find((one) => one.destination_id === values.destination_id)
    if (interval !== 'manual' && !known) throw new Faults({ destination_id: t.removed })
    await api.put('payout-schedule', {
      currency,
      interval,
      minimum: least,
      ...(known && { destination_id: values.destination_id }),
    })
    toast(t.saved)
    done()
  }
  return (
    <Card title={t.title(currency)}>
      <p>{whatHappens(schedule, destinations)}</p>
      <Form submit={save} action={t.save} appearance="plain">
        <Select
          name="interval"
          label={t.interval}
          value={interval}
          options={Object.entries(t.intervals)}
          onChange={(event) => setInterval(event.currentTarget.value)}
        />
        {interval !== 'manual' && (
          <div class="pair">
            <Field
              name="minimum"
              label={t.minimum}
              hint={t.minimumHint}
              value={schedule.minimum.replace(/\.00$/, '')}
              inputMode="decimal"
              autocomplete="off"
            />
            <Select
              name="destination_id"
              label={t.destination}
              value={destination_id ?? undefined}
              options={destinations.map((one) => [one.destination_id, targetLine(one)])}
            />
          </div>
        )}
      </Form>
      {interval !== 'manual' && <p class="small-print">{t.intro}</p>}
    </Card>
  )
}

/** What the saved schedule does next. */
function whatHappens(
  { interval, next_run_on, destination_id }: PayoutSchedule,
  destinations: readonly PayoutDestination[],
): string {
  const t = scheduleTexts()
  if (interval === 'manual' || next_run_on === null) return t.manual
  const known = destinations.find((one) => one.destination_id === destination_id)
  if (!known) return t.removed
  const next = t.next(formatTime(next_run_on, 'day'))
  return known.usable ? next : `${next}. ${t.unusable}`
}
