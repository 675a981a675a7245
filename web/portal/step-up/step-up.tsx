// Asks who it is once more before a change that could divert money or give access: for the second factor of users who have one, for
// the password of others. The proof counts for this sign-in and five minutes, and is kept in the page's memory only.

import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { instantOf } from '../../ui/display/time.tsx'
import { ActFacts } from '../../ui/factors/act-facts.tsx'
import { CodeField, codeOf, knownFactorRefusals } from '../../ui/factors/codes/code-field.tsx'
import { type PasskeyOptions, signedBy } from '../../ui/factors/passkey.ts'
import { PasskeyButton } from '../../ui/factors/passkey-button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { PasswordField } from '../../ui/forms/field.tsx'
import { Form, type Values } from '../../ui/forms/form.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { type ConfirmedAct, RequestError } from '../../ui/service/client.ts'
import { serviceNow } from '../../ui/service/clock.ts'
import { useLoad } from '../../ui/service/load.ts'
import { api, hasSecondFactor, recordSecondFactor, session } from '../access/session.ts'
import type { Factors } from '../api-types.ts'
import { factorTexts } from '../security/texts.ts'

const texts = catalogue({
  fr: {
    why: 'Pour votre sécurité, saisissez votre mot de passe. Il ne sera plus demandé pendant cinq minutes.',
    title: 'Confirmez votre identité',
    whyThis: 'Pour votre sécurité, saisissez votre mot de passe pour cette opération.',
    confirmThis: 'Pour votre sécurité, confirmez votre identité pour cette opération.',
    password: 'Votre mot de passe',
    show: 'Afficher',
    hide: 'Masquer',
    go: 'Continuer',
    wrong: 'Mot de passe incorrect.',
    confirm: 'Pour votre sécurité, confirmez votre identité. Cela ne sera plus demandé pendant cinq minutes.',
    confirmPasskey: 'Confirmer avec une clé d’accès',
  },
  en: {
    why: 'For your security, enter your password. You won’t be asked again for five minutes.',
    title: 'Confirm it’s you',
    whyThis: 'For your security, enter your password for this act.',
    confirmThis: 'For your security, confirm your identity for this act.',
    password: 'Your password',
    show: 'Show',
    hide: 'Hide',
    go: 'Continue',
    wrong: 'Incorrect password.',
    confirm: 'For your security, confirm your identity. You won’t be asked again for five minutes.',
    confirmPasskey: 'Confirm with a passkey',
  },
})

type Method = 'POST' | 'PUT' | 'DELETE'
type Proof = { token: string; until: number; session: string; byFactor: boolean }

const proof = signal<Proof | undefined>(undefined)
/** A request that begins now must arrive before the proof expires. */
const marginMs = 10_000

/** Calls the merchant API with the proof. */
export type ProvenCall = <Data>(method: Method, path: string, body?: unknown) => Promise<Data>

const call: ProvenCall = async <Data,>(method: Method, path: string, body?: unknown) => {
  try {
    const headers = { 'x-step-up-token': proof.value?.token ?? '' }
    return await api.call<Data>(method, path, { body, headers })
  } catch (error) {
    // The clock of this device may differ: the password is asked for again.
    if (error instanceof RequestError && error.code === 'RMT-1025') proof.value = undefined
    throw error
  }
}

type Proving = (given: object) => Promise<void>

const tokenFor = (given: object, act: ConfirmedAct) =>
  api.post<{ step_up_token: string; expires_at: string }>('step-up', { ...given, confirms: act })

/**
 * Exchanges a password, a code or a passkey for the proof, which counts for changes that pay nobody: money goes somewhere else only by a
 * proof of its own. @throws RequestError
 */
const prove: Proving = async (given) => {
  const made = await tokenFor(given, { act: 'settings' })
  proof.value = {
    token: made.step_up_token,
    until: instantOf(made.expires_at).getTime(),
    session: session.value?.token ?? '',
    byFactor: hasSecondFactor.value,
  }
}

/** Whether the proof still counts. One by password ends with the first second factor. */
function isProven(): boolean {
  const known = proof.value
  return (
    known !== undefined &&
    known.session === session.value?.token &&
    known.until - marginMs > serviceNow().getTime() &&
    known.byFactor === hasSecondFactor.value
  )
}

