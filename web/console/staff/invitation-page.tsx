// The page of a one-time link: a password, then an authenticator app with its first code.

import { useState } from 'preact/hooks'
import { AppCodeField } from '../../ui/factors/app-code-field.tsx'
import { AppSecret } from '../../ui/factors/app-secret.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { PasswordField } from '../../ui/forms/field.tsx'
import { Faults, Form, type Values } from '../../ui/forms/form.tsx'
import { IncompleteLink, useLinkToken } from '../../ui/frame/one-time-link.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { type KnownCodes, waitText } from '../../ui/language/refusal.ts'
import type { RequestError } from '../../ui/service/client.ts'
import { type Accepted, acceptLink } from './staff.ts'
import { invitationTexts } from './texts.ts'

function refusals(): KnownCodes {
  const t = invitationTexts()
  return {
    'RMT-403': t.network,
    'RMT-404': t.unusable,
    'RMT-409': t.waiting,
    'RMT-429': ({ retryAfterSeconds = 900 }) => t.locked(waitText(retryAfterSeconds)),
  }
}

/** Where the person is: the password was accepted, or everything is done. */
type Step = { password: string; accepted: Accepted }

export function InvitationPage() {
  const t = invitationTexts()
  const token = useLinkToken()
  const [step, setStep] = useState<Step>()
  if (token === '')
    return (
      <Page title={t.title} narrow>
        <IncompleteLink start="/console" />
      </Page>
    )
  if (step?.accepted.state === 'ACTIVE')
    return (
      <Page title={t.doneTitle} intro={t.done} narrow key="done">
        <p>
          <ButtonLink href="/console" appearance="main">
            {t.signIn}
          </ButtonLink>
        </p>
      </Page>
    )
  if (step)
    return (
      <Page title={t.scanTitle(step.accepted.name)} narrow key="code">
        <FirstCode token={token} step={step} accepted={(accepted) => setStep({ ...step, accepted })} />
      </Page>
    )
  return (
    <Page title={t.title} intro={t.intro} narrow key="password">
      <Password token={token} accepted={(password, accepted) => setStep({ password, accepted })} />
    </Page>
  )
}

type PasswordProps = { token: string; accepted: (password: string, accepted: Accepted) => void }

function Password({ token, accepted }: PasswordProps) {
  const t = invitationTexts()
  const submit = async ({ password = '' }: Values) => {
    if (password === '') throw new Faults({ password: t.passwordMissing })
    const response = await acceptLink({ token, password }).catch((error: RequestError) => {
      if (error.code === 'RMT-1010') throw new Faults({ password: t.passwordWeak })
      throw error.code === 'RMT-1009' ? new Faults({ password: t.passwordWrong }) : error
    })
    accepted(password, response)
  }
  return (
    <div class="card">
      <Form submit={submit} action={t.next} known={refusals()}>
        <PasswordField
          name="password"
          label={t.password}
          hint={t.passwordHint}
          labels={t.words}
          autocomplete="new-password"
          required
        />
      </Form>
    </div>
  )
}

type CodeProps = { token: string; step: Step; accepted: (accepted: Accepted) => void }

function FirstCode({ token, step: { password, accepted: begun }, accepted }: CodeProps) {
  const t = invitationTexts()
  const submit = async ({ code = '' }: Values) => {
    const totp = code.replaceAll(/\s/g, '')
    if (totp === '') throw new Faults({ code: t.codeWrong })
    const response = await acceptLink({ token, password, totp }).catch((error: RequestError) => {
      throw error.code === 'RMT-1028' ? new Faults({ code: t.codeWrong }) : error
    })
    accepted(response)
  }
  return (
    <div class="card">
      {begun.secret !== undefined && begun.uri !== undefined && (
        <AppSecret secret={begun.secret} uri={begun.uri} />
      )}
      <Form submit={submit} action={t.finish} known={refusals()}>
        <AppCodeField label={t.code} />
      </Form>
    </div>
  )
}
