// The field for the six digits that an authenticator app shows, which people may type with a space in the middle.
import { Field } from '../forms/field.tsx'

export function AppCodeField({ label, hint }: { label: string; hint?: string }) {
  return (
    <Field
      name="code"
      label={label}
      {...(hint !== undefined && { hint })}
      inputmode="numeric"
      autocomplete="one-time-code"
      maxLength={7}
      required
    />
  )
}
