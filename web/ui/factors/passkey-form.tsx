// The form that makes a passkey of this device, or of another one that the browser offers.
import { useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { Field } from '../forms/field.tsx'
import { Form, type Values } from '../forms/form.tsx'
import { Notice } from '../frame/notice.tsx'
import type { KnownCodes } from '../language/refusal.ts'
import { newPasskey, passkeyFault } from './passkey.ts'
import { passkeyTexts } from './passkey-texts.ts'

type Options = schemas.PasskeyCreationOptions['data']

/** @param begin gets the options of the service; `register` sends what the browser made of them */
export function PasskeyForm({
  begin,
  register,
  known,
}: {
  begin: () => Promise<Options>
  register: (named: { name: string; passkey: object }) => Promise<void>
  known: KnownCodes
}) {
  const t = passkeyTexts()
  const [fault, setFault] = useState<string>()
  const add = async ({ name = '' }: Values) => {
    setFault(undefined)
    const passkey = await newPasskey(await begin()).catch((error: unknown) => {
      const text = passkeyFault(error)
      if (text === undefined) throw error
      setFault(text)
    })
    if (passkey) await register({ name, passkey })
  }
  return (
    <>
      <p class="soft">{t.hint}</p>
      {fault && <Notice tone="bad">{fault}</Notice>}
      <Form submit={add} action={t.goOn} known={known}>
        <Field name="name" label={t.name} hint={t.nameHint} value={deviceName()} maxLength={60} required />
      </Form>
    </>
  )
}

/** What this device is, as a first suggestion. */
function deviceName(): string {
  return /iPhone|iPad|Android|Windows|Macintosh|Linux/.exec(navigator.userAgent)?.[0] ?? ''
}
