import { Field } from '../forms/field.tsx'
import { uiTexts } from '../language/texts.ts'

/** Fields for a range of days. @param isUtc says so beside them, while times are shown in the reader's time zone */
export function DayFields({
  from,
  to,
  isUtc = false,
}: {
  from: string | undefined
  to: string | undefined
  isUtc?: boolean
}) {
  const t = uiTexts()
  const hint = isUtc ? t.utcDay : undefined
  return (
    <>
      <Field name="from" type="date" label={t.from} hint={hint} value={from} />
      <Field name="to" type="date" label={t.to} hint={hint} value={to} />
    </>
  )
}
