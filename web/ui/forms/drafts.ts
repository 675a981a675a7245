// Keeps what was typed into a form when the session ended, in the page's memory only, until the same merchant sees the
// same form again. Passwords are never kept.

type Draft = readonly (readonly [name: string, value: string])[]
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const drafts = new Map<string, Draft>()
let isStoring = false

/** Forms removed from now on store what was typed. */
export function storeDrafts(): void {
  isStoring = true
}

export function stopStoringDrafts(): void {
  isStoring = false
}

export function forgetDrafts(): void {
  drafts.clear()
}

/** Stores the form's draft; called when the form is removed. */
export function saveDraft(form: HTMLFormElement): void {
  if (!isStoring) return
  const secrets = new Set(
    controlsOf(form)
      .filter(isSecret)
      .map(({ name }) => name),
  )
  const typed = [...new FormData(form)].filter(([name]) => !secrets.has(name))
  drafts.set(
    keyOf(form),
    typed.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}

/** Fills the form with its stored draft, and unfolds what it filled; called when the form is shown. */
export function restoreDraft(form: HTMLFormElement): void {
  if (isStoring) return
  const key = keyOf(form)
  const draft = drafts.get(key)
  if (!draft) return
  drafts.delete(key)
  for (const control of controlsOf(form)) {
    const values = draft.filter(([name]) => name === control.name).map(([, value]) => value)
    const isTicked = control instanceof HTMLInputElement && /checkbox|radio/.test(control.type)
    const stateOf = () => (isTicked ? String(control.checked) : control.value)
    const before = stateOf()
    if (isTicked) control.checked = values.includes(control.value)
    else if (values[0] !== undefined) control.value = values[0]
    const folded = control.closest('details')
    if (folded && stateOf() !== before) folded.open = true
    control.dispatchEvent(new Event('input', { bubbles: true }))
    control.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

const controlsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (one): one is Control => 'name' in one && 'value' in one && one.tagName !== 'BUTTON',
  )

/** Whether a control holds a secret, also while a password is shown in clear. */
const isSecret = ({ name, type, autocomplete }: Control) =>
  type === 'password' || /password|secret|token/.test(`${name} ${autocomplete}`)

/** Identifies a form by its address and its fields. */
const keyOf = (form: HTMLFormElement) =>
  [location.pathname, ...new Set(controlsOf(form).map(({ name }) => name))].join(' ')
