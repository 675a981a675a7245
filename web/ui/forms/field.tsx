// Form fields with a label, a hint and an error message.
import type { ComponentChildren, JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import { useFault } from './form.tsx'

type Common = { name: string; label: string; hint?: ComponentChildren }

function Around({
  id,
  label,
  hint,
  fault,
  children,
}: Omit<Common, 'name'> & { id: string; fault: string | undefined; children: ComponentChildren }) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {fault && (
        <p class="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
      {/* The error says what the hint would repeat. */}
      {hint && !fault && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** The attributes that tie a control to its label, hint and error message. */
function useControl({ name, hint }: Common) {
  const id = useId()
  const fault = useFault(name)
  const described = fault ? `${id}-fault` : hint ? `${id}-hint` : undefined
  return {
    id,
    fault,
    attributes: {
      id,
      name,
      'aria-invalid': fault ? ('true' as const) : undefined,
      'aria-describedby': described,
    },
  }
}

/** `value` is the initial value only: a new render never overwrites what was typed. */
type Without<Props> = Omit<Props, 'name' | 'label' | 'id' | 'class' | 'defaultValue'>

function begin(value: unknown): { defaultValue?: string } {
  return value === undefined || value === null ? {} : { defaultValue: String(value) }
}

export function Field({
  name,
  label,
  hint,
  value,
  ...rest
}: Common & Without<JSX.IntrinsicElements['input']>) {
  const { id, fault, attributes } = useControl({ name, label, hint })
  return (
    <Around id={id} label={label} hint={hint} fault={fault}>
      <input {...rest} {...attributes} {...begin(value)} />
    </Around>
  )
}

export function TextArea({
  name,
  label,
  hint,
  value,
  ...rest
}: Common & Without<JSX.IntrinsicElements['textarea']>) {
  const { id, fault, attributes } = useControl({ name, label, hint })
  return (
    <Around id={id} label={label} hint={hint} fault={fault}>
      <textarea {...rest} {...attributes} {...begin(value)} />
    </Around>
  )
}

export function Select({
  name,
  label,
  hint,
  options,
  value: first,
  ...rest
}: Common & { options: readonly (readonly [value: string, words: string])[] } & Without<
    JSX.IntrinsicElements['select']
  >) {
  const { id, fault, attributes } = useControl({ name, label, hint })
  return (
    <Around id={id} label={label} hint={hint} fault={fault}>
      <select {...rest} {...attributes}>
        {options.map(([value, text]) => (
          <option key={value} value={value} {...{ defaultSelected: value === first }}>
            {text}
          </option>
        ))}
      </select>
    </Around>
  )
}

/** A password field with a button that shows or hides it. @param labels the button's texts */
export function PasswordField({
  labels: text,
  ...props
}: Common & { labels: { show: string; hide: string } } & Without<JSX.IntrinsicElements['input']>) {
  const [seen, setSeen] = useState(false)
  const { name, label, hint, ...rest } = props
  const { id, fault, attributes } = useControl({ name, label, hint })
  return (
    <Around id={id} label={label} hint={hint} fault={fault}>
      <span class="with-button">
        <input
          {...rest}
          {...attributes}
          type={seen ? 'text' : 'password'}
          spellcheck={false}
          autocapitalize="none"
        />
        <button type="button" aria-pressed={seen} onClick={() => setSeen(!seen)}>
          {seen ? text.hide : text.show}
        </button>
      </span>
    </Around>
  )
}