/** Asks who it is where that was not done lately, then shows its children. */
export function StepUp({ children }: { children: (call: ProvenCall) => ComponentChildren }) {
  if (isProven()) return <>{children(call)}</>
  return <AskAgain why={hasSecondFactor.value ? texts().confirm : texts().why} prove={prove} />
}

function AskAgain({ why, prove }: { why: string; prove: Proving }) {
  return hasSecondFactor.value ? <ByFactor why={why} prove={prove} /> : <ByPassword why={why} prove={prove} />
}

const question = signal<{ act: ConfirmedAct; end: (token: string | undefined) => void } | undefined>(
  undefined,
)

/** What the service wants confirmed before it does what it refused. */
function actToConfirm(error: unknown): ConfirmedAct | undefined {
  if (!(error instanceof RequestError)) return undefined
  const named = error.faults.find(({ confirms }) => confirms)?.confirms
  return named ?? (error.code === 'RMT-1025' ? { act: 'settings' } : undefined)
}

/**
 * Calls what may need a proof. The service refuses it with what must be confirmed; that is shown, and whoever is signed in proves who
 * they are for it alone. The page needs a `ConfirmAct`.
 */
export const confirmedCall: ProvenCall = async <Data,>(method: Method, path: string, body?: unknown) => {
  try {
    return await api.call<Data>(method, path, { body })
  } catch (error) {
    const act = actToConfirm(error)
    if (!act) throw error
    const token = await new Promise<string | undefined>((resolve) => {
      question.value = { act, end: resolve }
    }).finally(() => {
      question.value = undefined
    })
    if (token === undefined) throw error
    return api.call<Data>(method, path, { body, headers: { 'x-step-up-token': token } })
  }
}

/** The dialog that shows what is confirmed, and asks who it is. Nothing until a call needs it. */
export function ConfirmAct() {
  const t = texts()
  const open = question.value
  if (!open) return null
  const { act, end } = open
  const prove: Proving = async (given) => end((await tokenFor(given, act)).step_up_token)
  return (
    <Dialog title={t.title} close={() => end(undefined)}>
      <ActFacts act={act} />
      <AskAgain why={hasSecondFactor.value ? t.confirmThis : t.whyThis} prove={prove} />
    </Dialog>
  )
}

function ByPassword({ why, prove }: { why: string; prove: Proving }) {
  const t = texts()
  const submit = async ({ password = '' }: Values) => {
    try {
      await prove({ password })
    } catch (error) {
      // The user has added a second factor elsewhere since this page was opened.
      if (!(error instanceof RequestError) || error.code !== 'RMT-1025') throw error
      recordSecondFactor(true)
    }
  }
  return (
    <>
      <p>{why}</p>
      <Form submit={submit} action={t.go} known={{ 'RMT-1009': t.wrong }}>
        <PasswordField
          name="password"
          label={t.password}
          labels={{ show: t.show, hide: t.hide }}
          autocomplete="current-password"
          required
        />
      </Form>
    </>
  )
}

function ByFactor({ why, prove }: { why: string; prove: Proving }) {
  const t = factorTexts()
  const factors = useLoad('factors', (signal) => api.get<Factors>('factors', {}, signal))
  const known = knownFactorRefusals()
  const sign = async () => {
    await prove({ passkey: await signedBy(await api.post<PasskeyOptions>('step-up/options')) })
  }
  return (
    <>
      <p>{why}</p>
      <Await of={factors}>
        {({ passkeys }) => (
          <>
            {passkeys.length > 0 && (
              <>
                <PasskeyButton run={sign} known={known}>
                  {texts().confirmPasskey}
                </PasskeyButton>
                <p class="divider">{t.or}</p>
              </>
            )}
            <Form
              submit={(values) => prove(codeOf(values))}
              action={t.goOn}
              appearance={passkeys.length > 0 ? 'plain' : 'main'}
              known={known}
            >
              <CodeField />
            </Form>
          </>
        )}
      </Await>
    </>
  )
}
