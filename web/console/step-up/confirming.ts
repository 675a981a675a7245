// A client that has admins confirm their identity where the service requires it: the request waits for the confirmation, and is then
// sent once more. The step-up token is kept in this module's memory, and ends with the session. An approval of money is confirmed by
// itself, with its payee and sum, and that token serves nothing else.
import { signal } from '@preact/signals'
import type * as schemas from '../../api/schemas.generated.ts'
import { type Client, type ConfirmedAct, RequestError } from '../../ui/service/client.ts'

type Question = {
  /** What is confirmed, if it is one act alone. */
  act: ConfirmedAct | undefined
  confirmed: (token: string) => void
  cancelled: () => void
}

/** The question that is open, for the dialog that asks it. */
export const question = signal<Question | undefined>(undefined)

let proof = ''
let asking: Promise<string | undefined> | undefined

/** The header of the proof, where there is one. */
export const proofHeader = (): Record<string, string> => headerOf(proof)

const headerOf = (token: string): Record<string, string> => (token === '' ? {} : { 'x-step-up-token': token })

/** Forgets the proof, and takes back an open question: the session has ended. */
export function forgetProof(): void {
  proof = ''
  question.value?.cancelled()
}

/** Exchanges a code or what a passkey signed for a token. @throws RequestError */
export async function prove(client: Client, given: object, act: ConfirmedAct | undefined): Promise<string> {
  const body = act ? { ...given, confirms: act } : given
  return (await client.post<schemas.StepUp['data']>('/step-up', body)).step_up_token
}

/** The error format of the card specification has no codes. */
const isWanted = (error: unknown): error is RequestError =>
  error instanceof RequestError &&
  (error.code ?? 'RMT-1025') === 'RMT-1025' &&
  (error.message === 'Step-up required' || error.faults.some(({ confirms }) => confirms))

/** @returns the token; undefined if the admin closes the dialog */
function asked(act: ConfirmedAct | undefined): Promise<string | undefined> {
  return new Promise((resolve) => {
    const end = (token: string | undefined) => {
      question.value = undefined
      resolve(token)
    }
    question.value = { act, confirmed: end, cancelled: () => end(undefined) }
  })
}

/** Asks once for all requests that wait for a proof of five minutes. */
async function generalProof(): Promise<string | undefined> {
  asking ??= asked(undefined)
  const token = await asking.finally(() => {
    asking = undefined
  })
  proof = token ?? proof
  return token
}

/** A client that repeats a request that was refused for want of a step-up, once the admin has confirmed their identity. */
export function confirming(client: Client): Client {
  const call: Client['call'] = async (method, path, options) => {
    try {
      return await client.call(method, path, options)
    } catch (error) {
      if (!isWanted(error)) throw error
      const act = error.faults.find(({ confirms }) => confirms)?.confirms
      const token = await (act ? asked(act) : generalProof())
      if (token === undefined) throw error
      return client.call(method, path, { ...options, headers: { ...options?.headers, ...headerOf(token) } })
    }
  }
  return {
    ...client,
    call,
    post: (path, body) => call('POST', path, body === undefined ? {} : { body }),
    put: (path, body) => call('PUT', path, { body }),
  }
}
