// A form that sends once, says beside each field what is wrong with it, and keeps what was typed.
import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Notice } from '../frame/notice.tsx'
import { faultText, type KnownCodes, refusalText } from '../language/refusal.ts'
import { RequestError } from '../service/client.ts'
import { Button } from './button.tsx'
import { leaveDraft, restoreDraft } from './drafts.ts'

/** Faults by field name. */
const noFaults: Readonly<Record<string, string>> = {}
const FaultsOfForm = createContext(noFaults)

export type Values = Record<string, string>

type FormProps = {
  /** Throws a RequestError, or a map of its own from field names to words, thrown as `Faults`. */
  submit: (values: Values) => Promise<void>
  /** What the button says. */
  action: ComponentChildren
  appearance?: 'main' | 'plain' | 'danger'
  /** Words for the service's codes this form expects. */
  known?: KnownCodes
  /** What the service calls a field that is named otherwise here. */
  fieldOf?: (field: string) => string
  /** Beside the button. */
  more?: ComponentChildren
  class?: string
  children: ComponentChildren
}

/** What a form finds wrong before it asks the service. */
export class Faults extends Error {
  readonly fields: Readonly<Record<string, string>>
  constructor(fields: Readonly<Record<string, string>>) {
    super('faults')
    this.fields = fields
  }
}

export function Form({
  submit,
  action,
  appearance = 'main',
  known,
  fieldOf = (field) => field,
  more,
  children,
  ...rest
}: FormProps) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ text: string; fields: Record<string, string> }>()
  const form = useRef<HTMLFormElement>(null)

  // What was typed outlives the end of a session.
  useLayoutEffect(() => {
    const { current } = form
    if (current) restoreDraft(current)
    return () => {
      if (current) leaveDraft(current)
    }
  }, [])

  // The first field at fault is where to go on; without one it is the notice, which is heard by itself.
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refused])

  const send = async (event: Event) => {
    event.preventDefault()
    if (busy || !form.current) return
    setBusy(true)
    setRefused(undefined)
    try {
      await submit(valuesOf(form.current))
    } catch (error) {
      setRefused(refusalOf(error, known, fieldOf))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} class={`form ${rest.class ?? ''}`} onSubmit={send} noValidate>
      {refused?.text && <Notice tone="bad">{refused.text}</Notice>}
      <FaultsOfForm.Provider value={refused?.fields ?? noFaults}>{children}</FaultsOfForm.Provider>
      <div class="actions">
        <Button type="submit" appearance={appearance} busy={busy}>
          {action}
        </Button>
        {more}
      </div>
    </form>
  )
}

/** As typed, but for spaces around; passwords keep theirs. */
function valuesOf(form: HTMLFormElement): Values {
  return Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [
      name,
      /password|body/.test(name) ? String(value) : String(value).trim(),
    ]),
  )
}

function refusalOf(error: unknown, known: KnownCodes | undefined, fieldOf: (field: string) => string) {
  if (error instanceof Faults) return { text: '', fields: error.fields }
  if (!(error instanceof RequestError)) throw error
  const fields = Object.fromEntries(error.faults.map((fault) => [fieldOf(fault.field), faultText(fault)]))
  return { text: refusalText(error, known), fields }
}

/** What is wrong with this field, if anything. */
export function useFault(name: string): string | undefined {
  return useContext(FaultsOfForm)[name]
}

/** For a form that shows what the address says: whatever changes it, its fields follow, and the focus stays. */
export function useFollowing(address: string) {
  const form = useRef<HTMLFormElement>(null)
  // Again for each address.
  useEffect(() => form.current?.reset(), [address])
  return form
}
