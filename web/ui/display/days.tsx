import { Field } from '../forms/field.tsx'
import { uiTexts } from '../language/texts.ts'

/** Fields for a range of days. The hint says that days are UTC days, while times are shown in the reader's time zone. */
export function DayFields({ from, to }: { from: string | undefined; to: string | undefined }) {
  const t = uiTexts()
  return (
    <>
      <Field name="from" type="date" label={t.from} hint={t.utcDay} value={from} />
      <Field name="to" type="date" label={t.to} hint={t.utcDay} value={to} />
    </>
  )
}
