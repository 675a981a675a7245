// Asks for the password once more before a change that could divert money or give access. The proof counts for this sign-in and
// five minutes, and is kept in the page's memory only.
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { PasswordField } from '../../ui/forms/field.tsx'
import { Form, type Values } from '../../ui/forms/form.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { RequestError } from '../../ui/service/client.ts'
import { api, session } from '../access/session.ts'

const texts = catalogue({
  fr: {
    why: 'Pour votre sécurité, saisissez votre mot de passe. Il ne sera plus demandé pendant cinq minutes.',
    password: 'Votre mot de passe',
    show: 'Afficher',
    hide: 'Masquer',
    go: 'Continuer',
    wrong: 'Mot de passe incorrect.',
  },
  en: {
    why: 'For your security, enter your password. You won’t be asked again for five minutes.',
    password: 'Your password',
    show: 'Show',
    hide: 'Hide',
    go: 'Continue',
    wrong: 'Incorrect password.',
  },
})

type Method = 'POST' | 'PUT' | 'DELETE'
type Proof = { token: string; until: number; session: string }

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

/** Asks for the password where that was not done lately, then shows its children. */
export function StepUp({ children }: { children: (call: ProvenCall) => ComponentChildren }) {
  const t = texts()
  const known = proof.value
  const isProven = known && known.session === session.value?.token && known.until - marginMs > Date.now()
  if (isProven) return <>{children(call)}</>
  const prove = async ({ password = '' }: Values) => {
    const made = await api.post<{ step_up_token: string; expires_at: string }>('step-up', { password })
    const until = new Date(made.expires_at).getTime()
    proof.value = { token: made.step_up_token, until, session: session.value?.token ?? '' }
  }
  return (
    <>
      <p>{t.why}</p>
      <Form submit={prove} action={t.go} known={{ 'RMT-1009': t.wrong }}>
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
