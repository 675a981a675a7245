// The field for a code of the second factor: of the app or a recovery code, which differ in their form.
import { Field } from '../../forms/field.tsx'
import { Faults, type Values } from '../../forms/form.tsx'
import { type KnownCodes, waitText } from '../../language/refusal.ts'
import { codeTexts } from './code-texts.ts'

/** A code as the API takes it. */
export type FactorCode = { totp: string } | { recovery_code: string }

export function CodeField() {
  const t = codeTexts()
  return (
    <Field
      name="code"
      label={t.code}
      hint={t.codeHint}
      autocomplete="one-time-code"
      autocapitalize="characters"
      spellcheck={false}
      required
    />
  )
}

/** The code as the API takes it. @throws Faults if none was typed */
export function codeOf({ code = '' }: Values): FactorCode {
  const typed = code.replaceAll(/[\s-]/g, '')
  if (typed === '') throw new Faults({ code: codeTexts().codeMissing })
  return /^\d{6}$/.test(typed) ? { totp: typed } : { recovery_code: typed }
}

/** Texts for the reasons why a code or a passkey was refused. */
export function knownFactorRefusals(): KnownCodes {
  const t = codeTexts()
  return {
    // At sign-in, where a code was sent.
    'RMT-1027': t.wrongCode,
    'RMT-1028': t.wrongCode,
    'RMT-1029': t.wrongPasskey,
    'RMT-429': ({ retryAfterSeconds = 900 }) => t.locked(waitText(retryAfterSeconds)),
  }
}
