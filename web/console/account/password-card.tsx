// The form in which the signed-in admin changes the password.
import { useState } from 'preact/hooks'
import { Card } from '../../ui/display/facts.tsx'
import { sendPassword } from '../../ui/factors/password-refusal.ts'
import { PasswordField } from '../../ui/forms/field.tsx'
import { Faults, Form, type Values } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { type KnownCodes, waitText } from '../../ui/language/refusal.ts'
import { RequestError } from '../../ui/service/client.ts'
import { changePassword } from './passkeys.ts'
import { accountTexts } from './texts.ts'

/** @param changed the other sessions have ended */
export function PasswordCard({ changed }: { changed: () => void }) {
  const t = accountTexts()
  // A new key empties the fields once the password is changed.
  const [round, setRound] = useState(0)
  const known: KnownCodes = {
    'RMT-429': ({ retryAfterSeconds = 900 }) => t.locked(waitText(retryAfterSeconds)),
  }
  const submit = async ({ current_password = '', new_password = '' }: Values) => {
    const faults = {
      ...(current_password === '' && { current_password: t.missing }),
      ...(new_password === '' && { new_password: t.missing }),
    }
    if (Object.keys(faults).length > 0) throw new Faults(faults)
    await sendPassword('new_password', () => changePassword({ current_password, new_password })).catch(
      (error: unknown) => {
        if (!(error instanceof RequestError) || error.code !== 'RMT-1009') throw error
        throw new Faults({ current_password: t.wrong })
      },
    )
    toast(t.changed)
    setRound(round + 1)
    changed()
  }
  return (
    <Card title={t.password}>
      <p class="soft">{t.passwordText}</p>
      <Form key={round} submit={submit} action={t.change} appearance="plain" known={known}>
        <PasswordField
          name="current_password"
          label={t.current}
          labels={t.words}
          autocomplete="current-password"
          required
        />
        <PasswordField
          name="new_password"
          label={t.next}
          hint={t.nextHint}
          labels={t.words}
          autocomplete="new-password"
          required
        />
      </Form>
    </Card>
  )
}
