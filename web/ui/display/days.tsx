import { Field } from '../forms/field.tsx'
import { uiTexts } from '../language/texts.ts'

/** From which day to which, and what a day is: the service counts by UTC, while times are shown in the reader's zone. */
export function DayFields({ from, to }: { from: string | undefined; to: string | undefined }) {
  const t = uiTexts()
  return (
    <>
      <Field name="from" type="date" label={t.from} hint={t.utcDay} value={from} />
      <Field name="to" type="date" label={t.to} hint={t.utcDay} value={to} />
    </>
  )
}
