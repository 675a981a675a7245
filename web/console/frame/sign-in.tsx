// The sign-in page: with an account of one's own, or with a token.

import { useState } from 'preact/hooks'
import { CodeField, codeOf } from '../../ui/factors/codes/code-field.tsx'
import { canUsePasskeys, PasskeyButton } from '../../ui/factors/passkey-button.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Field, PasswordField } from '../../ui/forms/field.tsx'
import { Faults, Form, type Values } from '../../ui/forms/form.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { type KnownCodes, waitText } from '../../ui/language/refusal.ts'
import type { RequestError } from '../../ui/service/client.ts'
import { isTokenRefused, signIn, signInWithPasskey, signInWithToken, signOutReason } from './session.ts'
import { signInTexts } from './texts.ts'

export function SignIn() {
  const t = signInTexts()
  const [byToken, setByToken] = useState(false)
  return (
    <div class="sign-in">
      <Page title={t.title} intro={t.lead}>
        {signOutReason.value && <Notice>{t.signOutReasons[signOutReason.value]}</Notice>}
        <div class="card">{byToken ? <TokenForm key="token" /> : <AccountForm key="account" />}</div>
        <p>
          <Button small onClick={() => setByToken(!byToken)}>
            {byToken ? t.withAccount : t.withToken}
          </Button>
        </p>
      </Page>
    </div>
  )
}

function refusals(): KnownCodes {
  const t = signInTexts()
  return {
    'Admin network not allowed': t.network,
    'RMT-401': t.wrongAccount,
    'RMT-409': t.factorReset,
    'RMT-429': ({ retryAfterSeconds = 900 }) => t.locked(waitText(retryAfterSeconds)),
  }
}

function AccountForm() {
  const t = signInTexts()
  const submit = async (values: Values) => {
    const { email = '', password = '', code = '' } = values
    const faults = {
      ...(email === '' && { email: t.emailMissing }),
      ...(password === '' && { password: t.passwordMissing }),
    }
    if (Object.keys(faults).length > 0) throw new Faults(faults)
    // Whether the password is right is said first.
    const isMissing = code.trim() === ''
    await signIn({ email, password, ...(!isMissing && codeOf(values)) }).catch((error: RequestError) => {
      if (error.code !== 'RMT-1027') throw error
      throw new Faults({ code: isMissing ? t.codeMissing : t.codeWrong })
    })
  }
  return (
    <>
      <PasskeyFirst />
      <Form
        submit={submit}
        action={t.signIn}
        appearance={canUsePasskeys() ? 'plain' : 'main'}
        known={refusals()}
      >
        <Field
          name="email"
          type="email"
          label={t.email}
          autocomplete="username"
          autocapitalize="none"
          maxLength={254}
          autoFocus
          required
        />
        <PasswordField
          name="password"
          label={t.password}
          labels={t.words}
          autocomplete="current-password"
          required
        />
        <CodeField />
      </Form>
    </>
  )
}

function PasskeyFirst() {
  const t = signInTexts()
  if (!canUsePasskeys()) return null
  return (
    <>
      <PasskeyButton run={signInWithPasskey} known={{ ...refusals(), 'RMT-401': t.wrongPasskey }}>
        {t.withPasskey}
      </PasskeyButton>
      <p class="divider">{t.or}</p>
    </>
  )
}

function TokenForm() {
  const t = signInTexts()
  const submit = async ({ token = '' }: Values) => {
    if (token === '') throw new Faults({ token: t.missing })
    // A token travels in a header, so other characters cannot be part of one.
    if (!/^[\x21-\x7e]+$/.test(token)) throw new Faults({ token: t.wrong })
    await signInWithToken(token).catch((error: RequestError) => {
      throw isTokenRefused(error) ? new Faults({ token: t.wrong }) : error
    })
  }
  return (
    <Form submit={submit} action={t.signIn} known={refusals()}>
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
  )
}
