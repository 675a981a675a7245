// A field for a file. The browser's own button speaks the browser's language, so ours stands over it.
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { catalogue } from '../language/language.ts'
import { Field } from './field.tsx'

const texts = catalogue({
  fr: { choose: 'Choisir un fichier' },
  en: { choose: 'Choose a file' },
})

type FileFieldProps = {
  name: string
  label: string
  hint?: string
  accept: string
  /** The text of the button, if it says more than "Choose a file". */
  choose?: string
  /** Where the file is sent with the form, its name is shown; where it is taken at once, `onChoose` takes it and `taken` is set. */
  taken?: boolean
  onChoose: (input: HTMLInputElement) => void
}

export function FileField({ choose = texts().choose, taken = false, onChoose, ...field }: FileFieldProps) {
  const [chosen, setChosen] = useState<string | undefined>()
  const change = ({ currentTarget }: JSX.TargetedEvent<HTMLInputElement>) => {
    if (!taken) setChosen(currentTarget.files?.[0]?.name)
    onChoose(currentTarget)
  }
  return (
    <div class="file-field">
      <Field {...field} type="file" data-choose={chosen ?? choose} onChange={change} />
    </div>
  )
}
