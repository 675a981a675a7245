// What was typed into a form when the session ended, kept in the memory of the page alone until the same form is shown
// again to the same person. Passwords are never kept.

type Draft = readonly (readonly [name: string, value: string])[]
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const drafts = new Map<string, Draft>()
let isStoring = false

/** From now on forms that go leave what was typed. */
export function storeDrafts(): void {
  isStoring = true
}

export function stopStoringDrafts(): void {
  isStoring = false
}

export function forgetDrafts(): void {
  drafts.clear()
}

/** Called by a form that goes. */
export function leaveDraft(form: HTMLFormElement): void {
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

/** Called by a form that comes. */
export function restoreDraft(form: HTMLFormElement): void {
  if (isStoring) return
  const key = keyOf(form)
  const draft = drafts.get(key)
  if (!draft) return
  drafts.delete(key)
  for (const control of controlsOf(form)) {
    const values = draft.filter(([name]) => name === control.name).map(([, value]) => value)
    const isTicked = control instanceof HTMLInputElement && /checkbox|radio/.test(control.type)
    if (isTicked) control.checked = values.includes(control.value)
    else if (values[0] !== undefined) control.value = values[0]
    control.dispatchEvent(new Event('input', { bubbles: true }))
    control.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

const controlsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (one): one is Control => 'name' in one && 'value' in one && one.tagName !== 'BUTTON',
  )

/** Also while it is shown as typed. */
const isSecret = ({ name, type, autocomplete }: Control) =>
  type === 'password' || /password|secret|token/.test(`${name} ${autocomplete}`)

/** The same fields at the same address are the same form. */
const keyOf = (form: HTMLFormElement) =>
  [location.pathname, ...new Set(controlsOf(form).map(({ name }) => name))].join(' ')
