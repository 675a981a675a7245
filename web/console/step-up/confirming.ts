// A client that has admins confirm their identity where the service requires it: the request waits for the confirmation, and is then
// sent once more. The step-up token is kept in this module's memory, and ends with the session.
import { signal } from '@preact/signals'
import type * as schemas from '../../api/schemas.generated.ts'
import { type Client, RequestError } from '../../ui/service/client.ts'

type Question = { confirmed: () => void; cancelled: () => void }

/** The question that is open, for the dialog that asks it. */
export const question = signal<Question | undefined>(undefined)

let proof = ''
let asking: Promise<boolean> | undefined

/** The header of the proof, where there is one. */
export const proofHeader = (): Record<string, string> => (proof === '' ? {} : { 'x-step-up-token': proof })

/** Forgets the proof, and takes back an open question: the session has ended. */
export function forgetProof(): void {
  proof = ''
  question.value?.cancelled()
}

/** Exchanges a code or what a passkey signed for the proof. @throws RequestError */
export async function prove(client: Client, given: object): Promise<void> {
  proof = (await client.post<schemas.StepUp['data']>('/step-up', given)).step_up_token
}

/** The error format of the card specification has no codes. */
const isWanted = (error: unknown) =>
  error instanceof RequestError &&
  (error.code ?? 'RMT-1025') === 'RMT-1025' &&
  error.message === 'Step-up required'

/** Asks once for all requests that wait for it. @returns false if the admin closes the dialog */
function confirmed(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    const end = (isConfirmed: boolean) => () => {
      asking = undefined
      question.value = undefined
      resolve(isConfirmed)
    }
    question.value = { confirmed: end(true), cancelled: end(false) }
  })
  return asking
}

/** A client that repeats a request that was refused for want of a step-up, once the admin has confirmed their identity. */
export function confirming(client: Client): Client {
  const call: Client['call'] = async (method, path, options) => {
    try {
      return await client.call(method, path, options)
    } catch (error) {
      if (!isWanted(error) || !(await confirmed())) throw error
      return client.call(method, path, options)
    }
  }
  return {
    ...client,
    call,
    post: (path, body) => call('POST', path, body === undefined ? {} : { body }),
    put: (path, body) => call('PUT', path, { body }),
  }
}
