// The second step of signing in with a password: a code, or a passkey instead.

import { CodeField, codeOf, knownFactorRefusals } from '../../ui/factors/codes/code-field.tsx'
import { codeTexts } from '../../ui/factors/codes/code-texts.ts'
import { PasskeyButton } from '../../ui/factors/passkey-button.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Page } from '../../ui/frame/page.tsx'
import type { KnownCodes } from '../../ui/language/refusal.ts'
import { signIn, signInWithPasskey } from '../access/session.ts'
import { factorTexts } from './texts.ts'

/** @param known texts for refusals of the first step; `back` returns to it */
export function SecondStep({
  email,
  password,
  known,
  back,
}: {
  email: string
  password: string
  known: KnownCodes
  back: () => void
}) {
  const t = factorTexts()
  const refusals = { ...known, ...knownFactorRefusals() }
  return (
    <Page title={t.codeTitle} intro={t.codeIntro} narrow>
      <div class="card">
        <Form
          action={t.goOn}
          known={refusals}
          submit={(values) => signIn(email, password, codeOf(values))}
          more={<Button onClick={back}>{t.startAgain}</Button>}
        >
          <CodeField />
        </Form>
      </div>
      <PasskeyLink known={refusals} />
    </Page>
  )
}

function PasskeyLink({ known }: { known: KnownCodes }) {
  const t = factorTexts()
  return (
    <PasskeyButton
      appearance="plain"
      run={signInWithPasskey}
      known={{ ...known, 'RMT-401': codeTexts().wrongPasskey }}
    >
      {t.withPasskey}
    </PasskeyButton>
  )
}
