// Asks for the password once more before a change that could divert money. The proof counts for this sign-in and five minutes,
// and is kept in the page's memory only.
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { PasswordField } from '../../../ui/forms/field.tsx'
import { Form, type Values } from '../../../ui/forms/form.tsx'
import { RequestError } from '../../../ui/service/client.ts'
import { api, session } from '../../access/session.ts'
import { destinationTexts } from './destination-texts.ts'

type Proof = { token: string; until: number; session: string }

const proof = signal<Proof | undefined>(undefined)
/** A request that begins now must arrive before the proof expires. */
const marginMs = 10_000

/** Calls the merchant API with the proof. */
export type ProvenCall = <Data>(method: 'POST' | 'DELETE', path: string, body?: unknown) => Promise<Data>

const call: ProvenCall = async <Data,>(method: 'POST' | 'DELETE', path: string, body?: unknown) => {
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
  const t = destinationTexts()
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
      <p>{t.passwordWhy}</p>
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
