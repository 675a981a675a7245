import { PasswordField } from '../../ui/forms/field.tsx'
import { Faults, Form, type Values } from '../../ui/forms/form.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import type { RequestError } from '../../ui/service/client.ts'
import { isTokenRefused, signIn, signOutReason } from './session.ts'
import { signInTexts } from './texts.ts'

export function SignIn() {
  const t = signInTexts()
  const submit = async ({ token = '' }: Values) => {
    if (token === '') throw new Faults({ token: t.missing })
    // A token travels in a header, so other characters cannot be part of one.
    if (!/^[\x21-\x7e]+$/.test(token)) throw new Faults({ token: t.wrong })
    await signIn(token).catch((error: RequestError) => {
      throw isTokenRefused(error) ? new Faults({ token: t.wrong }) : error
    })
  }
  return (
    <div class="sign-in">
      <Page title={t.title} intro={t.lead}>
        {signOutReason.value && <Notice>{t.signOutReasons[signOutReason.value]}</Notice>}
        <div class="card">
          <Form submit={submit} action={t.signIn} known={{ 'Admin network not allowed': t.network }}>
            <PasswordField
              name="token"
              label={t.token}
              hint={t.hint}
              labels={t.words}
              autocomplete="off"
              autoFocus
              required
            />
          </Form>
        </div>
      </Page>
    </div>
  )
}
