// A form that ignores repeated submits, shows errors next to the fields, and keeps what was typed.
import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Notice } from '../frame/notice.tsx'
import { faultText, type KnownCodes, refusalText } from '../language/refusal.ts'
import { typedNumber, typedProse } from '../language/typed-text.ts'
import { RequestError } from '../service/client.ts'
import { Button } from './button.tsx'
import { restoreDraft, saveDraft } from './drafts.ts'

/** Error messages by field name. */
const noFaults: Readonly<Record<string, string>> = {}
const FaultsOfForm = createContext(noFaults)

export type Values = Record<string, string>

type FormProps = {
  /** Submits the values. May throw a RequestError, or `Faults` with error messages by field name. */
  submit: (values: Values) => Promise<void>
  /** The label of the submit button. */
  action: ComponentChildren
  appearance?: 'main' | 'plain' | 'danger'
  /** Texts for the error codes this form expects. */
  known?: KnownCodes
  /** Maps the service's field names to this form's. */
  fieldOf?: (field: string) => string
  /** Shown next to the submit button. */
  more?: ComponentChildren
  class?: string
  /** Called with every change of a field. */
  onInput?: () => void
  children: ComponentChildren
}

/** Errors that a form finds before it sends a request. */
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

  // Typed values survive the end of a session.
  useLayoutEffect(() => {
    const { current } = form
    if (current) restoreDraft(current)
    return () => {
      if (current) saveDraft(current)
    }
  }, [])

  // Focuses the first invalid field. Without one there is a notice, which screen readers announce by themselves.
  useEffect(() => {
    if (!refused) return
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    invalid?.closest('details')?.setAttribute('open', '')
    invalid?.focus()
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
    <form ref={form} class={`form ${rest.class ?? ''}`} onSubmit={send} onInput={rest.onInput} noValidate>
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

/** The typed values without what nobody sees, except for passwords and bodies. */
function valuesOf(form: HTMLFormElement): Values {
  return Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => {
      if (/password|body/.test(name)) return [name, String(value)]
      const field = form.elements.namedItem(name)
      const isNumeric = field instanceof HTMLInputElement && numeric.has(field.inputMode || field.type)
      return [name, (isNumeric ? typedNumber : typedProse)(String(value))]
    }),
  )
}

const numeric = new Set(['decimal', 'numeric', 'tel'])

function refusalOf(error: unknown, known: KnownCodes | undefined, fieldOf: (field: string) => string) {
  if (error instanceof Faults) return { text: '', fields: error.fields }
  if (!(error instanceof RequestError)) throw error
  const fields = Object.fromEntries(error.faults.map((fault) => [fieldOf(fault.field), faultText(fault)]))
  return { text: refusalText(error, known), fields }
}

/** The error message of a field, if it has one. */
export function useFault(name: string): string | undefined {
  return useContext(FaultsOfForm)[name]
}

/** For a form that shows the query of the address: resets its fields when the address changes, and keeps the focus. */
export function useFormReset(address: string) {
  const form = useRef<HTMLFormElement>(null)
  // Runs whenever the address changes.
  useEffect(() => form.current?.reset(), [address])
  return form
}
