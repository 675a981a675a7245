// When payouts are made by themselves: per currency how often, from which sum, and where to.
import { useState } from 'preact/hooks'
import { Card } from '../../ui/display/facts.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Field, Select } from '../../ui/forms/field.tsx'
import { Faults, Form, type Values } from '../../ui/forms/form.tsx'
import { amountOf } from '../../ui/forms/typed-amount.ts'
import { toast } from '../../ui/frame/toast.tsx'
import { targetLine } from '../../ui/payouts/payout-facts.tsx'
import type { PayoutDestination, PayoutSchedule } from '../api-types.ts'
import { type ProvenCall, StepUp } from '../step-up/step-up.tsx'
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
  const [wanted, setWanted] = useState<Wanted>()
  const save = async ({ minimum = '0', ...values }: Values) => {
    const least = /^0*([.,]0*)?$/.test(minimum) ? 0 : amountOf(minimum)
    if (least === undefined) throw new Faults({ minimum: t.minimumWrong })
    const known = destinations.find((one) => one.destination_id === values.destination_id)
    if (interval !== 'manual' && !known) throw new Faults({ destination_id: t.removed })
    setWanted({
      currency,
      interval,
      minimum: least,
      ...(known && { destination_id: known.destination_id }),
    })
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
      {wanted && (
        <Confirm wanted={wanted} destinations={destinations} done={done} close={() => setWanted(undefined)} />
      )}
    </Card>
  )
}

type Wanted = { currency: string; interval: string; minimum: number | string; destination_id?: string }
type Confirming = Props & { wanted: Wanted; close: () => void }

/** Asks for the password, since a schedule decides where money goes, then saves it. */
function Confirm({ wanted, destinations, done, close }: Confirming) {
  const t = scheduleTexts()
  const to = destinations.find((one) => one.destination_id === wanted.destination_id)
  const put = async (call: ProvenCall) => {
    await call('PUT', 'payout-schedule', wanted)
    close()
    toast(t.saved)
    done()
  }
  return (
    <Dialog title={t.title(wanted.currency)} close={close}>
      <StepUp>
        {(call) => (
          <>
            <p>
              {to
                ? t.confirmText(t.intervals[wanted.interval as keyof typeof t.intervals], targetLine(to))
                : t.manual}
            </p>
            <Form submit={() => put(call)} action={t.confirm}>
              {null}
            </Form>
          </>
        )}
      </StepUp>
    </Dialog>
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
